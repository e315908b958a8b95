// SPDX-License-Identifier: Apache-2.0
#include "anonymize/cluster/k_member.h"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <thread>

#include "anonymize/classes/boundary_groups.h"
#include "anonymize/classes/merge_for_population.h"
#include "anonymize/classes/recode_classes.h"
#include "anonymize/classes/sensitive_counts.h"
#include "anonymize/cluster/greedy_clusters.h"
#include "anonymize/cluster/point_tree.h"
#include "base/error.h"
#include "base/thread_pool.h"

namespace privet {
namespace {

// Clusters each of these groups of records by itself; the classes of the first group come first.
Recoding cluster_groups(const Problem& problem, std::span<const std::span<const RowId>> groups,
                        const Run& run) {
  const auto orders = make_orders(problem);
  const RecordSpace space(problem, orders, run);
  std::vector<std::size_t> largest_first(groups.size());
  std::iota(largest_first.begin(), largest_first.end(), std::size_t{0});
  std::stable_sort(largest_first.begin(), largest_first.end(), [&](std::size_t a, std::size_t b) {
    return groups[a].size() > groups[b].size();
  });
  std::vector<std::vector<std::vector<RowId>>> clusters(groups.size());
  std::atomic<std::size_t> grouped = 0;
  const auto caller = std::this_thread::get_id();
  run.progress("clustering", 0);
  run.pool().parallel_for(groups.size(), [&](std::size_t i) {
    const std::size_t g = largest_first[i];
    PointTree tree(space, orders, groups[g]);
    clusters[g] = greedy_clusters(space, groups[g], tree, [&](std::size_t records) {
      run.check_cancelled();
      grouped += records;
      if (std::this_thread::get_id() != caller) return;  // only it may speak to the observer
      run.progress("clustering",
                   static_cast<double>(grouped) / static_cast<double>(space.records()));
    });
  });
  std::vector<std::vector<RowId>> classes;
  for (auto& of_group : clusters) {
    std::move(of_group.begin(), of_group.end(), std::back_inserter(classes));
  }
  return recode_classes(problem, orders, classes, run);
}

// Throws Error{Infeasible} if the models do not hold for all records together.
void require_whole(const Problem& problem) {
  SensitiveCounts counts(problem);
  std::vector<ValueId> codes(problem.histograms());
  for (std::size_t r = 0; counts.needed() && r < problem.table.rows(); ++r) {
    for (std::size_t s = 0; s < codes.size(); ++s) {
      codes[s] = problem.counted_column(s).codes[r];
    }
    counts.add(codes.data());
  }
  if (counts.holds(problem.table.rows())) return;
  throw Error(
      ErrorCode::Infeasible,
      "the privacy models do not hold even when all records form one class; relax a parameter");
}

// Models of a population are kept by uniting what the clustering makes.
class Clustering : public Anonymizer {
 public:
  [[nodiscard]] std::string objection(const PrivacyModel& model,
                                      const Problem& problem) const override {
    return model.needs_population() ? population_objection(model, problem)
                                    : Anonymizer::objection(model, problem);
  }
  [[nodiscard]] Recoding search(const Problem& problem, const Run& run) const final {
    if (!asks_for_population(problem)) return cluster(problem, run);
    return merge_for_population(
        problem, [&](const Problem& relaxed) { return cluster(relaxed, run); }, run);
  }

 protected:
  [[nodiscard]] virtual Recoding cluster(const Problem& problem, const Run& run) const = 0;
};

class Constrained : public Clustering {
 protected:
  [[nodiscard]] Recoding cluster(const Problem& problem, const Run& run) const override {
    const BoundaryGroups groups(problem, run);
    require_suppression(groups, problem);
    std::vector<std::span<const RowId>> kept;
    for (const std::size_t g : groups.kept()) kept.push_back(groups.rows(g));
    return cluster_groups(problem, kept, run);
  }
};

class KMember : public Clustering {
 protected:
  [[nodiscard]] Recoding cluster(const Problem& problem, const Run& run) const override {
    require_whole(problem);
    std::vector<RowId> rows(problem.table.rows());
    std::iota(rows.begin(), rows.end(), RowId{0});
    const std::span<const RowId> all = rows;
    return cluster_groups(problem, std::span(&all, 1), run);
  }
};

}  // namespace

constexpr Description kKMember{
    .name = "kmember",
    .summary =
        "Clusters close records; each cluster starts from the record farthest from the last one.",
    .reference =
        "Byun, Kamra, Bertino and Li, Efficient k-anonymization using clustering "
        "techniques, 2006",
    .parameters = {}};

constexpr Description kConstrained{
    .name = "constrained",
    .summary =
        "Clusters close records within the generalization boundaries of their values, and "
        "suppresses as few records as these allow.",
    .reference =
        "Miller, Campan and Truta, Constrained k-anonymity: privacy with generalization "
        "boundaries, 2008",
    .parameters = {}};

std::unique_ptr<Anonymizer> make_k_member() {
  return std::make_unique<KMember>();
}
std::unique_ptr<Anonymizer> make_constrained() {
  return std::make_unique<Constrained>();
}

}  // namespace privet
