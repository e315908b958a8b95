// SPDX-License-Identifier: Apache-2.0
#include "anonymize/mondrian/mondrian.h"

#include <fmt/format.h>

#include <array>
#include <numeric>
#include <optional>

#include "anonymize/classes/boundary_groups.h"
#include "anonymize/mondrian/mondrian_level_internal.h"
#include "anonymize/mondrian/plain_partitions.h"
#include "base/error.h"

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

class Mondrian : public Anonymizer {
 public:
  explicit Mondrian(const MondrianOptions& options) : options_(options) {}

  [[nodiscard]] std::string objection(const PrivacyModel& model,
                                      const Problem& problem) const override {
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
    const auto chosen = MondrianLevel(oracle, orders, options, open).search(run);
    std::vector<Cut> cuts;
    std::vector<PartitionId> uncut;
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (chosen[i]) {
        cuts.push_back(*chosen[i]);
      } else {
        uncut.push_back(open[i]);
      }
    }
    for (const std::size_t size : oracle.sizes(uncut)) finished_records += size;
    finished.insert(finished.end(), uncut.begin(), uncut.end());
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
