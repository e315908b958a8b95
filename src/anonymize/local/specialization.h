// SPDX-License-Identifier: Apache-2.0
// How a group of records is best divided along one attribute's hierarchy.
// Idea: the lowest node that covers the group's values is replaced by its children. A child whose
// records satisfy the models becomes a group of its own; the others stay together at the node, as
// the remainder, and if the models do not hold for them, the smallest child joins them until they
// do. Of the attributes the one is taken that saves most loss for each bit by which the records are
// divided: splitting uses up what later splits could have used.
// Threads: one per thread, because it keeps its scratch memory.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "anonymize/classes/attribute_order.h"
#include "anonymize/problem.h"

namespace privet {

// The records as positions in each attribute's order, row after row, then their sensitive codes.
struct PositionTable {
  std::size_t attributes = 0;
  std::size_t stride = 0;
  std::vector<std::uint32_t> cells;

  [[nodiscard]] const std::uint32_t* record(RowId row) const { return cells.data() + row * stride; }
};

[[nodiscard]] PositionTable make_positions(const Problem& problem,
                                           std::span<const AttributeOrder> orders, const Run& run);

// What it costs to show all values of an extent as one, for each record of the group: 0 for a
// single value, `weight` for all.
class ExtentLoss {
 public:
  ExtentLoss(const AttributeOrder& order, double weight);
  [[nodiscard]] double operator()(Extent extent) const {
    if (extent.low >= extent.high) return 0;
    return table_.empty() ? compute(extent) : table_[extent.low * order_->size() + extent.high];
  }

 private:
  [[nodiscard]] double compute(Extent extent) const;

  const AttributeOrder* order_;
  double scale_;               // weight over (values - 1)
  std::vector<double> table_;  // [low * positions + high], where there are few positions
};

struct Division {
  double score = 0;                    // 0: the group cannot be divided
  std::vector<std::uint32_t> part_of;  // [place in the group]
  std::size_t parts = 0;
};

class Specializer {
 public:
  // The arguments must outlive it.
  Specializer(const Problem& problem, std::span<const AttributeOrder> orders,
              std::span<const ExtentLoss> losses, const PositionTable& table);

  // The best division of a group along one hierarchy, into parts for which the models hold; score 0
  // if there is none.
  [[nodiscard]] Division best(std::span<const RowId> group);
  // The best division in two between two records far apart, whatever the hierarchies say; score 0
  // if there is none that saves anything.
  [[nodiscard]] Division between_far_records(std::span<const RowId> group);
  // Whether the models hold for these records as one class.
  [[nodiscard]] bool holds(std::span<const RowId> group);

 private:
  struct Child {
    std::size_t size = 0;
    Extent extent = {};
    bool holds = false;
    bool in_remainder = false;
  };

  void find_children(std::span<const RowId> group, std::size_t a, Extent extent);
  [[nodiscard]] std::size_t child_of(std::uint32_t position) const;
  [[nodiscard]] bool holds(std::size_t size, const std::uint32_t* counts);
  [[nodiscard]] bool complete_remainder();
  [[nodiscard]] double score(std::size_t a, Extent extent, std::size_t size);
  // How far a class is from breaking the models, each in units of its own; those that break have 0.
  void find_slack(std::size_t size, const std::uint32_t* counts, std::vector<double>& slack);
  [[nodiscard]] double distance(const std::uint32_t* x, const std::uint32_t* y) const;
  [[nodiscard]] RowId farthest(std::span<const RowId> group, const std::uint32_t* from) const;

  const Problem& problem_;
  std::span<const AttributeOrder> orders_;
  std::span<const ExtentLoss> losses_;
  const PositionTable& table_;
  std::size_t smallest_;
  std::vector<std::uint32_t> value_starts_;  // of the sensitive attributes in a histogram
  std::vector<std::uint32_t> starts_;        // first positions of the children
  std::vector<Child> children_;
  std::vector<std::uint32_t> counts_;  // [child][sensitive value]
  std::vector<std::uint32_t> remainder_counts_;
  std::vector<std::span<const std::uint32_t>> views_;
  std::vector<double> slack_;       // of the group
  std::vector<double> part_slack_;  // of a part
};

}  // namespace privet
