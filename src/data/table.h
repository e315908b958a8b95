// SPDX-License-Identifier: Apache-2.0
// A table in memory: columns of codes into dictionaries.
// Idea: every algorithm works on small integers; text appears only where a file is read or written.
// Threads: immutable once built, so it may be read from any number of threads.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/dictionary.h"

namespace privet {

struct Column {
  std::string name;
  Dictionary dictionary;
  std::vector<ValueId> codes;  // one per row

  [[nodiscard]] ColumnType type() const { return dictionary.type(); }
  [[nodiscard]] std::string_view text(RowId row) const { return dictionary.text(codes[row]); }
  [[nodiscard]] double number(RowId row) const { return dictionary.number(codes[row]); }
  [[nodiscard]] bool missing(RowId row) const { return dictionary.missing(codes[row]); }
};

class Table {
 public:
  Table() = default;
  // All columns must be of equal length, with distinct names.
  explicit Table(std::vector<Column> columns);

  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t columns() const { return columns_.size(); }
  [[nodiscard]] const Column& column(AttributeId id) const { return columns_[id]; }
  [[nodiscard]] std::span<const Column> all() const { return columns_; }
  [[nodiscard]] std::optional<AttributeId> find(std::string_view name) const;
  // Throws Error{Usage} naming the nearest column if there is none of this name. `parameter` is who
  // asked ("--quasi").
  [[nodiscard]] AttributeId require(std::string_view name, std::string_view parameter) const;

  // The rows, in this order (repeats allowed), with the dictionaries kept as they are.
  [[nodiscard]] Table select_rows(std::span<const RowId> rows) const;
  // The columns, in this order.
  [[nodiscard]] Table select_columns(std::span<const AttributeId> columns) const;

 private:
  std::vector<Column> columns_;
  std::size_t rows_ = 0;
};

// Builds a column from texts: the type is inferred (numeric if every value that is not missing is a
// number and there is at least one), or given.
[[nodiscard]] Column make_column(std::string name, const std::vector<std::string>& texts,
                                 std::optional<ColumnType> type = std::nullopt);
// A whole table from rows of texts, for tests and small inputs.
[[nodiscard]] Table make_table(const std::vector<std::string>& names,
                               const std::vector<std::vector<std::string>>& rows);

// Texts that stand for a missing value in every reader: empty, ?, NA, N/A, NaN, NULL (any case).
[[nodiscard]] bool is_missing_text(std::string_view text);

}  // namespace privet
