// SPDX-License-Identifier: Apache-2.0
// The true minimum key, where it can be had.
// Idea: a key must hit the difference set of every pair of rows. Only the difference sets that
// matter are ever made: take the cheapest set that hits those known so far; if it is a key, it is
// the cheapest; if not, two rows that it leaves together have a difference set that was missing.
// Reference: Motwani, Xu (2008), section 2.2 (keys as set covers); Birnick and others, "Hitting Set
// Enumeration with Partial Information for Unique Column Combination Discovery" (2020).
// Cost: exponential in the worst case; at most ColumnSet::kLimit columns and kMaxSteps steps.
#pragma once

#include <cstdint>
#include <vector>

#include "base/run.h"
#include "quasi/codes.h"
#include "quasi/sets/greedy.h"

namespace privet::quasi {

inline constexpr std::uint64_t kMaxSteps = 20'000'000;

// The columns, ascending, of a key of least cost (fewest columns without weights). In a table with
// identical rows, which has no key: a cheapest set that separates all pairs that any columns
// separate. Throws Error{Infeasible} at the limits.
[[nodiscard]] std::vector<std::size_t> minimum_key(const Codes& codes, Weights weights,
                                                   const Run& run,
                                                   std::uint64_t max_steps = kMaxSteps);

}  // namespace privet::quasi
