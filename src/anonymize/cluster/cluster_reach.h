// SPDX-License-Identifier: Apache-2.0
// A growing cluster, and what it would cost with one more record: the sum over the attributes of
// the cost of its extent widened to that record.
// Idea: that cost, as a function of the record's position, falls towards the cluster's extent and
// rises behind it. So it is tabulated once for each attribute whose extent changed, and over a box
// of records it is least at the box's nearest side and largest at one of its ends. Bounds and costs
// are summed in the same order, and rounding keeps order, so a bound never passes a cost it bounds.
// Cost: one load an attribute; widening costs the positions of the attributes that widen.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "anonymize/cluster/record_space.h"

namespace privet {

class ClusterReach {
 public:
  using Position = RecordSpace::Position;

  explicit ClusterReach(std::span<const ExtentCost> costs);

  // The cluster of this record alone.
  void start(const Position* record);
  void add(const Position* record);

  // With no further record.
  [[nodiscard]] double cost() const;
  [[nodiscard]] double cost_with(const Position* record) const {
    double sum = 0;
    for (std::size_t a = 0; a < extents_.size(); ++a) sum += reach(a, record[a]);
    return sum;
  }
  // Over all records between `low` and `high`.
  [[nodiscard]] double least(const Position* low, const Position* high) const {
    double sum = 0;
    for (std::size_t a = 0; a < extents_.size(); ++a) {
      if (low[a] > extents_[a].high) {
        sum += reach(a, low[a]);
      } else if (high[a] < extents_[a].low) {
        sum += reach(a, high[a]);
      } else {
        sum += reach(a, extents_[a].low);
      }
    }
    return sum;
  }
  [[nodiscard]] double most(const Position* low, const Position* high) const {
    double sum = 0;
    for (std::size_t a = 0; a < extents_.size(); ++a) {
      sum += std::max(reach(a, low[a]), reach(a, high[a]));
    }
    return sum;
  }

 private:
  // Longer tables would cost more to fill than they save.
  static constexpr std::size_t kLongestTable = 2048;

  [[nodiscard]] double computed(std::size_t a, Position position) const {
    return costs_[a]({std::min(extents_[a].low, position), std::max(extents_[a].high, position)});
  }
  [[nodiscard]] double reach(std::size_t a, Position position) const {
    return tables_[a].empty() ? computed(a, position) : tables_[a][position];
  }
  void widen(std::size_t a, Extent extent);

  std::span<const ExtentCost> costs_;
  std::vector<Extent> extents_;
  std::vector<std::vector<double>> tables_;  // [attribute][position]; empty: computed each time
};

}  // namespace privet
