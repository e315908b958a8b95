// SPDX-License-Identifier: Apache-2.0
// Answers Mondrian's questions from a table in this process.
// Idea: the records' positions lie row by row in one array that every cut rearranges, so a
// partition is a slice and each question one pass over it. The extents of both halves fall out of
// the pass that parts them. Threads: each batch is shared out over the run's pool; one batch at a
// time.
#pragma once

#include <memory>
#include <span>

#include "anonymize/classes/attribute_order.h"
#include "anonymize/mondrian/counting_partitions.h"
#include "anonymize/problem.h"

namespace privet {

class PlainPartitions : public CountingPartitions {
 public:
  // The recoding in which each of these partitions is a class; together they must hold every
  // record of the groups, and the others are suppressed. Boxes are as tight as the records they
  // hold.
  [[nodiscard]] virtual Recoding recoding(std::span<const PartitionId> classes) const = 0;
};

// The groups of records are the partitions 0, 1, ...; the first is the root if there is no other.
// `problem`, `orders` and `run` must outlive the result.
[[nodiscard]] std::unique_ptr<PlainPartitions> make_plain_partitions(
    const Problem& problem, std::span<const AttributeOrder> orders,
    std::span<const std::span<const RowId>> groups, const Run& run);

}  // namespace privet
