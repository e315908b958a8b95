// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/thread_pool.h"
#include "data/csv/csv_columns_internal.h"

namespace privet::detail {
namespace {

constexpr std::size_t kPoll = 1U << 14U;  // values between two looks at the wish to stop

// One dictionary of a column out of those of the threads, and each thread's way into it.
struct Merged {
  TextPool pool;
  std::vector<std::vector<ValueId>> ways;  // [worker][its number] -> number in pool
};

Merged merge(CsvParts& parts, std::size_t column, const Run& run) {
  Merged out;
  out.pool = std::move(parts.pools[0][column]);
  out.ways.resize(parts.pools.size());
  for (std::size_t id = 0; id < out.pool.size(); ++id) {
    out.ways[0].push_back(static_cast<ValueId>(id));
  }
  for (std::size_t worker = 1; worker < parts.pools.size(); ++worker) {
    const TextPool& pool = parts.pools[worker][column];
    out.ways[worker].reserve(pool.size());
    for (std::size_t id = 0; id < pool.size(); ++id) {
      if (id % kPoll == 0) run.check_cancelled();
      out.ways[worker].push_back(out.pool.intern(pool.text(static_cast<ValueId>(id))));
    }
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

// The first row whose value is neither missing nor a number.
std::optional<NotANumber> first_word(const CsvParts& parts, const Merged& merged,
                                     const std::vector<bool>& missing, std::size_t column) {
  std::vector<bool> word(missing.size());
  bool any = false;
  for (std::size_t id = 0; id < word.size(); ++id) {
    word[id] = !missing[id] && !parse_number(merged.pool.text(static_cast<ValueId>(id)));
    any = any || word[id];
  }
  if (!any) return std::nullopt;
  std::size_t row = 0;
  for (const CsvPiece& piece : parts.pieces) {
    for (std::size_t i = 0; i < piece.rows; ++i, ++row) {
      const ValueId id = merged.ways[piece.worker][parts.codes[column][piece.first_row + i]];
      if (word[id]) return NotANumber{row, column, std::string(merged.pool.text(id))};
    }
  }
  return std::nullopt;
}

Column make_one(CsvParts& parts, std::size_t column, std::string name,
                std::optional<ColumnType> type, std::optional<NotANumber>& wrong, const Run& run) {
  Merged merged = merge(parts, column, run);
  std::vector<bool> missing;
  missing.reserve(merged.pool.size());
  for (const auto& text : merged.pool.texts()) missing.push_back(is_missing_text(text));
  if (type == ColumnType::Numeric) {
    wrong = first_word(parts, merged, missing, column);
    if (wrong) return {};
  }
  const ColumnType chosen = type ? *type : infer_type(merged.pool.texts(), missing, run);
  run.check_cancelled();
  std::vector<ValueId> order;
  Dictionary dictionary(chosen, merged.pool.texts(), missing, &order);
  for (auto& way : merged.ways) {
    for (ValueId& id : way) id = order[id];
  }
  // The threads' dictionaries hold texts that the merged one refers to: they go last, together.
  for (auto& pools : parts.pools) pools[column] = TextPool();
  std::vector<ValueId> codes = std::move(parts.codes[column]);
  translate(parts, merged.ways, codes, run);
  return {std::move(name), std::move(dictionary), std::move(codes)};
}

}  // namespace

ColumnType infer_type(const std::vector<std::string_view>& values, const std::vector<bool>& missing,
                      const Run& run) {
  bool numbers = false;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i % kPoll == 0) run.check_cancelled();
    if (missing[i]) continue;
    if (!parse_number(values[i])) return ColumnType::Text;
    numbers = true;
  }
  return numbers ? ColumnType::Numeric : ColumnType::Text;
}

std::vector<Column> make_columns(CsvParts& parts, std::vector<std::string> names,
                                 const std::vector<std::optional<ColumnType>>& types,
                                 std::optional<NotANumber>& wrong, const Run& run) {
  std::vector<Column> columns(names.size());
  std::vector<std::optional<NotANumber>> found(names.size());
  run.pool().parallel_for(names.size(), [&](std::size_t c) {
    columns[c] = make_one(parts, c, std::move(names[c]), types[c], found[c], run);
  });
  for (const auto& candidate : found) {
    if (candidate && (!wrong || candidate->row < wrong->row)) wrong = candidate;
  }
  return columns;
}

}  // namespace privet::detail
