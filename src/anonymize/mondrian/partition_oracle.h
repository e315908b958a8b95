// SPDX-License-Identifier: Apache-2.0
// The questions Mondrian asks about the records. This interface is all that a run may learn about
// them: whoever answers (one process with the table, or several sites by a secure protocol)
// discloses these answers and nothing else. Questions come in batches, all partitions of a level at
// once, so that rounds grow with depth and not with records. Positions are ranks in an attribute's
// order (anonymize/classes/attribute_order.h), which everybody knows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "anonymize/classes/attribute_order.h"
#include "anonymize/classes/extent.h"
#include "anonymize/mondrian/mondrian_options.h"
#include "base/id.h"

namespace privet {

using PartitionId = Id<struct PartitionTag>;

// Records with a smaller position than `position` go left; of those at it, the first `ties_left`
// too. With an `end`, the records at positions from `position` to before `end` go left, all others
// right: one child of a hierarchy's node against the rest.
struct Cut {
  PartitionId partition = 0;
  std::uint32_t attribute = 0;
  std::uint32_t position = 0;
  std::uint32_t end = 0;  // 0: none
  std::size_t ties_left = 0;
  std::size_t left = 0;   // how many records go left
  std::size_t right = 0;  // and right
};

struct Halves {
  PartitionId left = 0;
  PartitionId right = 0;
};

// A question for the best allowed cut of each of some partitions. Everything in it follows from
// sizes and extents, which everybody knows.
struct CutQuestion {
  std::span<const PartitionId> partitions;
  std::span<const std::size_t> sizes;
  std::span<const Extent> extents;  // one for each attribute, partition after partition
  // [i * attributes + r]: the attribute of partition i with the r-th best score that is known
  // before any cut; attributes of one value are left out, and useful[i] is how many remain.
  std::span<const std::uint32_t> ranked;
  std::span<const std::uint32_t> useful;
  std::span<const AttributeOrder> orders;
  const MondrianOptions& options;
};

class PartitionOracle {
 public:
  virtual ~PartitionOracle() = default;

  // The partition of all records.
  [[nodiscard]] virtual PartitionId root() const = 0;
  [[nodiscard]] virtual std::vector<std::size_t> sizes(std::span<const PartitionId> partitions) = 0;
  // One extent for each attribute, partition after partition.
  [[nodiscard]] virtual std::vector<Extent> extents(std::span<const PartitionId> partitions) = 0;
  // Whether every privacy model holds on each partition as it is.
  [[nodiscard]] virtual std::vector<std::uint8_t> satisfied(
      std::span<const PartitionId> partitions) = 0;
  // Of each partition the best cut after which every privacy model holds on both sides, or none:
  // the attributes in the order of their scores, of each the cuts at its median, the better
  // balanced first; cuts after which a half shows another group of a hierarchy before all others.
  // Of a refused cut only the refusal is disclosed.
  [[nodiscard]] virtual std::vector<std::optional<Cut>> best_cuts(const CutQuestion& question) = 0;
  // Carries the cuts out, at most one per partition; the partitions that were cut no longer exist.
  virtual std::vector<Halves> split(std::span<const Cut> cuts) = 0;
};

}  // namespace privet
