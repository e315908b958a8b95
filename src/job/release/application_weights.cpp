// SPDX-License-Identifier: Apache-2.0
#include "job/release/application_weights.h"

#include <fmt/format.h>

#include <algorithm>

#include "application/learned_weights.h"
#include "base/error.h"
#include "base/with_place.h"
#include "catalog/cut_score.h"
#include "data/file_bytes.h"

namespace privet {
namespace {

constexpr std::string_view kClass = "class=";

bool all_zero(const std::vector<double>& weights) {
  return std::all_of(weights.begin(), weights.end(), [](double weight) { return weight <= 0; });
}

ApplicationWeights learn_by_class(const std::string& name, const Settings& settings,
                                  const Problem& problem, const Run& run) {
  const Place place = settings.place("learn-weights");
  const AttributeId id = problem.table.require(name, "--learn-weights");
  for (const auto& quasi : problem.quasi) {
    if (quasi.column != id) continue;
    throw Error(
        ErrorCode::Usage,
        fmt::format("column {} is a quasi-identifier; the class is what they are to predict",
                    quote_for_message(name)),
        place);
  }
  ApplicationWeights out{{}, fmt::format("how well each predicts {}", name)};
  out.weights = with_place(place, [&] { return weights_by_class(id, problem, run); });
  if (all_zero(out.weights)) {
    throw Error(ErrorCode::Usage,
                fmt::format("no quasi-identifier alone predicts {} better than guessing, "
                            "so all weights would be 0; give them with --priority",
                            quote_for_message(name)),
                place);
  }
  return out;
}

ApplicationWeights learn_from_workload(const std::string& path, const Problem& problem,
                                       const Run& run) {
  const FileBytes bytes(path, run);
  const Workload workload = parse_workload(bytes.view(), problem.table);
  std::vector<std::string> names;
  std::vector<AttributeId> columns;
  for (const auto& quasi : problem.quasi) {
    names.push_back(problem.table.column(quasi.column).name);
    columns.push_back(quasi.column);
  }
  const auto touches = [&](const WorkloadQuery& query) {
    return std::any_of(columns.begin(), columns.end(), [&](AttributeId id) {
      return std::binary_search(query.shown.begin(), query.shown.end(), id) ||
             std::binary_search(query.selected.begin(), query.selected.end(), id);
    });
  };
  const auto used = static_cast<std::size_t>(
      std::count_if(workload.queries.begin(), workload.queries.end(), touches));
  if (used == 0) {
    throw Error(ErrorCode::Input,
                fmt::format("no usable query: none of its {} statements is a SELECT that names a "
                            "quasi-identifier ({})",
                            workload.statements, fmt::join(names, ", ")),
                {.file = path});
  }
  if (used < workload.statements) {
    run.warn(
        fmt::format("{}: used {} of {} statements; {} skipped (no SELECT, not understood, or "
                    "without a quasi-identifier)",
                    path, used, workload.statements, workload.statements - used));
  }
  return {weights_of_workload(workload, problem),
          fmt::format("{}, {} of {} statements", path, used, workload.statements)};
}

// The weights that stand in the policy's columns; none if there is not one.
ApplicationWeights policy_weights(const Policy& policy, const Problem& problem) {
  ApplicationWeights out;
  for (const auto& column : policy.columns) {
    if (!column.weight) continue;
    const auto id = problem.table.find(column.name);
    const auto quasi =
        std::find_if(problem.quasi.begin(), problem.quasi.end(),
                     [&](const QuasiIdentifier& q) { return id && q.column == *id; });
    if (quasi == problem.quasi.end()) {
      throw Error(ErrorCode::Usage,
                  fmt::format("column {} is not a quasi-identifier; only these have a weight",
                              quote_for_message(column.name)),
                  column.place);
    }
    out.weights.resize(problem.quasi.size());
    out.weights[static_cast<std::size_t>(quasi - problem.quasi.begin())] = *column.weight;
    out.origin = policy.path;
  }
  if (!out.weights.empty() && all_zero(out.weights)) {
    throw Error(ErrorCode::Usage, "one weight of a column must be above 0", {.file = policy.path});
  }
  scale_weights(out.weights);
  return out;
}

}  // namespace

std::optional<std::string> learning_file(const Settings& settings) {
  if (!settings.given("learn-weights")) return std::nullopt;
  std::string from = settings.text("learn-weights");
  if (from.starts_with(kClass)) return std::nullopt;
  return from;
}

ApplicationWeights application_weights(const Settings& settings,
                                       const std::optional<Policy>& policy, const Problem& problem,
                                       const Run& run) {
  const bool learn = settings.given("learn-weights");
  if (settings.given("priority")) {
    if (learn) {
      throw Error(ErrorCode::Usage, "the weights are given by --priority or learned, not both",
                  settings.place("learn-weights"));
    }
    return {read_priorities(settings, problem), "given"};
  }
  if (!learn) return policy ? policy_weights(*policy, problem) : ApplicationWeights{};
  if (const auto file = learning_file(settings)) return learn_from_workload(*file, problem, run);
  const std::string column = settings.text("learn-weights").substr(kClass.size());
  return learn_by_class(column, settings, problem, run);
}

}  // namespace privet
