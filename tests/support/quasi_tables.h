// SPDX-License-Identifier: Apache-2.0
// Small tables for the tests of quasi-identifiers, and answers by looking at every pair of rows.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/sampling.h"
#include "data/table.h"
#include "quasi/codes.h"

namespace privet::testing_support {

// Table 1 of Motwani and Xu (2008).
inline Table people_of_table_1() {
  return make_table({"age", "sex", "state"}, {{"20", "Female", "CA"},
                                              {"30", "Female", "CA"},
                                              {"40", "Female", "TX"},
                                              {"20", "Male", "NY"},
                                              {"40", "Male", "CA"}});
}

// Values skewed towards 0; column c has about 2 to `widest` of them, and every third column copies
// the one before it now and then, so that columns depend on each other.
inline quasi::Codes random_codes(std::size_t rows, std::size_t columns, std::size_t widest,
                                 std::uint64_t seed) {
  Sampler sampler(seed);
  std::vector<std::vector<ValueId>> out(columns);
  for (std::size_t c = 0; c < columns; ++c) {
    const std::uint64_t values = 2 + sampler.below(widest - 1);
    for (std::size_t r = 0; r < rows; ++r) {
      const std::uint64_t value = sampler.below(sampler.below(values) + 1);
      const bool copied = c % 3 == 2 && sampler.below(3) != 0;
      out[c].push_back(copied ? out[c - 1][r] : static_cast<ValueId>(value));
    }
  }
  return quasi::Codes(std::move(out));
}

inline bool differ(const quasi::Codes& codes, const std::vector<std::size_t>& columns, RowId a,
                   RowId b) {
  for (const std::size_t c : columns) {
    if (codes.column(c)[a] != codes.column(c)[b]) return true;
  }
  return false;
}

inline std::uint64_t unseparated_by_pairs(const quasi::Codes& codes,
                                          const std::vector<std::size_t>& columns) {
  std::uint64_t out = 0;
  for (RowId a = 0; a < codes.rows(); ++a) {
    for (RowId b = a + 1; b < codes.rows(); ++b) out += differ(codes, columns, a, b) ? 0 : 1;
  }
  return out;
}

inline std::uint64_t groups_by_pairs(const quasi::Codes& codes,
                                     const std::vector<std::size_t>& columns) {
  std::uint64_t out = 0;
  for (RowId a = 0; a < codes.rows(); ++a) {
    bool first = true;
    for (RowId b = 0; b < a && first; ++b) first = differ(codes, columns, a, b);
    out += first ? 1 : 0;
  }
  return out;
}

inline std::vector<std::size_t> columns_of_mask(std::uint64_t mask) {
  std::vector<std::size_t> out;
  for (std::size_t c = 0; c < 64; ++c) {
    if ((mask >> c & 1U) != 0) out.push_back(c);
  }
  return out;
}

}  // namespace privet::testing_support
