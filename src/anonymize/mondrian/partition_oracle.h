// SPDX-License-Identifier: Apache-2.0
// The questions Mondrian asks about the records. This interface is all that a run may learn about
// them: whoever answers (one process with the table, or several sites by a secure protocol)
// discloses these answers and nothing else. Questions come in batches, all partitions of a level at
// once, so that rounds grow with depth and not with records. Positions are ranks in an attribute's
// order (anonymize/classes/attribute_order.h), which everybody knows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "anonymize/classes/extent.h"
#include "base/id.h"

namespace privet {

using PartitionId = Id<struct PartitionTag>;

struct Probe {
  PartitionId partition = 0;
  std::uint32_t attribute = 0;
  // Blocks of positions that a cut must not divide, by their ascending first positions; empty:
  // every position is one.
  std::span<const std::uint32_t> blocks = {};
};

// The block [begin, end) that holds the median record, how many records lie below it and how many
// in it.
struct Median {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::size_t below = 0;
  std::size_t inside = 0;
};

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

class PartitionOracle {
 public:
  virtual ~PartitionOracle() = default;

  // The partition of all records.
  [[nodiscard]] virtual PartitionId root() const = 0;
  [[nodiscard]] virtual std::vector<std::size_t> sizes(std::span<const PartitionId> partitions) = 0;
  // One extent for each attribute, partition after partition.
  [[nodiscard]] virtual std::vector<Extent> extents(std::span<const PartitionId> partitions) = 0;
  [[nodiscard]] virtual std::vector<Median> medians(std::span<const Probe> probes) = 0;
  // Whether every privacy model holds on both sides of each cut: 1 yes, 0 no.
  [[nodiscard]] virtual std::vector<std::uint8_t> allowed(std::span<const Cut> cuts) = 0;
  // Whether every privacy model holds on each partition as it is.
  [[nodiscard]] virtual std::vector<std::uint8_t> satisfied(
      std::span<const PartitionId> partitions) = 0;
  // The entropy (in nats) of the class attribute after each cut, the mean over the records of both
  // sides. Asked only by a search that scores purity.
  [[nodiscard]] virtual std::vector<double> class_entropies(std::span<const Cut> cuts) = 0;
  // The entropy (in nats) of the site attribute on the left of each cut plus that on its right: the
  // larger, the more evenly both halves mix the sites. Asked only by a search that scores sites.
  [[nodiscard]] virtual std::vector<double> site_entropies(std::span<const Cut> cuts) = 0;
  // Carries the cuts out, at most one per partition; the partitions that were cut no longer exist.
  virtual std::vector<Halves> split(std::span<const Cut> cuts) = 0;
};

}  // namespace privet
