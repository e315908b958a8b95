// SPDX-License-Identifier: Apache-2.0
// Mondrian over rows that stay where they are.
// Idea: the search itself is anonymize/mondrian; the answers come from SQL (sql_partitions.h).
// First the large partitions are cut, level by level; what has become small is set aside and
// searched a number of subtrees at a time, so that the boxes in this process never are those of the
// whole table. What each class shows is written into a scratch table beside the rows.
// Cost: sql_partitions.h; memory for the boxes of kBatchRecords records.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "anonymize/classes/attribute_order.h"
#include "anonymize/mondrian/mondrian_options.h"
#include "anonymize/problem.h"
#include "engine/shard_set.h"

namespace privet::engine {

struct RecodeLimits {
  std::size_t set_aside = 250'000;  // a partition of no more records waits for its turn
  std::size_t batch = 1'000'000;    // records that are searched at a time
};

struct RecodedClasses {
  std::size_t classes = 0;
  std::size_t records = 0;
  std::size_t smallest = 0;
  std::size_t largest = 0;
  std::vector<double> set_bytes = {};  // [attribute] of the sets that are shown, in all records
};

// Fills the scratch tables "members" (place tid, class int4) and "classes" (class int4, t0 text,
// t1 text ...), from "parked" (sql_partitions.h). Throws Error{Infeasible} if the models cannot
// hold.
[[nodiscard]] RecodedClasses recode_in_engine(ShardSet& shards, const Problem& problem,
                                              std::span<const AttributeOrder> orders,
                                              const MondrianOptions& options,
                                              const RecodeLimits& limits, const Run& run);

}  // namespace privet::engine
