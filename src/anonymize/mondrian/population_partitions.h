// SPDX-License-Identifier: Apache-2.0
// Follows the people of a population through Mondrian's cuts, beside the records of the table.
// Idea: a person goes where a record with the same quasi-identifiers would, so every partition
// knows its people. A class shows a box around its records, and counts those of its people who are
// inside. Only a lower bound on presence needs everybody to be covered: then the box is around the
// people too. Without hierarchies strict cuts make disjoint boxes, and it covers exactly them.
// Cost: one pass over the people of the open partitions a level.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "anonymize/classes/attribute_order.h"
#include "anonymize/classes/class_box.h"
#include "anonymize/mondrian/partition_oracle.h"
#include "anonymize/problem.h"

namespace privet {

class PopulationPartitions {
 public:
  // Nobody, if no model of the problem asks for a population.
  PopulationPartitions(const Problem& problem, std::span<const AttributeOrder> orders);

  [[nodiscard]] bool needed() const { return !positions_.empty(); }
  // Whether classes show their records only, not the people around them.
  [[nodiscard]] bool tight() const { return tight_; }
  // How many of the partition's people a box covers; with a cut, of those on one side of it.
  [[nodiscard]] std::size_t inside(PartitionId partition, const ClassBox& box,
                                   const Cut* cut = nullptr, bool left = false) const;
  [[nodiscard]] std::size_t people(PartitionId partition) const;
  // How many of a partition's people go left. Those at the cut go left with the ties, if there are
  // any.
  [[nodiscard]] std::size_t left(const Cut& cut) const;
  // `halves` are numbered in the order of the cuts, two per cut, after all partitions so far.
  void split(std::span<const Cut> cuts, std::span<const Halves> halves);
  // Calls use(position) for the positions, in one attribute, of the people whom a class shows.
  template <class Use>
  void each_position(PartitionId partition, std::size_t attribute, const Use& use) const {
    if (!needed() || tight_) return;
    for (std::size_t p = slices_[partition].begin; p < slices_[partition].end; ++p) {
      use(positions_[attribute][order_[p]]);
    }
  }

 private:
  struct Slice {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  [[nodiscard]] bool goes_left(std::uint32_t person, const Cut& cut) const {
    const std::uint32_t position = positions_[cut.attribute][person];
    if (cut.end != 0) return position >= cut.position && position < cut.end;
    return position < cut.position || (position == cut.position && cut.ties_left > 0);
  }

  std::vector<std::vector<std::uint32_t>> positions_;  // [attribute][person]
  std::vector<std::uint32_t> order_;                   // the people, partition by partition
  std::vector<Slice> slices_;                          // [PartitionId] of order_
  bool tight_ = false;
};

}  // namespace privet
