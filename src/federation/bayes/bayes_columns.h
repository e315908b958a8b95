// SPDX-License-Identifier: Apache-2.0
// What one party brings to a naive Bayes model over columns: its columns as entries.
// Idea: a row is a vector of bits, one for each value of a nominal column and one for "has a
// number" of each numeric column; the model has a number for each entry and class. Numbers are
// given in standard deviations from the column's mean, both of which only the party knows, with
// `fraction` bits after the point: whatever unit a column has, one range fits all. Shifting and
// scaling a column changes all classes' scores by the same amount, which the party puts back
// (bayes_model.h). Values must lie within kFarthest deviations of the mean; those that a model is
// learned from always do.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "crypto/bit_vector.h"
#include "data/table.h"
#include "mining/class_label.h"

namespace privet::federation {

inline constexpr std::size_t kMostBayesRows = std::size_t{1} << 20U;
inline constexpr unsigned kFarthestBits = 10;
inline constexpr double kFarthest = 1024;  // deviations

// Bits after the point of standardised numbers, so that sums of squares of this many rows fit.
[[nodiscard]] unsigned number_fraction(std::size_t rows);

inline constexpr std::uint32_t kNoEntry = std::numeric_limits<std::uint32_t>::max();

struct BayesRows {
  std::vector<std::vector<std::uint32_t>> entries;    // by column, row: the bit that is set, if any
  std::vector<std::vector<std::uint64_t>> numbers;    // by numeric column, row; 0 where missing
  std::vector<std::vector<std::uint64_t>> presences;  // the same: 1 where there is a number
};

class BayesColumns {
 public:
  struct Known {
    std::string name;
    bool numeric = false;
    std::vector<std::string> values;  // nominal
    std::uint32_t first = 0;          // entry
    double mean = 0;                  // numeric, as the deviation
    double deviation = 0;
  };

  BayesColumns() = default;
  // All columns but the class.
  BayesColumns(const Table& table, std::optional<AttributeId> class_column, unsigned fraction);
  // As they were saved.
  BayesColumns(std::vector<Known> columns, unsigned fraction);

  [[nodiscard]] const std::vector<Known>& columns() const { return columns_; }
  [[nodiscard]] std::size_t entries() const { return entries_; }
  // By column: how many values it has; 0: it is numeric.
  [[nodiscard]] std::vector<std::uint64_t> sizes() const;
  // Of each numeric column: -ln(2 pi) - ln of its squared deviation, as a fixed-point number of the
  // scores.
  [[nodiscard]] std::vector<std::uint64_t> unit_constants() const;
  // These columns of a table's rows. A value that is not known has no entry. Throws Error{Input},
  // naming `parameter`, for a column that is missing there and a number that is too far.
  [[nodiscard]] BayesRows rows_of(const Table& table, std::string_view parameter) const;

 private:
  void number_entries();

  std::vector<Known> columns_;
  std::size_t entries_ = 0;
  unsigned fraction_ = 0;
};

// The bits of one row.
[[nodiscard]] crypto::BitVector row_bits(const BayesRows& rows, std::size_t row,
                                         std::size_t entries);

}  // namespace privet::federation
