// SPDX-License-Identifier: Apache-2.0
#include "data/baskets/read_fimi.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "base/error.h"
#include "data/baskets/basket_builder_internal.h"
#include "data/csv/csv_records_internal.h"
#include "data/file_bytes.h"
#include "data/formats/open_table.h"

namespace privet {
namespace detail {
namespace {

constexpr std::size_t kPoll = 1U << 12U;  // baskets between two looks at the wish to stop

bool is_item_number(std::string_view text) {
  constexpr std::size_t kMostDigits = 18;
  return !text.empty() && text.size() <= kMostDigits &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string_view without_zeros(std::string_view digits) {
  return digits.substr(std::min(digits.find_first_not_of('0'), digits.size() - 1));
}

// Numbers by value; those written differently by length.
bool number_less(std::string_view a, std::string_view b) {
  const std::string_view x = without_zeros(a);
  const std::string_view y = without_zeros(b);
  if (x.size() != y.size()) return x.size() < y.size();
  return x != y ? x < y : a.size() < b.size();
}

}  // namespace

BasketFile BasketBuilder::finish(const Run& run) const {
  const auto& texts = pool_.texts();
  const bool numbers = std::all_of(texts.begin(), texts.end(), is_item_number);
  std::vector<ItemId> sorted(texts.size());
  std::iota(sorted.begin(), sorted.end(), ItemId{0});
  std::sort(sorted.begin(), sorted.end(), [&](ItemId a, ItemId b) {
    return numbers ? number_less(texts[a], texts[b]) : texts[a] < texts[b];
  });
  BasketFile out;
  std::vector<ItemId> ids(texts.size());
  for (const ItemId item : sorted) ids[item] = out.baskets.add_item(std::string(texts[item]));
  std::vector<ItemId> basket;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < ends_.size(); ++i) {
    if (i % kPoll == 0) run.check_cancelled();
    basket.clear();
    for (std::size_t e = begin; e < ends_[i]; ++e) basket.push_back(ids[entries_[e]]);
    begin = ends_[i];
    out.baskets.add(basket);
  }
  out.repeats = entries_.size() - out.baskets.entries();
  return out;
}

}  // namespace detail

namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

// The items of the line from `at` to `end`.
void add_items(std::string_view bytes, std::size_t at, std::size_t end,
               detail::BasketBuilder& builder) {
  while (at < end) {
    if (is_blank(bytes[at])) {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    while (at < end && !is_blank(bytes[at])) ++at;
    builder.add(bytes.substr(begin, at - begin), bytes.size() - begin);
  }
}

}  // namespace

BasketFile parse_fimi(std::string_view bytes, const std::string& name, const Run& run) {
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  if (bytes.empty()) throw Error(ErrorCode::Input, "the file is empty", {.file = name});
  detail::BasketBuilder builder;
  for (std::size_t at = 0; at < bytes.size();) {
    if (builder.baskets() % detail::kPoll == 0) run.check_cancelled();
    const std::size_t end = std::min(bytes.find('\n', at), bytes.size());
    if (bytes.substr(at, end - at).find('\0') != std::string_view::npos) {
      throw Error(ErrorCode::Input, "there is a NUL byte; this is not a text file in UTF-8",
                  {.file = name, .line = builder.baskets() + 1});
    }
    add_items(bytes, at, end, builder);
    builder.close();
    at = end + 1;
  }
  return builder.finish(run);
}

BasketFile read_fimi(const std::string& path, const Run& run) {
  const FileBytes file(path, run);
  return parse_fimi(file.view(), path == "-" ? "standard input" : path, run);
}

BasketFile read_basket_lines(const std::string& path, const CsvOptions& options, const Run& run) {
  const FileBytes file(path, run);
  std::string_view bytes = file.view();
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  if (bytes.empty()) throw Error(ErrorCode::Input, "the file is empty", {.file = path});
  const char delimiter = options.delimiter ? *options.delimiter : detail::sniff_delimiter(bytes);
  detail::CsvRecords records(bytes, path, delimiter);
  detail::BasketBuilder builder;
  std::vector<std::string> fields;
  if (options.header) records.next(fields);
  while (records.next(fields)) {
    if (builder.baskets() % detail::kPoll == 0) run.check_cancelled();
    for (const auto& field : fields) {
      if (!field.empty()) builder.add_copy(field);
    }
    builder.close();
  }
  return builder.finish(run);
}

std::vector<std::string> table_header(const std::string& path, const Run& run) {
  const FileBytes file(path, run);
  std::string_view bytes = file.view();
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  if (bytes.empty()) return {};
  detail::CsvRecords records(bytes, path, detail::sniff_delimiter(bytes));
  std::vector<std::string> names;
  if (!records.next(names) || names.size() < 2) return {};
  const std::set<std::string_view> distinct(names.begin(), names.end());
  const auto no_name = [](const std::string& text) { return text.empty() || parse_number(text); };
  if (distinct.size() < names.size() || std::ranges::any_of(names, no_name)) return {};
  std::vector<std::string> fields;
  std::size_t rows = 0;
  for (; records.next(fields); ++rows) {
    if (rows % detail::kPoll == 0) run.check_cancelled();
    const auto named = [&](const std::string& text) { return distinct.contains(text); };
    if (fields.size() != names.size() || std::ranges::any_of(fields, named)) return {};
  }
  return rows > 0 ? names : std::vector<std::string>();
}

BasketFile read_basket_csv(const std::string& path, const std::string& basket_column,
                           const std::string& item_column, const CsvOptions& options,
                           const Run& run) {
  const CsvFile file = read_table({.path = path, .csv = options}, run);
  const Column& keys = file.table.column(file.table.require(basket_column, "basket column"));
  const Column& items = file.table.column(file.table.require(item_column, "item column"));
  constexpr std::uint32_t kUnseen = ~std::uint32_t{0};
  std::vector<std::uint32_t> position(keys.dictionary.size(), kUnseen);
  std::vector<std::size_t> begins{0};  // of each basket in `sorted`, once counted
  for (const ValueId key : keys.codes) {
    if (position[key] == kUnseen) {
      position[key] = static_cast<std::uint32_t>(begins.size() - 1);
      begins.push_back(0);
    }
    ++begins[position[key] + 1];
  }
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  std::vector<ValueId> sorted(keys.codes.size());
  std::vector<std::size_t> next(begins.begin(), begins.end() - 1);
  for (std::size_t row = 0; row < sorted.size(); ++row) {
    sorted[next[position[keys.codes[row]]]++] = items.codes[row];
  }
  detail::BasketBuilder builder;
  for (std::size_t b = 0; b + 1 < begins.size(); ++b) {
    if (b % detail::kPoll == 0) run.check_cancelled();
    for (std::size_t i = begins[b]; i < begins[b + 1]; ++i) {
      if (!items.dictionary.missing(sorted[i])) builder.add(items.dictionary.text(sorted[i]));
    }
    builder.close();
  }
  return builder.finish(run);
}

void write_fimi(const Baskets& baskets, const Sink& sink, const Run& run) {
  constexpr std::size_t kPiece = std::size_t{1} << 20U;
  for (const auto& name : baskets.names()) {
    if (name.empty() ||
        name.find_first_of(std::string_view(" \t\r\n\v\f\0", 7)) != std::string::npos) {
      throw Error(ErrorCode::Output,
                  fmt::format("the item {} cannot be written as FIMI, where white space separates "
                              "items; write CSV",
                              quote_for_message(name)));
    }
  }
  std::string piece;
  for (std::size_t b = 0; b < baskets.size(); ++b) {
    if (b % detail::kPoll == 0) run.check_cancelled();
    bool first = true;
    for (const ItemId item : baskets.basket(static_cast<BasketId>(b))) {
      if (!first) piece += ' ';
      piece += baskets.name(item);
      first = false;
    }
    piece += '\n';
    if (piece.size() < kPiece) continue;
    sink(piece);
    piece.clear();
  }
  sink(piece);
}

}  // namespace privet
