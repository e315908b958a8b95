// SPDX-License-Identifier: Apache-2.0
// Draws rows and pairs of rows at random. Seeded: sampling protects nobody, and an answer that can
// be repeated can be checked.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/sampling.h"
#include "data/dictionary.h"

namespace privet::quasi {

// `count` of the rows 0 to rows - 1, without repeats, ascending; all of them if count >= rows.
[[nodiscard]] std::vector<RowId> draw_rows(std::uint64_t rows, std::uint64_t count,
                                           Sampler& sampler);

using RowPair = std::pair<RowId, RowId>;
// `count` pairs of different rows, each drawn independently of the others. Requires rows >= 2.
[[nodiscard]] std::vector<RowPair> draw_pairs(std::uint64_t rows, std::uint64_t count,
                                              Sampler& sampler);
// The same out of a sample without repeats from `population` rows, whose order is random: a row of
// a pair is one seen before as often as it would be in the population, and the next of the sample
// otherwise, so the pairs are as independent as pairs of the population. Requires
// sample >= min(population, 2 * count) and population >= 2.
[[nodiscard]] std::vector<RowPair> draw_pairs_from_sample(std::uint64_t population,
                                                          std::uint64_t sample, std::uint64_t count,
                                                          Sampler& sampler);

}  // namespace privet::quasi
