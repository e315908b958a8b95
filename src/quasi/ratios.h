// SPDX-License-Identifier: Apache-2.0
// How much a set of columns gives away, exactly.
// distinct ratio: different combinations of values / rows. separation ratio: pairs of rows that
// differ in one of the columns / all pairs. A table of one row counts as wholly separated.
// Reference: Motwani, Xu, "Efficient Algorithms for Masking and Finding Quasi-Identifiers" (2008),
// section 1.1.
// Cost: linear in rows times columns, by grouping.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/run.h"
#include "quasi/codes.h"
#include "quasi/partition.h"

namespace privet::quasi {

struct Ratios {
  std::uint64_t rows = 0;
  Tally tally;

  [[nodiscard]] double distinct() const {
    return rows == 0 ? 1.0 : static_cast<double>(tally.groups) / static_cast<double>(rows);
  }
  [[nodiscard]] double separation() const {
    const std::uint64_t pairs = pairs_of(rows);
    return pairs == 0 ? 1.0
                      : static_cast<double>(1.0L - static_cast<long double>(tally.unseparated) /
                                                       static_cast<long double>(pairs));
  }
  [[nodiscard]] bool key() const { return tally.unseparated == 0; }
};

// The ratios of these columns together; no columns are one group.
[[nodiscard]] Ratios measure(const Codes& codes, std::span<const std::size_t> columns,
                             const Run& run);

struct SubsetRatios {
  std::vector<std::size_t> columns;
  Ratios ratios;
};
// The ratios of every set of at least one and at most `max_size` of the columns, smaller sets
// first, then in the order of the columns. Throws Error{Usage} beyond kMaxSubsets sets.
inline constexpr std::uint64_t kMaxSubsets = 1U << 22U;
[[nodiscard]] std::vector<SubsetRatios> measure_subsets(const Codes& codes, std::size_t max_size,
                                                        const Run& run);

// The least and greatest separation ratio that `distinct` leaves possible in a table of `rows`: all
// repeated rows in one group, or all in groups of two.
[[nodiscard]] std::pair<double, double> separation_bounds(double distinct, std::uint64_t rows);

// floor(fraction * count), where a product within rounding error of a whole number is that number,
// so that 0.3 of 10 is 3.
[[nodiscard]] std::uint64_t part_of(double fraction, std::uint64_t count);

}  // namespace privet::quasi
