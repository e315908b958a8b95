// SPDX-License-Identifier: Apache-2.0
#include "anonymize/cluster/cluster_reach.h"

namespace privet {

ClusterReach::ClusterReach(std::span<const ExtentCost> costs)
    : costs_(costs), extents_(costs.size()), tables_(costs.size()) {
  for (std::size_t a = 0; a < costs.size(); ++a) {
    if (costs[a].positions() <= kLongestTable) tables_[a].resize(costs[a].positions());
  }
}

void ClusterReach::start(const Position* record) {
  for (std::size_t a = 0; a < extents_.size(); ++a) widen(a, {record[a], record[a]});
}

void ClusterReach::add(const Position* record) {
  for (std::size_t a = 0; a < extents_.size(); ++a) {
    const Extent wider{std::min(extents_[a].low, record[a]), std::max(extents_[a].high, record[a])};
    if (wider != extents_[a]) widen(a, wider);
  }
}

void ClusterReach::widen(std::size_t a, Extent extent) {
  extents_[a] = extent;
  for (std::size_t p = 0; p < tables_[a].size(); ++p) {
    tables_[a][p] = computed(a, static_cast<Position>(p));
  }
}

double ClusterReach::cost() const {
  double sum = 0;
  for (std::size_t a = 0; a < extents_.size(); ++a) sum += costs_[a](extents_[a]);
  return sum;
}

}  // namespace privet
