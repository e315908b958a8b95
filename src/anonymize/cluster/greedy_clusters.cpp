// SPDX-License-Identifier: Apache-2.0
#include "anonymize/cluster/greedy_clusters.h"

#include <algorithm>

#include "anonymize/classes/sensitive_counts.h"
#include "anonymize/cluster/spread_records.h"
#include "base/error.h"

namespace privet {
namespace {

// Which records bring the models nearer that a growing cluster still lacks.
class Wanted {
 public:
  Wanted(const RecordSpace& space, SensitiveCounts& counts)
      : space_(space), counts_(counts), known_(space.kind_count()) {}

  // For a cluster of this size, counted in `counts`. Whether records must be chosen at all.
  bool look(std::size_t size, std::size_t smallest) {
    ++step_;
    size_ = size;
    lacking_.clear();
    if (!counts_.needed()) return false;
    for (const auto* model : space_.problem().models) {
      if (!model->needs_histograms() || model->holds(counts_.view(size))) continue;
      const double reached = model->reached(counts_.view(size));
      // Each record closes the gap by one at most: is there a place to waste?
      const bool urgent =
          size >= smallest ||
          (grows_safely(*model) && static_cast<double>(model->smallest_class()) - reached >=
                                       static_cast<double>(smallest - size));
      if (urgent) lacking_.push_back({model, reached});
    }
    return !lacking_.empty();
  }

  // Whether a record of this kind brings one of them nearer.
  bool helps(std::uint32_t kind) {
    Known& known = known_[kind];
    if (known.step == step_) return known.helps;
    counts_.add(space_.codes(kind));
    const EquivalenceClass cls = counts_.view(size_ + 1);
    known.step = step_;
    known.helps = std::any_of(lacking_.begin(), lacking_.end(), [&](const Lacking& lacking) {
      const double after = lacking.model->reached(cls);
      return after != lacking.reached &&
             lacking.model->weaker(after, lacking.reached) == lacking.reached;
    });
    counts_.remove(space_.codes(kind));
    return known.helps;
  }

 private:
  struct Known {
    std::size_t step = 0;  // when it was found out
    bool helps = false;
  };
  struct Lacking {
    const PrivacyModel* model;
    double reached;
  };
  const RecordSpace& space_;
  SensitiveCounts& counts_;
  std::vector<Known> known_;  // [kind]
  std::vector<Lacking> lacking_;
  std::size_t step_ = 0;
  std::size_t size_ = 0;
};

class Greedy {
 public:
  Greedy(const RecordSpace& space, RecordSeeker& seeker)
      : space_(space),
        seeker_(seeker),
        smallest_(space.problem().smallest_class()),
        reach_(space.costs()),
        counts_(space.problem()),
        rest_(space.problem()),
        wanted_(space, counts_) {
    const auto& models = space.problem().models;
    grows_safely_ = std::all_of(models.begin(), models.end(),
                                [](const auto* model) { return grows_safely(*model); });
  }

  std::vector<std::vector<RowId>> run(std::span<const RowId> rows, const RecordsGrouped& grouped) {
    if (rest_.needed()) {
      for (const RowId row : rows) rest_.add(space_.codes(space_.kind(row)));
    }
    std::vector<RowId> left;
    reach_.start(space_.positions(rows.front()));
    while (seeker_.size() >= std::max<std::size_t>(smallest_, 1)) {
      // Where larger classes are safer, records that break the models together cannot keep them
      // apart.
      if (grows_safely_ && !rest_.holds(seeker_.size())) break;
      if (!grow()) {
        left = std::move(cluster_);
        break;
      }
      take_equals();
      grouped(cluster_.size());
      clusters_.push_back(std::move(cluster_));
    }
    while (seeker_.size() > 0) left.push_back(*take(seeker_.nearest(reach_, {})));
    if (clusters_.empty()) return {{rows.begin(), rows.end()}};
    std::sort(left.begin(), left.end());
    spread_records(space_, left, clusters_);
    grouped(left.size());
    return std::move(clusters_);
  }

 private:
  std::optional<RowId> take(std::optional<RowId> row) {
    if (!row) return row;
    seeker_.remove_found();
    if (rest_.needed()) rest_.remove(space_.codes(space_.kind(*row)));
    return row;
  }

  void join(RowId row) {
    cluster_.push_back(row);
    if (counts_.needed()) counts_.add(space_.codes(space_.kind(row)));
  }

  // A cluster that loses nothing takes in all records that cost it nothing. Otherwise an odd one of
  // many equal records is left over and must share a class with a stranger: asked for pairs, five
  // equal records would lose what they do not lose when asked for five.
  void take_equals() {
    if (!grows_safely_ || reach_.cost() > 0) return;
    while (seeker_.size() > 0) {
      const auto next = seeker_.nearest(reach_, {});
      if (!next || reach_.cost_with(space_.positions(*next)) > 0) return;
      join(*take(next));
    }
  }

  // Makes cluster_ of free records; false if the models do not hold even with all of them.
  bool grow() {
    cluster_.clear();
    counts_.clear();
    join(*take(seeker_.farthest(reach_)));
    reach_.start(space_.positions(cluster_.front()));
    while (cluster_.size() < smallest_ || !counts_.holds(cluster_.size())) {
      std::optional<RowId> next;
      if (wanted_.look(cluster_.size(), smallest_)) {
        next =
            take(seeker_.nearest(reach_, [&](std::uint32_t kind) { return wanted_.helps(kind); }));
      }
      if (!next) next = take(seeker_.nearest(reach_, {}));
      if (!next) return false;
      join(*next);
      reach_.add(space_.positions(*next));
    }
    return true;
  }

  const RecordSpace& space_;
  RecordSeeker& seeker_;
  std::size_t smallest_;
  bool grows_safely_ = true;
  ClusterReach reach_;      // of the cluster made last
  SensitiveCounts counts_;  // of the cluster
  SensitiveCounts rest_;    // of the free records
  Wanted wanted_;
  std::vector<RowId> cluster_;
  std::vector<std::vector<RowId>> clusters_;
};

}  // namespace

std::vector<std::vector<RowId>> greedy_clusters(const RecordSpace& space,
                                                std::span<const RowId> rows, RecordSeeker& seeker,
                                                const RecordsGrouped& grouped) {
  PRIVET_CHECK(!rows.empty() && seeker.size() == rows.size());
  return Greedy(space, seeker).run(rows, grouped);
}

}  // namespace privet
