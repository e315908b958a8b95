// SPDX-License-Identifier: Apache-2.0
#include "job/input/basket_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "base/counted.h"
#include "base/error.h"
#include "data/baskets/read_fimi.h"
#include "data/formats/open_table.h"
#include "data/memory_input.h"
#include "mining/rules/rules.h"

namespace privet::job {
namespace {

// In the order of BasketFormat, after Detect.
constexpr std::array<std::string_view, 4> kFormats{"fimi", "lines", "pairs", "table"};

bool is_csv_name(const std::string& path) {
  return path.ends_with(".csv") || path.ends_with(".csv.gz");
}

// A header read as a basket would silently be wrong.
void refuse_table(const std::string& path, std::string_view hint, const Run& run) {
  const auto names = table_header(path, run);
  if (names.empty()) return;
  constexpr std::size_t kMost = 5;
  const auto end = names.begin() + static_cast<std::ptrdiff_t>(std::min(kMost, names.size()));
  throw Error(
      ErrorCode::Input,
      fmt::format("this looks like a table with the columns {}{}, not like baskets; {}",
                  fmt::join(names.begin(), end, ", "), names.size() > kMost ? ", ..." : "", hint),
      {.file = path});
}

BasketFormat detected(const BasketInput& input) {
  if (!input.merge_by.empty() || !input.item_column.empty()) return BasketFormat::Pairs;
  // In memory a table cannot be taken for baskets.
  if (loaned_input(input.path).table) return BasketFormat::Table;
  return is_csv_name(input.path) ? BasketFormat::Lines : BasketFormat::Fimi;
}

Baskets read_table_baskets(const std::string& path, const Run& run) {
  const Table table = read_table({.path = path, .csv = {.columns = {.ask = false}}}, run).table;
  std::vector<AttributeId> columns(table.columns());
  std::iota(columns.begin(), columns.end(), AttributeId{0});
  return mining::baskets_of(table, columns);
}

Baskets read_lines(const BasketInput& input, const Run& run) {
  if (input.format == BasketFormat::Detect) {
    refuse_table(input.path,
                 "--format table makes items such as COLUMN=VALUE of its cells, --merge-by and "
                 "--item-column read one row per item, --format lines takes every line, the "
                 "first too, as a basket",
                 run);
  }
  CsvOptions options;
  options.header = false;
  return read_basket_lines(input.path, options, run).baskets;
}

// Blank lines are baskets without items, as a release has them where everything was suppressed.
// Elsewhere they are often slips, and count in every share: so they are said.
Baskets read_lines_of_items(const std::string& path, const Run& run) {
  Baskets out = std::move(read_fimi(path, run).baskets);
  std::size_t blank = 0;
  std::size_t first = 0;
  for (BasketId b = 0; b < out.size(); ++b) {
    if (out.basket(b).empty() && blank++ == 0) first = static_cast<std::size_t>(b) + 1;
  }
  if (blank > 0) {
    run.warn(fmt::format("{}:{}: {} blank and {} as {} without items; remove {} if that is wrong",
                         path, first,
                         blank == 1 ? "this line is" : counted(blank, "line") + " from here on are",
                         blank == 1 ? "counts" : "count", blank == 1 ? "a basket" : "baskets",
                         blank == 1 ? "it" : "them"));
  }
  return out;
}

Baskets read_format(const BasketInput& input, const Run& run) {
  switch (input.format == BasketFormat::Detect ? detected(input) : input.format) {
    case BasketFormat::Pairs:
      return read_basket_csv(input.path, input.merge_by, input.item_column,
                             {.columns = {.ask = false}}, run)
          .baskets;
    case BasketFormat::Table:
      return read_table_baskets(input.path, run);
    case BasketFormat::Lines:
      return read_lines(input, run);
    case BasketFormat::Detect:
    case BasketFormat::Fimi:
      break;
  }
  return read_lines_of_items(input.path, run);
}

}  // namespace

Parameter basket_file() {
  return {.name = "file",
          .kind = ParameterKind::File,
          .summary = "The baskets: FIMI (one basket per line) or CSV, plain or .gz.",
          .placeholder = "FILE",
          .required = true};
}

std::vector<Parameter> basket_parameters() {
  return {{.name = "format",
           .kind = ParameterKind::Choice,
           .summary = "fimi: items separated by spaces; lines: CSV, one basket per line; pairs: "
                      "CSV with a header, one row per item; table: CSV with a header, one basket "
                      "per row, with items COLUMN=VALUE. Detected from the file's name and the "
                      "other options if not given.",
           .placeholder = "FORMAT",
           .choices = kFormats},
          {.name = "merge-by",
           .kind = ParameterKind::Column,
           .summary =
               "For pairs: the column that names the person; all rows of a person make one basket.",
           .placeholder = "COLUMN"},
          {.name = "item-column",
           .kind = ParameterKind::Column,
           .summary = "For pairs: the column that names the item.",
           .placeholder = "COLUMN"}};
}

BasketInput basket_input(const Settings& settings) {
  BasketInput out{.path = settings.text("file")};
  if (settings.given("format")) {
    const auto* const name = std::find(kFormats.begin(), kFormats.end(), settings.text("format"));
    out.format = static_cast<BasketFormat>(1 + (name - kFormats.begin()));
  }
  if (settings.given("merge-by")) out.merge_by = settings.text("merge-by");
  if (settings.given("item-column")) out.item_column = settings.text("item-column");
  const bool pairs = out.format == BasketFormat::Detect ? detected(out) == BasketFormat::Pairs
                                                        : out.format == BasketFormat::Pairs;
  for (const auto* needed : {"merge-by", "item-column"}) {
    if (!pairs || settings.given(needed)) continue;
    throw Error(ErrorCode::Usage, "pairs need both --merge-by and --item-column",
                {.parameter = fmt::format("--{}", needed)});
  }
  return out;
}

Baskets read_basket_input(const BasketInput& input, const Run& run) {
  Baskets baskets = read_format(input, run);
  if (baskets.size() == 0) {
    throw Error(ErrorCode::Input, "the file has no baskets", {.file = input.path});
  }
  return baskets;
}

Baskets read_fimi_baskets(const std::string& path, const Run& run) {
  if (is_csv_name(path)) {
    refuse_table(path, "without --baskets its cells are items such as COLUMN=VALUE", run);
  }
  return read_lines_of_items(path, run);
}

}  // namespace privet::job
