// SPDX-License-Identifier: Apache-2.0
// The greedy searches: columns added one by one, each time the one that separates most of the pairs
// not yet separated (to find a key), or least (to mask). Idea: "pairs not yet separated" are
// counted by grouping, never listed. To find, a gain never grows as columns are added, so an old
// gain is an upper bound, and a column whose bound is below the best gain need not be counted
// again. With weights, gain is taken for a unit of cost or utility. Reference: Motwani, Xu (2008),
// sections 2.2, 2.5 and 3; Minoux, "Accelerated greedy algorithms" (1978). Cost: a step counts the
// remaining columns over the rows that are not yet alone.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/run.h"
#include "quasi/codes.h"
#include "quasi/counted_table.h"
#include "quasi/partition.h"
#include "quasi/sample/pair_sample.h"

namespace privet::quasi {

struct Picks {
  std::vector<std::size_t> columns;  // in the order they were picked
  std::uint64_t unseparated = 0;     // pairs left (of the table or of the sample)
  std::uint64_t groups = 0;          // of a table; 0 for a sample of pairs
};

// Cost or utility of a column: all 1 if empty.
using Weights = std::span<const double>;

// Picks until at most `allowed` pairs are left, or no column separates any more. Equal gains go to
// the earlier column.
[[nodiscard]] Picks pick_most(const Codes& codes, Weights weights, std::uint64_t allowed,
                              const Run& run);
[[nodiscard]] Picks pick_most(const CountedTable& table, Weights weights, std::uint64_t allowed,
                              const Run& run);
[[nodiscard]] Picks pick_most(const PairSample& pairs, Weights weights, std::uint64_t allowed,
                              const Run& run);

enum class Measure { Separation, Distinct };
// Picks columns as long as at most `bound` pairs are separated, or at most `bound` groups made.
[[nodiscard]] Picks pick_least(const Codes& codes, Weights weights, Measure measure,
                               std::uint64_t bound, const Run& run);
[[nodiscard]] Picks pick_least(const PairSample& pairs, Weights weights, std::uint64_t bound,
                               const Run& run);

}  // namespace privet::quasi
