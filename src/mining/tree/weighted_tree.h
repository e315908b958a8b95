// SPDX-License-Identifier: Apache-2.0
// C4.5 as of release 8, over a table in memory.
// Idea: rows carry weights. A row without a value at a test goes down every branch with the share
// of the known rows that took it (or, if so asked, down the heaviest). The gain of a numeric cut is
// lessened by log2(cuts tried) / rows, so that a column of many values does not win by its many
// chances; a cut leaves at least a tenth of the rows per class on either side (between the smallest
// leaf and 25). Subtrees that make no fewer training errors than a leaf are collapsed. Pruning
// compares the upper limits of the errors of a node as a leaf, of its subtree, and of its largest
// branch put in its place (subtree raising), with the tolerance of a tenth of an error.
// Reference: Quinlan, "C4.5" (1993), "Improved use of continuous attributes in C4.5" (1996). Cost:
// a level sorts each numeric column of its rows; the rows of every node are kept for raising.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/run.h"
#include "data/table.h"
#include "mining/tree/tree_model.h"

namespace privet::mining {

// A row, or the part of one that reaches a node.
struct WeightedRow {
  RowId row = 0;
  double weight = 1;
};
using WeightedRows = std::vector<WeightedRow>;

// A table's columns as the learner reads them.
struct WeightedColumn {
  bool numeric = false;
  std::size_t values = 0;       // nominal: how many
  std::vector<double> numbers;  // numeric: of each row; not a number where missing
  std::vector<ValueId> codes;   // nominal: of each row, kMissingValue where missing
};
inline constexpr ValueId kMissingValue = static_cast<ValueId>(-1);

// A node while the tree grows and is pruned.
struct WeightedNode {
  WeightedRows rows;
  std::vector<double> classes;  // weight by class
  std::optional<Split> split;
  std::vector<std::unique_ptr<WeightedNode>> sons;

  [[nodiscard]] double total() const;
  [[nodiscard]] double wrong() const;  // weight outside the majority
  [[nodiscard]] std::size_t majority() const;
};

struct WeightedData {
  std::vector<WeightedColumn> columns;
  std::span<const ClassLabel> labels;  // of each row of the table
  std::size_t classes = 0;
  std::size_t rows = 0;  // of training
};

// The best test of a node; none if it stays a leaf.
[[nodiscard]] std::optional<Split> best_weighted_split(const WeightedData& data,
                                                       const WeightedRows& rows,
                                                       const TreeOptions& options);
// The rows of each branch, and what their classes weigh.
[[nodiscard]] std::vector<WeightedRows> branches_of(const WeightedData& data, const Split& split,
                                                    const WeightedRows& rows, bool fractional);
[[nodiscard]] std::vector<double> class_weights(const WeightedData& data, const WeightedRows& rows);
void prune_weighted(const WeightedData& data, WeightedNode& root, const TreeOptions& options);

// Whether these options ask for more than the learner over an oracle does.
[[nodiscard]] bool needs_weights(const TreeOptions& options);
// `header` names the table's columns without the class column; rows of `training` have a class.
[[nodiscard]] TreeModel grow_weighted_tree(const Table& table, AttributeId class_column,
                                           const LabelledRows& training, TreeModel header,
                                           const TreeOptions& options, const Run& run);

}  // namespace privet::mining
