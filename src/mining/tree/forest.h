// SPDX-License-Identifier: Apache-2.0
// Random forests over the tree learner.
// Idea: every tree is grown by the learner of mining/tree/tree.h on a sample of the rows drawn with
// replacement, and at each node chooses among a few columns drawn at random; the forest's
// probabilities are the means of the trees'. The rows that a tree did not draw say how good it is
// on rows it has not seen: the out-of-bag estimate. The importance of a column is the decrease of
// impurity at its tests, weighted by rows and added over the trees, as a share of all.
// Reference: Breiman, "Random forests" (2001). Cost: that of the trees, which are grown at once.
// The same seed gives the same forest with any number of threads.
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

struct ForestOptions {
  std::size_t trees = 100;
  std::size_t columns = 0;  // tried at each node; 0: the square root of all, rounded down
  std::size_t min_leaf = 1;
  std::size_t max_depth = 0;  // 0: no limit
  Criterion criterion = Criterion::Gini;
  NominalSplit nominal = NominalSplit::OneAgainstRest;
  std::uint64_t seed = 1;
};

struct ForestModel {
  std::string class_name;
  std::vector<std::string> classes;
  std::vector<TreeColumn> columns;
  std::vector<std::vector<TreeNode>> trees;
  std::vector<double> importance;  // of each column; they add up to 1

  bool operator==(const ForestModel&) const = default;
};

struct Forest {
  ForestModel model;
  ClassQuality out_of_bag;
  std::size_t never_out = 0;  // rows that every tree drew: they are not in the estimate
};

// Rows without a class are left out, with a warning.
[[nodiscard]] Forest learn_forest(const Table& table, AttributeId class_column,
                                  const ForestOptions& options, const Run& run);
[[nodiscard]] Forecast forecast(const ForestModel& model, const Table& table, const Run& run);
[[nodiscard]] ClassQuality assess_forest(const Table& table, AttributeId class_column,
                                         const ForestOptions& options, const FoldPlan& plan,
                                         const Run& run);

[[nodiscard]] std::string save_forest(const ForestModel& model);
[[nodiscard]] ForestModel load_forest(std::string_view text, const std::string& file);

}  // namespace privet::mining
