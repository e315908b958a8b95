// SPDX-License-Identifier: Apache-2.0
// Gradient boosting of small trees, for classes.
// Idea: a score for each class (for two classes one score, of the second) starts at the classes'
// shares; each round fits a small tree to what the probabilities still miss and adds a fraction of
// it, its leaves being one Newton step of the likelihood. With `sample` below 1 each round sees
// that share of the rows, and the others say by how much the round lowered the loss of rows it had
// not seen: the out-of-bag estimate.
// Reference: Friedman, "Greedy function approximation: a gradient boosting machine" (2001) and
// "Stochastic gradient boosting" (2002). Cost: rows times columns times depth per tree. The same
// seed gives the same model with any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/run.h"
#include "data/table.h"
#include "mining/tree/tree_model.h"

namespace privet::mining {

struct BoostOptions {
  std::size_t rounds = 100;
  double rate = 0.1;
  std::size_t max_depth = 3;
  std::size_t min_leaf = 1;
  double sample = 1;  // of the rows, drawn without replacement in each round
  std::uint64_t seed = 1;
};

struct BoostTree {
  std::vector<TreeNode> nodes;  // without counts and labels
  std::vector<double> values;   // of each node; of tests 0

  bool operator==(const BoostTree&) const = default;
};

struct BoostModel {
  std::string class_name;
  std::vector<std::string> classes;
  std::vector<TreeColumn> columns;
  double rate = 0.1;
  std::vector<double> start;       // one score for two classes, else one per class
  std::vector<BoostTree> trees;    // round after round, one per score
  std::vector<double> importance;  // of each column: squared residuals lowered, as a share of all

  bool operator==(const BoostModel&) const = default;
};

struct Boosted {
  BoostModel model;
  std::vector<double> losses;      // mean loss of the training rows after each round
  std::vector<double> out_of_bag;  // by how much each round lowered the loss of the rows left out
};

// Rows without a class are left out, with a warning. Throws Error{Infeasible} for one class.
[[nodiscard]] Boosted learn_boost(const Table& table, AttributeId class_column,
                                  const BoostOptions& options, const Run& run);
[[nodiscard]] Forecast forecast(const BoostModel& model, const Table& table, const Run& run);
[[nodiscard]] ClassQuality assess_boost(const Table& table, AttributeId class_column,
                                        const BoostOptions& options, const FoldPlan& plan,
                                        const Run& run);

[[nodiscard]] std::string save_boost(const BoostModel& model);
[[nodiscard]] BoostModel load_boost(std::string_view text, const std::string& file);

}  // namespace privet::mining
