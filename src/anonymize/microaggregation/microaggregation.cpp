// SPDX-License-Identifier: Apache-2.0
#include "anonymize/microaggregation/microaggregation.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <thread>

#include "anonymize/classes/recode_classes.h"
#include "anonymize/classes/sensitive_counts.h"
#include "anonymize/local/merge_classes.h"
#include "anonymize/microaggregation/standard_space.h"
#include "base/error.h"
#include "base/thread_pool.h"

namespace privet {
namespace {

// Up to kLargestWhole records are grouped as one; more in blocks of at most kLargestBlock: the cost
// grows with the square of a block's size, and blocks lose only a few percent more.
constexpr std::size_t kLargestWhole = 32768;
constexpr std::size_t kLargestBlock = 8192;
constexpr std::array<std::string_view, 2> kStatistics{"mean", "median"};

constexpr std::array kParameters{Parameter{
    .name = "microaggregate",
    .kind = ParameterKind::Choice,
    .summary = "Release the mean or median of the class for every numeric quasi-identifier, with "
               "classes formed by MDAV; selects the method microaggregation.",
    .placeholder = "WHAT",
    .default_text = "mean",
    .choices = kStatistics}};

std::vector<Group> group_records(const Problem& problem, std::span<const AttributeOrder> orders,
                                 std::size_t k, const Run& run) {
  const StandardSpace space(problem, orders);
  run.progress("grouping", 0);
  const bool whole = problem.table.rows() <= std::max(kLargestWhole, 8 * k);
  const auto blocks =
      space.blocks(whole ? problem.table.rows() : std::max(kLargestBlock, 8 * k), run);
  std::vector<std::vector<Group>> found(blocks.size());
  std::atomic<std::size_t> grouped = 0;
  const auto caller = std::this_thread::get_id();
  run.pool().parallel_for(blocks.size(), [&](std::size_t b) {
    const auto groups = mdav(space.points(blocks[b]), k, [&](std::size_t records) {
      run.check_cancelled();
      grouped += records;
      if (std::this_thread::get_id() != caller) return;  // only it may speak to the observer
      run.progress("grouping",
                   static_cast<double>(grouped) / static_cast<double>(problem.table.rows()));
    });
    for (const auto& places : groups) {
      Group& group = found[b].emplace_back();
      group.reserve(places.size());
      for (const std::uint32_t place : places) group.push_back(blocks[b][place]);
    }
  });
  std::vector<Group> out;
  for (auto& groups : found) std::move(groups.begin(), groups.end(), std::back_inserter(out));
  return out;
}

[[nodiscard]] bool all_hold(const Problem& problem, std::span<const Group> groups) {
  SensitiveCounts counts(problem);
  std::vector<ValueId> codes(problem.histograms());
  const auto each_record = [&](const Group& group, const auto& visit) {
    for (const RowId row : group) {
      for (std::size_t s = 0; s < codes.size(); ++s) {
        codes[s] = problem.counted_column(s).codes[row];
      }
      visit();
    }
  };
  return std::all_of(groups.begin(), groups.end(), [&](const Group& group) {
    if (!counts.needed()) return counts.holds(group.size());
    each_record(group, [&] { counts.add(codes.data()); });
    const bool holds = counts.holds(group.size());
    each_record(group, [&] { counts.remove(codes.data()); });
    return holds;
  });
}

void merge_until_all_hold(const Problem& problem, std::span<const AttributeOrder> orders,
                          std::vector<Group>& groups, const Run& run) {
  if (all_hold(problem, groups)) return;
  std::vector<ExtentLoss> losses;
  for (std::size_t a = 0; a < orders.size(); ++a) {
    const double weight = problem.weights.empty() ? 1 : problem.weights[a];
    losses.emplace_back(orders[a], weight);
  }
  const PositionTable positions = make_positions(problem, orders, run);
  if (merge_until_they_hold(problem, losses, positions, groups, run)) return;
  throw Error(
      ErrorCode::Infeasible,
      "the privacy models do not hold even when all records form one class; relax a parameter");
}

class Microaggregation : public Anonymizer {
 public:
  [[nodiscard]] std::string objection(const PrivacyModel& model,
                                      const Problem& problem) const override {
    if (model.needs_population()) {
      return "a mean or median covers nobody, so the people of a population cannot be counted";
    }
    if (problem.missing_matches) {
      return "where missing values match anything, it is not clear whose mean or median a record "
             "shows; leave --missing at value";
    }
    return Anonymizer::objection(model, problem);
  }

  [[nodiscard]] Recoding search(const Problem& problem, const Run& run) const override {
    const std::size_t k = least_values(problem.smallest_class());
    const auto orders = make_orders(problem);
    std::vector<Group> groups = group_records(problem, orders, k, run);
    merge_until_all_hold(problem, orders, groups, run);
    Recoding out = recode_classes(problem, orders, groups, run);
    run.pool().parallel_for(problem.quasi.size(), [&](std::size_t a) {
      const QuasiIdentifier& quasi = problem.quasi[a];
      if (!quasi.shows) return;
      out.attributes[a] =
          show_statistic(problem.table, quasi.column, *quasi.shows, out.class_of, groups.size(), k);
    });
    return out;
  }
};

}  // namespace

constexpr Description kMicroaggregation{
    .name = "microaggregation",
    .summary =
        "Groups close records by MDAV and releases the mean or median of each numeric "
        "quasi-identifier.",
    .reference =
        "Domingo-Ferrer and Torra, Ordinal, continuous and heterogeneous k-anonymity through "
        "microaggregation, 2005",
    .parameters = kParameters};

bool show_statistics(Problem& problem, Statistic statistic) {
  bool some = false;
  for (QuasiIdentifier& quasi : problem.quasi) {
    if (problem.table.column(quasi.column).type() != ColumnType::Numeric) continue;
    quasi.shows = statistic;
    quasi.hierarchy = nullptr;
    some = true;
  }
  return some;
}

std::unique_ptr<Anonymizer> make_microaggregation() {
  return std::make_unique<Microaggregation>();
}

}  // namespace privet
