// SPDX-License-Identifier: Apache-2.0
#include "application/learned_weights.h"

#include <fmt/format.h>

#include <algorithm>

#include "application/classification.h"
#include "base/error.h"
#include "mining/tree/training_rows.h"

namespace privet {

void scale_weights(std::vector<double>& weights) {
  if (weights.empty()) return;
  const double largest = *std::max_element(weights.begin(), weights.end());
  if (largest <= 0) return;
  for (double& weight : weights) weight /= largest;
}

std::vector<double> weights_of_workload(const Workload& workload, const Problem& problem) {
  std::vector<AttributeId> columns;
  for (const auto& quasi : problem.quasi) columns.push_back(quasi.column);
  auto out = use_frequencies(workload, columns);
  scale_weights(out);
  return out;
}

std::vector<double> weights_by_class(AttributeId class_column, const Problem& problem,
                                     const Run& run) {
  constexpr std::size_t kFolds = 10;
  constexpr std::uint64_t kSeed = 1;  // the folds' alone: the same table gives the same weights
  const auto classes = mining::class_column(problem.table, class_column);
  if (classes.rows.size() < kFolds) {
    throw Error(ErrorCode::Usage,
                fmt::format("{} folds need as many records with a class; there are {}", kFolds,
                            classes.rows.size()));
  }
  const double guessing = 1.0 / static_cast<double>(classes.classes.size());
  std::vector<double> out;
  for (const auto& quasi : problem.quasi) {
    run.progress("learning weights");
    const double accuracy =
        single_column_accuracy(problem.table, quasi.column, class_column, kFolds, kSeed, run);
    constexpr double kNoise = 1e-9;  // what rounding leaves of a column that predicts nothing
    out.push_back(accuracy - guessing > kNoise ? accuracy - guessing : 0.0);
  }
  scale_weights(out);
  return out;
}

}  // namespace privet
