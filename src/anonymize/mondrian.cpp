// SPDX-License-Identifier: Apache-2.0
#include "anonymize/mondrian.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>

#include "anonymize/boundary_groups.h"
#include "anonymize/plain_partitions.h"
#include "base/error.h"

namespace privet {
namespace {

constexpr std::array kParameters{
    Parameter{
        .name = "relaxed",
        .kind = ParameterKind::Flag,
        .summary =
            "Let records equal to the median go to either half: always cuts, but ranges overlap."},
    Parameter{.name = "priority",
              .kind = ParameterKind::Text,
              .summary = "Keep these quasi-identifiers sharper, the more the larger their weight.",
              .placeholder = "A=W,B=W"},
    Parameter{.name = "score",
              .kind = ParameterKind::Text,
              .summary = "What the attribute to cut is chosen by: weights of its spread, its "
                         "priority and the purity of the "
                         "class column; 1,1,0 with --priority, else 1,0,0.",
              .placeholder = "W1,W2,W3"}};

// The cuts worth trying at a median, best first: on both sides of the median's block, or through
// it.
std::vector<Cut> candidate_cuts(const Probe& probe, const Median& median, std::size_t size,
                                bool relaxed) {
  const auto make = [&](std::uint32_t position, std::size_t ties, std::size_t left) {
    return Cut{probe.partition, probe.attribute, position, ties, left, size - left};
  };
  if (relaxed) {
    const std::size_t half = size / 2;
    return {make(median.begin, half - median.below, half)};
  }
  const Cut before = make(median.begin, 0, median.below);
  const Cut behind = make(median.end, 0, median.below + median.inside);
  const auto balance = [](const Cut& cut) { return std::min(cut.left, cut.right); };
  if (balance(before) > balance(behind)) return {before, behind};
  return {behind, before};
}

// One level: every open partition looks for an allowed cut, attribute after attribute, widest
// first.
class Level {
 public:
  Level(PartitionOracle& oracle, std::span<const AttributeOrder> orders,
        const MondrianOptions& options, std::span<const PartitionId> open)
      : oracle_(oracle), orders_(orders), options_(options), open_(open) {}

  // The chosen cut of each partition, or none.
  std::vector<std::optional<Cut>> search(const Run& run) {
    sizes_ = oracle_.sizes(open_);
    extents_ = oracle_.extents(open_);
    chosen_.resize(open_.size());
    rank_attributes(run);
    if (options_.score.purity > 0) {
      ask_all();
      return std::move(chosen_);
    }
    for (std::size_t rank = 0; rank < orders_.size() && !seeking_.empty(); ++rank) {
      run.check_cancelled();
      ask(rank);
    }
    return std::move(chosen_);
  }

 private:
  [[nodiscard]] Extent extent(std::size_t i, std::size_t attribute) const {
    return extents_[i * orders_.size() + attribute];
  }

  // The part of the score that is known before any cut.
  [[nodiscard]] double prior_score(std::size_t a, double spread) const {
    const CutScore& score = options_.score;
    const double priority = score.priorities.empty() ? 0.0 : score.priorities[a];
    return score.spread * spread + score.priority * priority;
  }

  // ranked_[i * attributes + r] is the attribute of partition i with the r-th best score;
  // attributes of one value are left out.
  void rank_attributes(const Run& run) {
    const std::size_t attributes = orders_.size();
    ranked_.resize(open_.size() * attributes);
    useful_.resize(open_.size());
    run.pool().parallel_ranges(open_.size(), 4096, [&](std::size_t begin, std::size_t end) {
      std::vector<double> score(attributes);
      for (std::size_t i = begin; i < end; ++i) {
        const auto first = ranked_.begin() + static_cast<std::ptrdiff_t>(i * attributes);
        auto last = first;
        for (std::uint32_t a = 0; a < attributes; ++a) {
          const double spread = orders_[a].spread(extent(i, a));
          if (spread <= 0) continue;
          score[a] = prior_score(a, spread);
          *last++ = a;
        }
        std::stable_sort(first, last, [&](auto a, auto b) { return score[a] > score[b]; });
        useful_[i] = static_cast<std::uint32_t>(last - first);
      }
    });
    for (std::size_t i = 0; i < open_.size(); ++i) {
      if (sizes_[i] >= 2 * options_.smallest_class) seeking_.push_back(i);
    }
  }

  struct Candidates {
    std::vector<Cut> cuts;
    std::vector<std::size_t> owner;  // the open partition of each, by its place in open_
  };

  // The cuts at the medians of one attribute of each of these partitions that leave both sides
  // large enough.
  [[nodiscard]] Candidates candidates(const std::vector<std::size_t>& partitions,
                                      const std::vector<std::uint32_t>& attributes) {
    std::vector<Probe> probes;
    probes.reserve(partitions.size());
    for (std::size_t p = 0; p < partitions.size(); ++p) {
      probes.push_back({open_[partitions[p]], attributes[p], {}});
      if (options_.relaxed) continue;
      probes.back().blocks =
          orders_[attributes[p]].cut_starts(extent(partitions[p], attributes[p]));
    }
    const std::vector<Median> medians = oracle_.medians(probes);
    const std::size_t smallest = std::max<std::size_t>(1, options_.smallest_class);
    Candidates out;
    for (std::size_t p = 0; p < probes.size(); ++p) {
      for (const Cut& cut :
           candidate_cuts(probes[p], medians[p], sizes_[partitions[p]], options_.relaxed)) {
        if (std::min(cut.left, cut.right) < smallest) continue;
        out.cuts.push_back(cut);
        out.owner.push_back(partitions[p]);
      }
    }
    return out;
  }

  // Asks for the cuts at the r-th best attribute of every partition that still seeks one.
  void ask(std::size_t rank) {
    std::erase_if(seeking_, [&](std::size_t i) { return rank >= useful_[i]; });
    std::vector<std::uint32_t> attributes;
    for (const std::size_t i : seeking_) attributes.push_back(ranked_[i * orders_.size() + rank]);
    const auto [cuts, owner] = candidates(seeking_, attributes);
    const std::vector<std::uint8_t> allowed = oracle_.allowed(cuts);
    for (std::size_t c = 0; c < cuts.size(); ++c) {
      if (allowed[c] != 0 && !chosen_[owner[c]]) chosen_[owner[c]] = cuts[c];
    }
    std::erase_if(seeking_, [&](std::size_t i) { return chosen_[i].has_value(); });
  }

  // Purity is known only for a given cut: asks for those of all attributes at once and takes the
  // best allowed one.
  void ask_all() {
    std::vector<std::size_t> partitions;
    std::vector<std::uint32_t> attributes;
    for (const std::size_t i : seeking_) {
      for (std::size_t rank = 0; rank < useful_[i]; ++rank) {
        partitions.push_back(i);
        attributes.push_back(ranked_[i * orders_.size() + rank]);
      }
    }
    const auto [cuts, owner] = candidates(partitions, attributes);
    const std::vector<std::uint8_t> allowed = oracle_.allowed(cuts);
    const std::vector<double> entropies = oracle_.class_entropies(cuts);
    const double most =
        std::log(static_cast<double>(std::max<std::size_t>(2, options_.class_values)));
    std::vector<double> best(open_.size());
    for (std::size_t c = 0; c < cuts.size(); ++c) {
      if (allowed[c] == 0) continue;
      const std::size_t i = owner[c];
      const double spread = orders_[cuts[c].attribute].spread(extent(i, cuts[c].attribute));
      const double score = prior_score(cuts[c].attribute, spread) +
                           options_.score.purity * (1 - entropies[c] / most);
      if (chosen_[i] && score <= best[i]) continue;
      chosen_[i] = cuts[c];
      best[i] = score;
    }
  }

  PartitionOracle& oracle_;
  std::span<const AttributeOrder> orders_;
  const MondrianOptions& options_;
  std::span<const PartitionId> open_;
  std::vector<std::size_t> sizes_;
  std::vector<Extent> extents_;
  std::vector<std::uint32_t> ranked_;
  std::vector<std::uint32_t> useful_;
  std::vector<std::size_t> seeking_;
  std::vector<std::optional<Cut>> chosen_;
};

class Mondrian : public Anonymizer {
 public:
  explicit Mondrian(const MondrianOptions& options) : options_(options) {}

  [[nodiscard]] std::string objection(const PrivacyModel& model,
                                      const Problem& problem) const override {
    if (!model.needs_population()) return Anonymizer::objection(model, problem);
    if (problem.missing_matches) {
      return "where missing values match anything it cannot count the people a class covers; leave "
             "--missing at value";
    }
    if (bounded(problem)) {
      return "within generalization boundaries it cannot count the people a class covers; remove "
             "them";
    }
    // A lower bound on presence: a class must not cover more people than lie in its partition.
    if (model.monotone().suppression) return {};
    if (options_.relaxed) return "with --relaxed its classes overlap, and a lower bound can fail";
    for (const auto& quasi : problem.quasi) {
      if (quasi.hierarchy == nullptr) continue;
      return fmt::format(
          "along the hierarchy of column {} its classes overlap, and a lower bound can fail; use a "
          "lower bound of 0, or no hierarchy",
          shown(problem.table.column(quasi.column).name));
    }
    return {};
  }

  [[nodiscard]] Recoding search(const Problem& problem, const Run& run) const override {
    const auto orders = make_orders(problem);
    MondrianOptions options = options_;
    options.smallest_class = problem.smallest_class();
    if (problem.class_column) {
      options.class_values = problem.table.column(*problem.class_column).dictionary.size();
    }
    if (bounded(problem)) return search_groups(problem, orders, options, run);
    std::vector<RowId> rows(problem.table.rows());
    std::iota(rows.begin(), rows.end(), RowId{0});
    const std::span<const RowId> all = rows;
    const auto partitions = make_plain_partitions(problem, orders, std::span(&all, 1), run);
    const auto final = mondrian(*partitions, orders, options, rows.size(), run);
    return partitions->recoding(final);
  }

 private:
  static Recoding search_groups(const Problem& problem, std::span<const AttributeOrder> orders,
                                const MondrianOptions& options, const Run& run) {
    const BoundaryGroups groups(problem, run);
    require_suppression(groups, problem);
    std::vector<std::span<const RowId>> kept;
    for (const std::size_t g : groups.kept()) kept.push_back(groups.rows(g));
    const auto partitions = make_plain_partitions(problem, orders, kept, run);
    std::vector<PartitionId> starts(kept.size());
    std::iota(starts.begin(), starts.end(), PartitionId{0});
    const auto final = mondrian(*partitions, orders, options, std::move(starts),
                                problem.table.rows() - groups.out_records(), run);
    return partitions->recoding(final);
  }

  MondrianOptions options_;
};

}  // namespace

constexpr Description kMondrian{
    .name = "mondrian",
    .summary =
        "Cuts the records in two at the median of the widest attribute while the models hold.",
    .reference = "LeFevre, DeWitt and Ramakrishnan, Mondrian multidimensional k-anonymity, 2006",
    .parameters = kParameters};

std::vector<PartitionId> mondrian(PartitionOracle& oracle, std::span<const AttributeOrder> orders,
                                  const MondrianOptions& options, std::size_t records,
                                  const Run& run) {
  const PartitionId root = oracle.root();
  if (oracle.satisfied(std::span(&root, 1)).front() == 0) {
    throw Error(
        ErrorCode::Infeasible,
        "the privacy models do not hold even when all records form one class; relax a parameter");
  }
  return mondrian(oracle, orders, options, {root}, records, run);
}

std::vector<PartitionId> mondrian(PartitionOracle& oracle, std::span<const AttributeOrder> orders,
                                  const MondrianOptions& options, std::vector<PartitionId> open,
                                  std::size_t records, const Run& run) {
  std::vector<PartitionId> settled;
  std::size_t settled_records = 0;
  while (!open.empty()) {
    run.progress("partitioning",
                 static_cast<double>(settled_records) / static_cast<double>(records));
    const auto chosen = Level(oracle, orders, options, open).search(run);
    std::vector<Cut> cuts;
    std::vector<PartitionId> finished;
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (chosen[i]) {
        cuts.push_back(*chosen[i]);
      } else {
        finished.push_back(open[i]);
      }
    }
    for (const std::size_t size : oracle.sizes(finished)) settled_records += size;
    settled.insert(settled.end(), finished.begin(), finished.end());
    open.clear();
    for (const auto& halves : oracle.split(cuts)) {
      open.push_back(halves.left);
      open.push_back(halves.right);
    }
  }
  return settled;
}

std::unique_ptr<Anonymizer> make_mondrian(const MondrianOptions& options) {
  return std::make_unique<Mondrian>(options);
}

}  // namespace privet
