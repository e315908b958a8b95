// SPDX-License-Identifier: Apache-2.0
#include "job/release/measure_utility.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/with_place.h"
#include "data/file_bytes.h"
#include "query/workload.h"

namespace privet {
namespace {

constexpr std::size_t kFolds = 10;
constexpr std::uint64_t kSeed = 1;  // the same measure every time, unless --seed says otherwise

struct NamedSelection {
  std::string name;
  Selection selection;
};

struct Conditions {
  std::vector<NamedSelection> usable;
  std::size_t skipped = 0;
};

Conditions conditions(const Settings& settings, const Table& table, const Run& run) {
  Conditions out;
  for (const auto& text : settings.list("where")) {
    out.usable.push_back(
        {text, with_place(settings.place("where"), [&] { return parse_selection(text, table); })});
  }
  if (!settings.given("workload")) return out;
  const std::string path = settings.text("workload");
  const FileBytes bytes(path, run);
  Workload workload = parse_workload(bytes.view(), table);
  out.skipped = workload.skipped();
  bool found = false;
  for (auto& query : workload.queries) {
    if (query.where) {
      out.usable.push_back({fmt::format("{}:{}", path, query.line), std::move(*query.where)});
      found = true;
    } else {
      ++out.skipped;
    }
  }
  if (!found) {
    throw Error(ErrorCode::Input,
                fmt::format("no usable query: none of its {} statements has a WHERE that compares "
                            "the table's columns with constants",
                            workload.statements),
                {.file = path});
  }
  return out;
}

AttributeId class_to_predict(const Settings& settings, const Problem& problem) {
  const std::string name = settings.text("classify");
  const AttributeId id = problem.table.require(name, "--classify");
  const bool quasi = std::any_of(problem.quasi.begin(), problem.quasi.end(),
                                 [&](const QuasiIdentifier& q) { return q.column == id; });
  if (quasi) {
    throw Error(
        ErrorCode::Usage,
        fmt::format("column {} is a quasi-identifier; the class is what they are to predict",
                    quote_for_message(name)),
        settings.place("classify"));
  }
  const Column& column = problem.table.column(id);
  const auto labelled = static_cast<std::size_t>(
      std::count_if(column.codes.begin(), column.codes.end(),
                    [&](ValueId code) { return !column.dictionary.missing(code); }));
  if (labelled < kFolds) {
    throw Error(
        ErrorCode::Usage,
        fmt::format("{} folds need as many records with a class; there are {}", kFolds, labelled),
        settings.place("classify"));
  }
  return id;
}

std::uint64_t seed(const Settings& settings) {
  return settings.given("seed") ? settings.count("seed") : kSeed;
}

}  // namespace

std::vector<Parameter> utility_parameters() {
  return {
      {.name = "queries",
       .kind = ParameterKind::Count,
       .summary = "Measure the error of N random counting queries over two quasi-identifiers.",
       .placeholder = "N",
       .min = 1},
      {.name = "classify",
       .kind = ParameterKind::Column,
       .summary = "Measure how well the quasi-identifiers predict this column, in the original and "
                  "in the release.",
       .placeholder = "COLUMN"},
      {.name = "where",
       .kind = ParameterKind::Text,
       .summary = "Measure precision and recall of this selection, such as \"age > 50 AND sex = "
                  "'male'\".",
       .placeholder = "CONDITION",
       .repeatable = true},
      {.name = "workload",
       .kind = ParameterKind::File,
       .summary =
           "Measure precision and recall of the WHERE clause of every SELECT statement in this "
           "file.",
       .placeholder = "FILE.sql"}};
}

void check_utility(const Settings& settings, const Problem& problem, const Run& run) {
  if (settings.given("classify")) (void)class_to_predict(settings, problem);
  const Conditions found = conditions(settings, problem.table, run);
  if (found.skipped > 0) {
    run.warn(fmt::format("{}: {} statements skipped (no WHERE, or one not understood)",
                         settings.text("workload"), found.skipped));
  }
}

Utility measure_utility(const Settings& settings, const Problem& problem, const Recoding& recoding,
                        const ApplicationWeights& weights, const Run& run) {
  Utility out;
  RecodingContext context{problem.table, {}};
  for (const auto& quasi : problem.quasi) {
    context.hierarchies.push_back(quasi.hierarchy);
    out.quasi.push_back(problem.table.column(quasi.column).name);
  }
  if (!weights.weights.empty()) {
    out.weights = weights.weights;
    out.weights_from = weights.origin;
    out.weighted = weighted_discernibility(recoding, context, weights.weights);
  }
  if (settings.given("queries")) {
    out.queries = measure_query_error(
        recoding, context, {.queries = settings.count("queries"), .seed = seed(settings)}, run);
  }
  if (settings.given("classify")) {
    out.classification = measure_classification(
        recoding, context, class_to_predict(settings, problem), kFolds, seed(settings), run);
  }
  Conditions wanted = conditions(settings, problem.table, run);
  out.conditions_skipped = wanted.skipped;
  for (auto& [name, selection] : wanted.usable) {
    run.check_cancelled();
    out.selections.push_back({name, measure_selection(selection, recoding, context)});
  }
  return out;
}

}  // namespace privet
