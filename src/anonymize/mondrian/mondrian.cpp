// SPDX-License-Identifier: Apache-2.0
#include "anonymize/mondrian/mondrian.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
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
    Parameter{.name = "relaxed",
              .kind = ParameterKind::Flag,
              .summary = "Put records equal to the median into either half: every class can be "
                         "cut, but ranges may overlap."},
    Parameter{
        .name = "priority",
        .kind = ParameterKind::Text,
        .summary = "Keep these quasi-identifiers more detailed; a larger weight keeps more detail.",
        .placeholder = "A=W,B=W"},
    Parameter{.name = "score",
              .kind = ParameterKind::Text,
              .summary = "How the column to cut is chosen: the weights of its spread, of its "
                         "priority and of the purity of the class column. If not given, 1,1,0 with "
                         "--priority and 1,0,0 otherwise.",
              .placeholder = "W1,W2,W3"},
    Parameter{.name = "cut-by",
              .kind = ParameterKind::Choice,
              .summary = "How to cut columns that have a hierarchy: along it, releasing its "
                         "groups, or in the order of their values, releasing ranges and sets.",
              .placeholder = "HOW",
              .default_text = "hierarchy",
              .choices = kCutBy},
    Parameter{.name = "learn-weights",
              .kind = ParameterKind::Text,
              .summary = "Learn the priorities from the SELECT statements in a file, or, with "
                         "class=COLUMN, from how well each column alone predicts that column.",
              .placeholder = "FROM"},
    Parameter{.name = "site-weight",
              .kind = ParameterKind::Real,
              .summary = "The weight, in choosing the column to cut, of how evenly the halves mix "
                         "the sites of --site.",
              .placeholder = "SHARE",
              .min = 0,
              .max = 1}};

// The attributes of each partition by what is known of their scores before any cut.
struct Ranking {
  std::vector<std::uint32_t> ranked;
  std::vector<std::uint32_t> useful;
};

Ranking rank_attributes(std::span<const AttributeOrder> orders, std::span<const Extent> extents,
                        const CutScore& score, std::size_t partitions, const Run& run) {
  const std::size_t attributes = orders.size();
  Ranking out;
  out.ranked.resize(partitions * attributes);
  out.useful.resize(partitions);
  run.pool().parallel_ranges(partitions, 4096, [&](std::size_t begin, std::size_t end) {
    std::vector<double> scores(attributes);
    for (std::size_t i = begin; i < end; ++i) {
      const auto first = out.ranked.begin() + static_cast<std::ptrdiff_t>(i * attributes);
      auto last = first;
      for (std::uint32_t a = 0; a < attributes; ++a) {
        const double spread = orders[a].spread(extents[i * attributes + a]);
        if (spread <= 0) continue;
        scores[a] = prior_score(score, a, spread);
        *last++ = a;
      }
      std::stable_sort(first, last, [&](auto a, auto b) { return scores[a] > scores[b]; });
      out.useful[i] = static_cast<std::uint32_t>(last - first);
    }
  });
  return out;
}

// The partitions of a level that are large enough to be cut, and those that are not.
struct Level {
  std::vector<PartitionId> large;
  std::vector<std::size_t> sizes;  // of the large ones
  std::vector<PartitionId> finished;
  std::size_t finished_records = 0;
};

Level take_level(PartitionOracle& oracle, std::span<const PartitionId> open,
                 std::size_t smallest_class) {
  Level out;
  const auto sizes = oracle.sizes(open);
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (sizes[i] >= 2 * smallest_class) {
      out.large.push_back(open[i]);
      out.sizes.push_back(sizes[i]);
    } else {
      out.finished.push_back(open[i]);
      out.finished_records += sizes[i];
    }
  }
  return out;
}

class Mondrian : public Anonymizer {
 public:
  explicit Mondrian(const MondrianOptions& options) : options_(options) {}

  [[nodiscard]] std::string objection(const PrivacyModel& model,
                                      const Problem& problem) const override {
    if (model.fixed_scheme()) return Anonymizer::objection(model, problem);
    if (!model.needs_population()) {
      // Cut without overlap and shown as ranges and sets, no two classes show the same.
      const bool apart = model.known_values() == kAllValues && !options_.relaxed &&
                         !bounded(problem) && !problem.missing_matches &&
                         std::none_of(problem.quasi.begin(), problem.quasi.end(),
                                      [](const auto& quasi) { return quasi.hierarchy != nullptr; });
      return apart ? std::string() : Anonymizer::objection(model, problem);
    }
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
          quote_for_message(problem.table.column(quasi.column).name));
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
    .summary = "Cuts the records in two at the median of the widest column while the models hold.",
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
  std::vector<PartitionId> finished;
  std::size_t finished_records = 0;
  while (!open.empty()) {
    run.progress("partitioning",
                 static_cast<double>(finished_records) / static_cast<double>(records));
    Level level = take_level(oracle, open, options.smallest_class);
    const auto extents = oracle.extents(level.large);
    const auto ranking = rank_attributes(orders, extents, options.score, level.large.size(), run);
    const auto chosen = oracle.best_cuts(
        {level.large, level.sizes, extents, ranking.ranked, ranking.useful, orders, options});
    std::vector<Cut> cuts;
    for (std::size_t i = 0; i < level.large.size(); ++i) {
      if (chosen[i]) {
        cuts.push_back(*chosen[i]);
      } else {
        level.finished.push_back(level.large[i]);
        level.finished_records += level.sizes[i];
      }
    }
    finished_records += level.finished_records;
    finished.insert(finished.end(), level.finished.begin(), level.finished.end());
    open.clear();
    for (const auto& halves : oracle.split(cuts)) {
      open.push_back(halves.left);
      open.push_back(halves.right);
    }
  }
  return finished;
}

std::unique_ptr<Anonymizer> make_mondrian(const MondrianOptions& options) {
  return std::make_unique<Mondrian>(options);
}

}  // namespace privet
