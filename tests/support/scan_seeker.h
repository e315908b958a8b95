// SPDX-License-Identifier: Apache-2.0
// The plain way to answer greedy clustering: look at every free record each time. The reference for
// PointTree, in tests and benchmarks.
#pragma once

#include <optional>
#include <set>
#include <span>

#include "anonymize/cluster/record_seeker.h"

namespace privet::testing_support {

class ScanSeeker final : public RecordSeeker {
 public:
  ScanSeeker(const RecordSpace& space, std::span<const RowId> rows)
      : space_(space), free_(rows.begin(), rows.end()) {}
  [[nodiscard]] std::size_t size() const override { return free_.size(); }
  [[nodiscard]] std::optional<RowId> nearest(const ClusterReach& cluster,
                                             const KindFilter& filter) override {
    std::optional<double> best;
    for (const RowId row : free_) {
      const double cost = cluster.cost_with(space_.positions(row));
      if ((best && cost >= *best) || (filter && !filter(space_.kind(row)))) continue;
      best = cost;
      found_ = row;
    }
    return best ? std::optional(found_) : std::nullopt;
  }
  [[nodiscard]] RowId farthest(const ClusterReach& cluster) override {
    double best = -1;
    for (const RowId row : free_) {
      const double cost = cluster.cost_with(space_.positions(row));
      if (cost <= best) continue;
      best = cost;
      found_ = row;
    }
    return found_;
  }
  void remove_found() override { free_.erase(found_); }

 private:
  const RecordSpace& space_;
  std::set<RowId> free_;
  RowId found_ = 0;
};

}  // namespace privet::testing_support
