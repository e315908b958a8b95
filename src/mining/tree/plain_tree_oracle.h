// SPDX-License-Identifier: Apache-2.0
// Answers a tree learner from a table in memory.
// Idea: the rows of a node lie together and ascend; a column's codes are ranks, so a node's numeric
// column is sorted by counting (or, where the node is small, by sorting its ranks). Columns that
// are constant at a node are not looked at below it. Nodes and columns of a level are spread over
// threads. Cost: a level reads each live column of each row once. Threads: one caller at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "base/run.h"
#include "data/table.h"
#include "mining/evaluation.h"
#include "mining/tree/column_ranks.h"
#include "mining/tree/split_choice.h"
#include "mining/tree/tree_oracle.h"

namespace privet::mining {

class PlainTreeOracle final : public CountingTreeOracle {
 public:
  // The columns are all except the class column, in file order.
  PlainTreeOracle(const Table& table, AttributeId class_column, const LabelledRows& training,
                  const TreeOptions& options, const Run& run);
  ~PlainTreeOracle() override;
  PlainTreeOracle(const PlainTreeOracle&) = delete;
  PlainTreeOracle& operator=(const PlainTreeOracle&) = delete;

  [[nodiscard]] std::size_t classes() const override { return classes_; }
  std::vector<NodeState> states(std::span<const NodeId> nodes) override;
  std::vector<BestSplit> best_splits(std::span<const NodeId> nodes) override;
  void split(std::span<const NodeSplit> splits) override;
  std::vector<ClassCounts> class_counts(std::span<const NodeId> nodes) override;

 private:
  struct Scratch;
  struct Node {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::vector<std::uint32_t> columns;  // still worth a test
    ClassCounts counts;                  // empty until they are asked for
  };
  struct Task {
    std::size_t node;  // position in the question
    std::uint32_t column;
    Candidate* answer;
  };

  const ClassCounts& counts_of(NodeId node);
  std::vector<BestSplit> best_of_columns(std::span<const NodeId> nodes);
  void judge(NodeId node, const Task& task, Scratch& scratch) const;
  void split_node(const NodeSplit& wanted);
  [[nodiscard]] std::unique_ptr<Scratch> borrow() const;
  void give_back(std::unique_ptr<Scratch> scratch) const;

  TreeOptions options_;
  std::size_t classes_;
  const Run& run_;
  SplitChooser chooser_;
  std::vector<ColumnRanks> columns_;
  std::vector<RowId> rows_;         // by node
  std::vector<ClassLabel> labels_;  // beside rows_
  std::vector<Node> nodes_;
  mutable std::mutex mutex_;  // of the free scratch
  mutable std::vector<std::unique_ptr<Scratch>> free_;
};

}  // namespace privet::mining
