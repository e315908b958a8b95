// SPDX-License-Identifier: Apache-2.0
#include "anonymize/cluster/spread_records.h"

#include <algorithm>
#include <numeric>

#include "anonymize/classes/sensitive_counts.h"
#include "base/error.h"

namespace privet {
namespace {

class Spreading {
 public:
  Spreading(const RecordSpace& space, std::vector<std::vector<RowId>>& clusters)
      : space_(space), clusters_(clusters), counts_(space.problem()) {
    const auto& models = space.problem().models;
    safe_ = std::all_of(models.begin(), models.end(),
                        [](const auto* model) { return grows_safely(*model); });
    for (const auto& cluster : clusters) boxes_.push_back(box(cluster));
    costs_.resize(clusters.size());
    for (std::size_t c = 0; c < clusters.size(); ++c) costs_[c] = cost(boxes_[c]);
  }

  void place(RowId row) {
    const Box single = box({row});
    std::vector<double> growth(clusters_.size());
    for (std::size_t c = 0; c < clusters_.size(); ++c) growth[c] = growth_of(c, single, 1);
    const auto best =
        static_cast<std::size_t>(std::min_element(growth.begin(), growth.end()) - growth.begin());
    if (safe_ || holds_with(best, row)) return join(best, row);
    std::vector<std::size_t> order(clusters_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return growth[a] < growth[b]; });
    for (const std::size_t c : order) {
      if (holds_with(c, row)) return join(c, row);
    }
    stuck_.push_back(row);
  }

  // Merges clusters with the records that fitted nowhere until the models hold.
  void settle_stuck() {
    while (!stuck_.empty() && !holds(stuck_)) {
      PRIVET_CHECK(!clusters_.empty());
      const Box own = box(stuck_);
      std::size_t best = 0;
      double least = growth_of(0, own, stuck_.size());
      for (std::size_t c = 1; c < clusters_.size(); ++c) {
        const double growth = growth_of(c, own, stuck_.size());
        if (growth >= least) continue;
        best = c;
        least = growth;
      }
      stuck_.insert(stuck_.end(), clusters_[best].begin(), clusters_[best].end());
      const auto at = static_cast<std::ptrdiff_t>(best);
      clusters_.erase(clusters_.begin() + at);
      boxes_.erase(boxes_.begin() + at);
      costs_.erase(costs_.begin() + at);
    }
    if (!stuck_.empty()) clusters_.push_back(std::move(stuck_));
  }

 private:
  using Box = std::vector<Extent>;  // [attribute]

  [[nodiscard]] Box box(const std::vector<RowId>& rows) const {
    Box out(space_.attributes());
    for (std::size_t a = 0; a < out.size(); ++a) {
      out[a] = {space_.positions(rows.front())[a], space_.positions(rows.front())[a]};
      for (const RowId row : rows) {
        out[a].low = std::min(out[a].low, space_.positions(row)[a]);
        out[a].high = std::max(out[a].high, space_.positions(row)[a]);
      }
    }
    return out;
  }
  static Extent joined(Extent a, Extent b) {
    return {std::min(a.low, b.low), std::max(a.high, b.high)};
  }
  [[nodiscard]] double cost(const Box& of) const {
    double sum = 0;
    for (std::size_t a = 0; a < of.size(); ++a) sum += space_.costs()[a](of[a]);
    return sum;
  }

  // By how much the information loss of cluster c grows if this many records of this box join it.
  [[nodiscard]] double growth_of(std::size_t c, const Box& more, std::size_t records) const {
    double sum = 0;
    for (std::size_t a = 0; a < more.size(); ++a) {
      sum += space_.costs()[a](joined(boxes_[c][a], more[a]));
    }
    const auto size = static_cast<double>(clusters_[c].size());
    return (size + static_cast<double>(records)) * sum - size * costs_[c];
  }

  [[nodiscard]] bool holds(const std::vector<RowId>& rows) {
    counts_.clear();
    if (counts_.needed()) {
      for (const RowId row : rows) counts_.add(space_.codes(space_.kind(row)));
    }
    return counts_.holds(rows.size());
  }
  [[nodiscard]] bool holds_with(std::size_t c, RowId row) {
    clusters_[c].push_back(row);
    const bool out = holds(clusters_[c]);
    clusters_[c].pop_back();
    return out;
  }
  void join(std::size_t c, RowId row) {
    clusters_[c].push_back(row);
    for (std::size_t a = 0; a < space_.attributes(); ++a) {
      const auto at = space_.positions(row)[a];
      boxes_[c][a] = joined(boxes_[c][a], {at, at});
    }
    costs_[c] = cost(boxes_[c]);
  }

  const RecordSpace& space_;
  std::vector<std::vector<RowId>>& clusters_;
  SensitiveCounts counts_;
  bool safe_ = true;           // whether a further record never breaks a model
  std::vector<Box> boxes_;     // [cluster]
  std::vector<double> costs_;  // [cluster]
  std::vector<RowId> stuck_;
};

}  // namespace

void spread_records(const RecordSpace& space, std::span<const RowId> records,
                    std::vector<std::vector<RowId>>& clusters) {
  PRIVET_CHECK(!clusters.empty());
  if (records.empty()) return;
  Spreading spreading(space, clusters);
  for (const RowId row : records) spreading.place(row);
  spreading.settle_stuck();
}

}  // namespace privet
