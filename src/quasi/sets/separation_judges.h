// SPDX-License-Identifier: Apache-2.0
// Judges of "separates enough pairs": of rows (a sample or the whole table), of sampled pairs, and
// of a whole table with a sample to guide the widening.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <unordered_map>

#include "base/run.h"
#include "quasi/codes.h"
#include "quasi/counted_table.h"
#include "quasi/sample/pair_sample.h"
#include "quasi/sets/border_search.h"
#include "quasi/sets/set_counter.h"

namespace privet::quasi {

// Enough: at most `allowed` pairs of the rows stay unseparated. `codes` must outlive the judge.
[[nodiscard]] std::unique_ptr<Judge> judge_rows(const Codes& codes, std::uint64_t allowed,
                                                const Run& run);
// Enough: at most `allowed` of the sampled pairs stay unseparated.
[[nodiscard]] std::unique_ptr<Judge> judge_pairs(const PairSample& pairs, std::uint64_t allowed,
                                                 const Run& run);
// The pairs left unseparated by sets that were found to be enough.
using SetCounts = std::unordered_map<ColumnSet, std::uint64_t, ColumnSetHash>;
// Exact, over a large table. The guide only proposes how far to widen; each proposal is checked.
// What was counted of sets that are enough goes to `counts`.
[[nodiscard]] std::unique_ptr<Judge> judge_whole(const SetCounter& counter, std::uint64_t allowed,
                                                 Judge& guide, SetCounts& counts, const Run& run);

// Exact, over a table that is only counted. What was counted goes to `counts`.
[[nodiscard]] std::unique_ptr<Judge> judge_counted(const CountedTable& table, std::uint64_t allowed,
                                                   SetCounts& counts, const Run& run);

// Calls task(i, work) for all i, spread over the threads.
void count_in_parallel(std::size_t count, const Run& run,
                       const std::function<void(std::size_t, SetCounter::Work&)>& task);

}  // namespace privet::quasi
