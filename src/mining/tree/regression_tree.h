// SPDX-License-Identifier: Apache-2.0
// Small trees that fit numbers, as boosting needs them.
// Idea: rows of each numeric column are sorted once; a level scans every column in that order and
// keeps sums per node, so that all cuts of all nodes are judged in one pass. The best test lowers
// the sum of squared residuals most; rows without a value follow the heavier branch. Categories are
// tested one value against the rest.
// Reference: Breiman, Friedman, Olshen, Stone, "Classification and regression trees" (1984);
// Shafer, Agrawal, Mehta, "SPRINT" (1996) for the sorted columns. Cost: rows times columns per
// level.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/run.h"
#include "data/table.h"
#include "mining/tree/tree_model.h"

namespace privet::mining {

struct RegressionTree {
  std::vector<TreeNode> nodes;  // without counts and labels
  std::vector<double> gains;    // of each node's test: by how much squared residuals fell
  std::vector<NodeId> leaf_of;  // of each row of the table; also of rows that were not learned from
};

struct RegressionTreeOptions {
  std::size_t max_depth = 3;
  std::size_t min_leaf = 1;
};

class RegressionTreeLearner {
 public:
  // The columns are all except the class column, in file order; `rows` may ever be learned from.
  RegressionTreeLearner(const Table& table, AttributeId class_column, std::span<const RowId> rows);
  // `residuals` has one number per row of the table; `used` says which rows are learned from.
  [[nodiscard]] RegressionTree learn(std::span<const double> residuals,
                                     const std::vector<bool>& used,
                                     const RegressionTreeOptions& options, const Run& run) const;

 private:
  struct Numbers {
    bool numeric = false;
    std::size_t values = 0;            // nominal
    std::vector<double> numbers;       // numeric: of each row
    std::vector<std::uint32_t> codes;  // nominal: of each row
    std::vector<RowId> order;          // rows with a value; numeric: by it
  };
  struct Best;
  void judge_numeric(std::size_t column, std::span<const double> residuals,
                     std::span<const std::uint32_t> place, std::size_t min_leaf,
                     std::vector<Best>& best) const;
  void judge_nominal(std::size_t column, std::span<const double> residuals,
                     std::span<const std::uint32_t> place, std::size_t min_leaf,
                     std::vector<Best>& best) const;
  [[nodiscard]] std::uint32_t branch_of(const Split& split, RowId row) const;

  std::vector<Numbers> columns_;
  std::vector<RowId> rows_;
  std::size_t table_rows_;
};

}  // namespace privet::mining
