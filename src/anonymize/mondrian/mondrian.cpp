// SPDX-License-Identifier: Apache-2.0
#include "anonymize/mondrian/mondrian.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>

#include "anonymize/classes/boundary_groups.h"
#include "anonymize/mondrian/plain_partitions.h"
#include "base/error.h"
#include "base/thread_pool.h"

namespace privet {
namespace {

constexpr std::array<std::string_view, 2> kCutBy{"hierarchy", "order"};

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
              .placeholder = "W1,W2,W3"},
    Parameter{.name = "cut-by",
              .kind = ParameterKind::Choice,
              .summary = "Cut columns that have a hierarchy along it and release its groups, or in "
                         "the order of their values, released as ranges and sets.",
              .placeholder = "HOW",
              .default_text = "hierarchy",
              .choices = kCutBy},
    Parameter{.name = "learn-weights",
              .kind = ParameterKind::Text,
              .summary = "Learn the priorities: from FILE, which has SELECT statements, or with "
                         "class=COLUMN from how well each column alone predicts that one.",
              .placeholder = "FROM"},
    Parameter{.name = "site-weight",
              .kind = ParameterKind::Real,
              .summary = "How much the attribute to cut is chosen by how evenly the halves mix the "
                         "sites of --site.",
              .placeholder = "SHARE",
              .min = 0,
              .max = 1}};

// A cut, and whether one of its halves shows something else of the attribute than the whole did.
struct Candidate {
  Cut cut;
  bool tells;
};

// The cuts worth trying at a median, best balanced first: on both sides of the median's block, or
// through it; with a hierarchy also the block against all others.
std::vector<Candidate> candidate_cuts(const Probe& probe, const Median& median, Extent extent,
                                      std::size_t size, bool relaxed) {
  const auto make = [&](std::uint32_t position, std::size_t ties, std::size_t left) {
    return Cut{probe.partition, probe.attribute, position, 0, ties, left, size - left};
  };
  if (relaxed) {
    const std::size_t half = size / 2;
    return {{make(median.begin, half - median.below, half), true}};
  }
  const Cut before = make(median.begin, 0, median.below);
  const Cut behind = make(median.end, 0, median.below + median.inside);
  const auto balance = [](const Cut& cut) { return std::min(cut.left, cut.right); };
  if (probe.blocks.empty()) {
    if (balance(before) > balance(behind)) return {{before, true}, {behind, true}};
    return {{behind, true}, {before, true}};
  }
  // A half of one block shows its group; a half of several shows what the whole showed.
  const auto next = std::upper_bound(probe.blocks.begin(), probe.blocks.end(), extent.low);
  const std::uint32_t first_ends = next == probe.blocks.end() ? extent.high + 1 : *next;
  const auto last = std::upper_bound(probe.blocks.begin(), probe.blocks.end(), extent.high) - 1;
  const auto tells = [&](const Cut& cut) {
    return cut.position == first_ends || cut.position == *last;
  };
  Cut alone = make(median.begin, 0, median.inside);
  alone.end = median.end;
  std::vector<Candidate> out{{behind, tells(behind)}, {before, tells(before)}, {alone, true}};
  std::stable_sort(out.begin(), out.end(), [&](const Candidate& a, const Candidate& b) {
    return balance(a.cut) > balance(b.cut);
  });
  return out;
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
    find_cuts(true, run);
    if (hierarchies()) find_cuts(false, run);
    return std::move(chosen_);
  }

 private:
  // Only cuts that tell, or only those that do not.
  void find_cuts(bool telling, const Run& run) {
    telling_ = telling;
    seeking_.clear();
    for (std::size_t i = 0; i < open_.size(); ++i) {
      if (!chosen_[i] && sizes_[i] >= 2 * options_.smallest_class) seeking_.push_back(i);
    }
    if (options_.score.purity > 0 || options_.score.site > 0) {
      ask_all();
      return;
    }
    for (std::size_t rank = 0; rank < orders_.size() && !seeking_.empty(); ++rank) {
      run.check_cancelled();
      ask(rank);
    }
  }

  [[nodiscard]] bool hierarchies() const {
    return !options_.relaxed &&
           std::any_of(orders_.begin(), orders_.end(),
                       [](const AttributeOrder& order) { return order.hierarchy() != nullptr; });
  }

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
    std::vector<std::size_t> asker;
    for (std::size_t p = 0; p < partitions.size(); ++p) {
      Probe probe{open_[partitions[p]], attributes[p], {}};
      if (!options_.relaxed) {
        probe.blocks = orders_[attributes[p]].cut_starts(extent(partitions[p], attributes[p]));
      }
      if (!telling_ && probe.blocks.empty()) continue;  // all its cuts tell, and were asked
      probes.push_back(probe);
      asker.push_back(partitions[p]);
    }
    const std::vector<Median> medians = oracle_.medians(probes);
    const std::size_t smallest = std::max<std::size_t>(1, options_.smallest_class);
    Candidates out;
    for (std::size_t p = 0; p < probes.size(); ++p) {
      const std::size_t i = asker[p];
      for (const auto& [cut, tells] :
           candidate_cuts(probes[p], medians[p], extent(i, probes[p].attribute), sizes_[i],
                          options_.relaxed)) {
        if (tells != telling_ || std::min(cut.left, cut.right) < smallest) continue;
        out.cuts.push_back(cut);
        out.owner.push_back(i);
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

  // Purity and the mix of sites are known only for a given cut: asks for those of all attributes at
  // once and takes the best allowed one.
  void ask_all() {
    std::vector<std::size_t> partitions;
    std::vector<std::uint32_t> attributes;
    for (const std::size_t i : seeking_) {
      for (std::size_t rank = 0; rank < useful_[i]; ++rank) {
        partitions.push_back(i);
        attributes.push_back(ranked_[i * orders_.size() + rank]);
      }
    }
    const auto found = candidates(partitions, attributes);
    const std::vector<std::uint8_t> allowed = oracle_.allowed(found.cuts);
    const std::vector<double> scores = score_cuts(found);
    std::vector<double> best(open_.size());
    for (std::size_t c = 0; c < found.cuts.size(); ++c) {
      const std::size_t i = found.owner[c];
      if (allowed[c] == 0 || (chosen_[i] && scores[c] <= best[i])) continue;
      chosen_[i] = found.cuts[c];
      best[i] = scores[c];
    }
  }

  [[nodiscard]] std::vector<double> score_cuts(const Candidates& found) {
    const CutScore& score = options_.score;
    std::vector<double> out;
    for (std::size_t c = 0; c < found.cuts.size(); ++c) {
      const std::uint32_t a = found.cuts[c].attribute;
      out.push_back(prior_score(a, orders_[a].spread(extent(found.owner[c], a))));
    }
    if (score.purity > 0) {
      const double most =
          std::log(static_cast<double>(std::max<std::size_t>(2, options_.class_values)));
      const std::vector<double> entropies = oracle_.class_entropies(found.cuts);
      for (std::size_t c = 0; c < out.size(); ++c) {
        out[c] += score.purity * (1 - entropies[c] / most);
      }
    }
    if (score.site > 0) mix_in_sites(found, out);
    return out;
  }

  // Each part as a share of its maximum over the attributes of the partition.
  void mix_in_sites(const Candidates& found, std::vector<double>& scores) {
    const std::vector<double> entropies = oracle_.site_entropies(found.cuts);
    std::vector<double> best(open_.size());
    std::vector<double> most(open_.size());
    for (const std::size_t i : seeking_) {
      if (options_.score.purity > 0 || useful_[i] == 0) continue;
      // Also attributes that offer no cut have a spread that the others are measured by.
      const std::uint32_t first = ranked_[i * orders_.size()];
      best[i] = prior_score(first, orders_[first].spread(extent(i, first)));
    }
    for (std::size_t c = 0; c < scores.size(); ++c) {
      const std::size_t i = found.owner[c];
      best[i] = std::max(best[i], scores[c]);
      most[i] = std::max(most[i], entropies[c]);
    }
    const double share = options_.score.site;
    for (std::size_t c = 0; c < scores.size(); ++c) {
      const std::size_t i = found.owner[c];
      scores[c] = (best[i] > 0 ? (1 - share) * scores[c] / best[i] : 0.0) +
                  (most[i] > 0 ? share * entropies[c] / most[i] : 0.0);
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
  bool telling_ = true;
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
