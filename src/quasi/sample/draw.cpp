// SPDX-License-Identifier: Apache-2.0
#include "quasi/sample/draw.h"

#include <algorithm>
#include <numeric>
#include <unordered_set>

#include "base/error.h"

namespace privet::quasi {

std::vector<RowId> draw_rows(std::uint64_t rows, std::uint64_t count, Sampler& sampler) {
  std::vector<RowId> out;
  if (count >= rows) {
    out.resize(rows);
    std::iota(out.begin(), out.end(), RowId{0});
    return out;
  }
  // Floyd: the i-th draw is from the first rows - count + i + 1; a repeat takes the newest instead.
  std::unordered_set<RowId> taken;
  taken.reserve(count);
  for (std::uint64_t i = rows - count; i < rows; ++i) {
    const auto row = static_cast<RowId>(sampler.below(i + 1));
    if (!taken.insert(row).second) taken.insert(static_cast<RowId>(i));
  }
  out.assign(taken.begin(), taken.end());
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<RowPair> draw_pairs(std::uint64_t rows, std::uint64_t count, Sampler& sampler) {
  PRIVET_CHECK(rows >= 2);
  std::vector<RowPair> out;
  out.reserve(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t a = sampler.below(rows);
    const std::uint64_t b = sampler.below(rows - 1);
    out.emplace_back(static_cast<RowId>(a), static_cast<RowId>(b < a ? b : b + 1));
  }
  return out;
}

std::vector<RowPair> draw_pairs_from_sample(std::uint64_t population, std::uint64_t sample,
                                            std::uint64_t count, Sampler& sampler) {
  PRIVET_CHECK(population >= 2 && sample >= std::min(population, 2 * count));
  std::vector<RowPair> out;
  out.reserve(count);
  std::uint64_t seen = 0;  // the first rows of the sample
  for (std::uint64_t i = 0; i < count; ++i) {
    std::uint64_t a = sampler.below(population);
    if (a >= seen) a = seen++;
    // The other row is one of population - 1, of which seen - 1 have been seen.
    std::uint64_t b = sampler.below(population - 1);
    if (b + 1 >= seen) {
      b = seen++;
    } else if (b >= a) {
      ++b;
    }
    out.emplace_back(static_cast<RowId>(a), static_cast<RowId>(b));
  }
  return out;
}

}  // namespace privet::quasi
