// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/error.h"
#include "base/shell_word.h"
#include "base/thread_pool.h"
#include "data/csv/csv_columns_internal.h"
#include "data/infer_numbers.h"
#include "data/missing_marks.h"
#include "data/value_order.h"

namespace privet::detail {
namespace {

constexpr std::size_t kPoll = 1U << 14U;  // values between two looks at the wish to stop

// The values of a column out of those that the threads saw, and each thread's way to them.
struct Merged {
  std::vector<std::string_view> texts;
  bool repeats = false;                    // some text may be there twice
  std::vector<std::vector<ValueId>> ways;  // [worker][its number] -> number in texts
  std::vector<TextPool> pools = {};        // hold what the texts are views of
};

// The texts of all threads, one after the other.
void list_all(CsvParts& parts, std::size_t column, Merged& out) {
  std::size_t total = 0;
  for (std::size_t worker = 0; worker < parts.pools.size(); ++worker) {
    const std::size_t count = parts.pools[worker][column].size();
    out.ways[worker].resize(count);
    std::iota(out.ways[worker].begin(), out.ways[worker].end(), static_cast<ValueId>(total));
    total += count;
  }
  out.texts = parts.pools[0][column].take_texts();
  out.texts.reserve(total);
  for (std::size_t worker = 1; worker < parts.pools.size(); ++worker) {
    const auto texts = parts.pools[worker][column].take_texts();
    out.texts.insert(out.texts.end(), texts.begin(), texts.end());
  }
  out.repeats = true;
}

// Each text once.
void list_different(CsvParts& parts, std::size_t column, Merged& out, const Run& run) {
  TextPool all = std::move(parts.pools[0][column]);
  out.ways[0].resize(all.size());
  std::iota(out.ways[0].begin(), out.ways[0].end(), ValueId{0});
  for (std::size_t worker = 1; worker < parts.pools.size(); ++worker) {
    const TextPool& pool = parts.pools[worker][column];
    out.ways[worker].reserve(pool.size());
    for (std::size_t id = 0; id < pool.size(); ++id) {
      if (id % kPoll == 0) run.check_cancelled();
      out.ways[worker].push_back(all.intern(pool.text(static_cast<ValueId>(id))));
    }
  }
  out.texts = all.take_texts();
  out.pools.push_back(std::move(all));
}

Merged merge(CsvParts& parts, std::size_t column, const Run& run) {
  Merged out;
  out.ways.resize(parts.pools.size());
  const bool repeats = std::any_of(parts.pools.begin(), parts.pools.end(),
                                   [&](const auto& pools) { return pools[column].repeats(); });
  if (repeats) {
    list_all(parts, column, out);
  } else {
    list_different(parts, column, out, run);
  }
  return out;
}

void follow(Merged& merged, const std::vector<ValueId>& now) {
  for (auto& way : merged.ways) {
    for (ValueId& id : way) id = now[id];
  }
}

// Takes out what is there twice. The first of each stays where it was among the others.
void drop_repeats(Merged& merged) {
  const auto order = text_order(merged.texts);
  std::vector<ValueId> first(order.size());  // of each position, the first of equal text
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::uint32_t here = position_of(order[i]);
    const std::uint32_t before = i > 0 ? position_of(order[i - 1]) : here;
    const bool again =
        i > 0 && same_key(order[i], order[i - 1]) && merged.texts[here] == merged.texts[before];
    first[here] = again ? first[before] : static_cast<ValueId>(here);
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (first[i] != i) {
      first[i] = first[first[i]];  // its place by now
      continue;
    }
    merged.texts[kept] = merged.texts[i];
    first[i] = static_cast<ValueId>(kept++);
  }
  merged.texts.resize(kept);
  merged.repeats = false;
  follow(merged, first);
}

// Reads the texts that `marked` picks as empty ones.
void empty_marked(Merged& merged, const TextTest& marked) {
  const auto& texts = merged.texts;
  if (std::none_of(texts.begin(), texts.end(), marked)) return;
  TextPool fresh;
  std::vector<ValueId> now;
  for (const auto& text : texts) now.push_back(fresh.intern(marked(text) ? "" : text));
  follow(merged, now);
  merged.texts = fresh.take_texts();
  merged.repeats = false;
  merged.pools.push_back(std::move(fresh));
}

std::vector<bool> missing_texts(const Merged& merged, const TextTest& marked) {
  std::vector<bool> out(merged.texts.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::string_view text = merged.texts[i];
    if (is_missing_text(text) || (marked && marked(text))) out[i] = true;
  }
  return out;
}

// Translates the codes and closes the gaps between the pieces, in place.
void translate(const CsvParts& parts, const std::vector<std::vector<ValueId>>& ways,
               std::vector<ValueId>& codes, const Run& run) {
  std::size_t rows = 0;
  for (const CsvPiece& piece : parts.pieces) {
    run.check_cancelled();
    const ValueId* way = ways[piece.worker].data();
    const ValueId* from = codes.data() + piece.first_row;
    ValueId* to = codes.data() + rows;
    for (std::size_t i = 0; i < piece.rows; ++i) to[i] = way[from[i]];
    rows += piece.rows;
  }
  const bool wasteful = rows < codes.size() - codes.size() / 8;
  codes.resize(rows);
  if (wasteful) codes.shrink_to_fit();
}

// The first row of the file whose value contradicts the wish: alone, or beside others (`value`).
WrongValue first_wrong(const CsvParts& parts, const Merged& merged, std::size_t value,
                       const ColumnWish& wish, std::size_t column, const Run& run) {
  std::vector<bool> wrong(merged.texts.size());
  for (std::size_t id = 0; id < wrong.size(); ++id) {
    const std::string_view text = merged.texts[id];
    wrong[id] = !is_missing_text(text) && infer_column("", {text}, {false}, wish, run).wrong;
  }
  if (std::find(wrong.begin(), wrong.end(), true) == wrong.end()) wrong[value] = true;
  std::size_t row = 0;
  for (const CsvPiece& piece : parts.pieces) {
    for (std::size_t i = 0; i < piece.rows; ++i, ++row) {
      const ValueId id = merged.ways[piece.worker][parts.codes[column][piece.first_row + i]];
      if (wrong[id]) return {row, column, std::string(merged.texts[id])};
    }
  }
  return {};
}

// What was found about one column.
struct ColumnFinding {
  InferredColumn inferred = {};
  std::optional<WrongValue> wrong = {};
};

// A column that holds numbers or dates except for dashes and points alone: these are missing
// values. Whether it is one.
bool without_dashes(Merged& merged, std::string_view name, const ColumnWish& wish,
                    InferredColumn& found, const Run& run) {
  if (ordered(found.type) || wish.type == ColumnType::Text) return false;
  const auto& texts = merged.texts;
  const auto shown = std::find_if(texts.begin(), texts.end(), is_dash_or_point);
  if (shown == texts.end()) return false;
  const std::string mark(*shown);
  InferredColumn other =
      infer_column(name, texts, missing_texts(merged, is_dash_or_point), wish, run);
  if (!ordered(other.type)) return false;
  empty_marked(merged, is_dash_or_point);
  found = std::move(other);
  if (!found.note.empty()) return true;
  found.note = fmt::format(
      "column {}: {} among its {} is read as a missing value (--type {} takes all as texts)",
      quote_for_message(name), quote_for_message(mark),
      found.type == ColumnType::Date ? "dates" : "numbers",
      shell_word(fmt::format("{}=text", name)));
  return true;
}

Column make_one(CsvParts& parts, std::size_t column, std::string name, const ColumnWish& wish,
                ColumnFinding& found, const Run& run) {
  Merged merged = merge(parts, column, run);
  const MissingMarks marks(wish.missing);
  if (!marks.empty()) {
    empty_marked(merged, [&](std::string_view text) { return marks.contains(text); });
  }
  std::vector<bool> missing = missing_texts(merged, {});
  auto numbers = infer_numbers(name, merged.texts, missing, wish, run);
  if (!numbers && merged.repeats) {
    drop_repeats(merged);
    missing = missing_texts(merged, {});
  }
  found.inferred =
      numbers ? std::move(*numbers) : infer_column(name, merged.texts, missing, wish, run);
  if (without_dashes(merged, name, wish, found.inferred, run)) missing = missing_texts(merged, {});
  if (found.inferred.wrong) {
    found.wrong = first_wrong(parts, merged, *found.inferred.wrong, wish, column, run);
    return {};
  }
  run.check_cancelled();
  std::vector<ValueId> order;
  Dictionary dictionary(found.inferred.type, merged.texts, missing, &order, found.inferred.form);
  follow(merged, order);
  // The threads' dictionaries hold texts that the merged one refers to: they go last, together.
  for (auto& pools : parts.pools) pools[column] = TextPool();
  std::vector<ValueId> codes = std::move(parts.codes[column]);
  translate(parts, merged.ways, codes, run);
  return {std::move(name), std::move(dictionary), std::move(codes)};
}

// Whether a column of plain numbers could be one of thousands written 1.234.
bool could_be_thousands(const Column& column) {
  const Dictionary& values = column.dictionary;
  if (column.type() != ColumnType::Numeric || values.form().kind != ValueForm::Kind::Point) {
    return false;
  }
  std::vector<std::string_view> texts;
  for (std::size_t v = values.missing_count(); v < values.size(); ++v) {
    texts.push_back(values.text(static_cast<ValueId>(v)));
  }
  return points_could_group(texts, std::vector<bool>(texts.size()));
}

// 1.234 may be a thousand in a file that writes 27,4.
void note_points(const std::vector<Column>& columns, ColumnFindings& out) {
  const auto comma = std::find_if(columns.begin(), columns.end(), [](const Column& column) {
    return column.type() == ColumnType::Numeric && column.dictionary.form().comma();
  });
  if (comma == columns.end()) return;
  for (const Column& column : columns) {
    if (!could_be_thousands(column)) continue;
    out.notes.push_back(fmt::format(
        "column {} is read with a decimal point, and {} with a decimal comma; if 1.234 in it means "
        "1234, say --decimal comma",
        quote_for_message(column.name), quote_for_message(comma->name)));
  }
}

}  // namespace

std::vector<Column> make_columns(CsvParts& parts, std::vector<std::string> names,
                                 const ColumnWishes& wishes, ColumnFindings& found,
                                 const Run& run) {
  std::vector<Column> columns(names.size());
  std::vector<ColumnFinding> each(names.size());
  run.pool().parallel_for(names.size(), [&](std::size_t c) {
    columns[c] = make_one(parts, c, names[c], wish_for(wishes, names[c]), each[c], run);
  });
  for (std::size_t c = 0; c < each.size(); ++c) {
    const ColumnFinding& one = each[c];
    if (one.wrong && (!found.wrong || one.wrong->row < found.wrong->row)) found.wrong = one.wrong;
    if (!one.inferred.question.empty()) {
      found.questions.push_back({names[c], one.inferred.question});
    }
    if (!one.inferred.note.empty()) found.notes.push_back(one.inferred.note);
  }
  if (!found.wrong && !wishes.decimal) note_points(columns, found);
  return columns;
}

}  // namespace privet::detail
