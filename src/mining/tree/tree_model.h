// SPDX-License-Identifier: Apache-2.0
// A decision tree as it is saved, drawn and used.
// A row goes down from the root by the tests; a missing value or one that the tree does not know
// follows the branch that most rows took, or (fractional) takes every branch in part, as the
// training rows did. The leaf's class is the answer, or the class that weighs most over the leaves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/run.h"
#include "data/table.h"
#include "mining/class_quality.h"
#include "mining/tree/tree_oracle.h"

namespace privet::mining {

// A column as the tree knows it.
struct TreeColumn {
  std::string name;
  bool numeric = false;
  std::vector<std::string> values;  // of nominal columns, in the order of the branches

  bool operator==(const TreeColumn&) const = default;
};

struct TreeNode {
  ClassCounts counts;           // empty if the oracle did not give them
  ClassLabel label = kNoClass;  // the majority; the first class wins a tie
  std::optional<Split> split;   // none: a leaf
  NodeId first_child = 0;
  std::vector<double> weights = {};  // by class, where parts of rows make them more than the counts

  [[nodiscard]] NodeId child(std::uint32_t branch) const { return NodeId(first_child + branch); }
  bool operator==(const TreeNode&) const = default;
};

struct TreeModel {
  std::string class_name;
  std::vector<std::string> classes;  // sorted
  std::vector<TreeColumn> columns;
  std::vector<TreeNode> nodes;  // breadth-first, the root is 0; never empty
  bool fractional = false;      // a row without a value takes every branch in part

  bool operator==(const TreeModel&) const = default;
  [[nodiscard]] std::size_t leaves() const;
  [[nodiscard]] std::size_t depth() const;  // tests on the longest path
};

// The class of every row (kNoClass where Weka's ID3 has none). The table must have the columns that
// the tree tests, of the same kind; numeric columns that hold a text fail with row and column.
[[nodiscard]] std::vector<ClassLabel> predict(const TreeModel& model, const Table& table,
                                              const Run& run);

// The classes of every row with their probabilities: the shares of the classes among the training
// rows of the leaf, or of the node above where no training row reached it. Without probabilities if
// the model has no counts.
[[nodiscard]] Forecast forecast(const TreeModel& model, const Table& table, const Run& run);
// The shares of the classes at every node, node after node; empty without counts.
[[nodiscard]] std::vector<double> node_shares(std::span<const TreeNode> nodes, std::size_t classes);
// The leaf that each row reaches; a missing or unknown value follows the heaviest branch.
[[nodiscard]] std::vector<NodeId> leaves_of(std::span<const TreeColumn> columns,
                                            std::span<const TreeNode> nodes, const Table& table,
                                            const Run& run);

// Turns nodes whose subtree promises no fewer errors than a leaf would into leaves, bottom-up.
[[nodiscard]] TreeModel prune(const TreeModel& model, double confidence, ErrorLimit limit);

// The upper limit of the error rate after seeing `errors` in `rows`, at this confidence (0.25 in
// C4.5). A smaller confidence gives a higher limit.
[[nodiscard]] double upper_error(double rows, double errors, double confidence, ErrorLimit limit);
// The same with the z of the confidence, for whoever asks often.
[[nodiscard]] double upper_error(double rows, double errors, double confidence, double z,
                                 ErrorLimit limit);
// The z with P(Z > z) = p for a standard normal Z.
[[nodiscard]] double normal_upper_quantile(double p);

}  // namespace privet::mining
