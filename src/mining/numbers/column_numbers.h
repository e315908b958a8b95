// SPDX-License-Identifier: Apache-2.0
// Columns as numbers, for learners that compute with them; errors name the cell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/table.h"

namespace privet::mining {

// The number of each code; not a number where missing. A text column may stand in for a numeric one
// as long as all values that occur are numbers; else Error{Input} names row (from 1) and column.
[[nodiscard]] std::vector<double> numbers_of_codes(const Column& column);

// Larger numbers have no square, and sums of squares are what distances and variances are made of.
inline constexpr double kLargestToSquare = 1e150;
// Error{Input} names row and column of a number beyond that size.
void check_squares(const Column& column, std::span<const double> of_codes);

// The same for the numeric ones among these columns; those in `factors` are read as names.
void check_squares(const Table& table, std::span<const AttributeId> columns,
                   std::span<const AttributeId> factors);

// The mean of values, and their mean distance from it: squares of large values would overflow.
struct Spread {
  double mean = 0;
  double distance = 0;

  // A constant keeps the rounding of its mean, which is not variation.
  [[nodiscard]] bool varies() const;
};
template <class Value>
[[nodiscard]] Spread spread_of(std::size_t rows, const Value& value) {
  Spread out;
  for (std::size_t r = 0; r < rows; ++r) {
    out.mean += (value(r) - out.mean) / static_cast<double>(r + 1);
  }
  for (std::size_t r = 0; r < rows; ++r) {
    const double off = value(r) < out.mean ? out.mean - value(r) : value(r) - out.mean;
    out.distance += (off - out.distance) / static_cast<double>(r + 1);
  }
  return out;
}
// Nearer numbers have no square above 0. Error{Input} names a column that varies by less.
inline constexpr double kSmallestToSquare = 1e-150;
void check_spread(std::string_view column, const Spread& spread);

// Rows of numbers, row after row.
struct Matrix {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<double> cells;

  [[nodiscard]] std::span<const double> row(std::size_t r) const {
    return std::span(cells).subspan(r * columns, columns);
  }
  [[nodiscard]] std::span<double> row(std::size_t r) {
    return std::span(cells).subspan(r * columns, columns);
  }
  bool operator==(const Matrix&) const = default;
};

// The columns as a matrix. A missing value is Error{Input}: distances have no use for it; and so is
// a number too large for them.
[[nodiscard]] Matrix points_of(const Table& table, std::span<const AttributeId> columns);

// Who knows of how many rows something is true. A table in memory has all rows; parties that hold
// rows of one table add their numbers, so that all of them make the same columns and classes.
class Census {
 public:
  virtual ~Census() = default;
  // Of own rows -> of all rows.
  [[nodiscard]] virtual std::vector<std::uint64_t> count(std::vector<std::uint64_t> own) = 0;
};
// Of a table with all rows.
class OwnCensus final : public Census {
 public:
  [[nodiscard]] std::vector<std::uint64_t> count(std::vector<std::uint64_t> own) override {
    return own;
  }
};

// Columns of a regression: numeric ones as they are, others (and those in `factors`) as one 0/1
// column for each value but the first, named column + value. Rows with a missing value are left
// out.
struct Factor {
  std::string column;
  std::string reference;            // the value that all 0 stands for
  std::vector<std::string> values;  // those with a column of their own, named column + value

  bool operator==(const Factor&) const = default;
};
struct Design {
  std::vector<std::string> names;
  std::vector<std::uint32_t> of_column;  // of each name: its position among the columns asked for
  std::vector<Factor> factors;           // the columns that are 0/1 columns here
  Matrix x;
  std::vector<RowId> rows;  // the table's row of each row of x
  std::size_t dropped = 0;
};
[[nodiscard]] Design design_of(const Table& table, std::span<const AttributeId> columns,
                               std::span<const AttributeId> factors,
                               const std::vector<bool>& usable);
// The same where others have more rows: a value has a column if it occurs anywhere.
[[nodiscard]] Design design_of(const Table& table, std::span<const AttributeId> columns,
                               std::span<const AttributeId> factors,
                               const std::vector<bool>& usable, Census& census);

}  // namespace privet::mining
