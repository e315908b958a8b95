// SPDX-License-Identifier: Apache-2.0
// One table's part in a tree over a join: for every node, its rows that occur in the joined rows
// there, and how often, by class.
// Reference: Xu (Simon Fraser 2008), section 3.3; Wang, Xu, Fu, Yu, "Classification spanning
// private databases" (AAAI 2006). The augmented table T_i(n) with its class count matrix "Cls" is a
// PartNode. Idea: neighbours tell each other counts by join value only. In a tree of tables the
// joined rows with one join value are all pairs of what is on either side of it, so counts can be
// rescaled: forward, Cls <- ClsSum; backward, Cls <- Cls ClsSum / ClsSum'; split, Cls_b <- Cls
// ClsSum_b / ClsSum. Each quotient is the number of joined rows with a row, a class and a branch:
// whole, so the division leaves no rest, and nothing is ever rounded. Products take 128 bits. A row
// whose counts become zero is gone (dangling). Cost: linear in the rows of the node. Threads:
// candidates(), split_own() and split_by() of different nodes at the same time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/run.h"
#include "data/table.h"
#include "mining/evaluation.h"
#include "mining/join/join_keys.h"
#include "mining/tree/column_ranks.h"
#include "mining/tree/split_choice.h"
#include "mining/tree/tree_oracle.h"

namespace privet::mining {

using WideCandidate = BasicCandidate<WideCount>;

// Counts of joined rows by join value: class by class, or branch by branch and class by class.
struct JoinSummary {
  std::size_t width = 0;  // counts of a key
  std::vector<JoinKey> keys;
  std::vector<std::uint64_t> counts;

  [[nodiscard]] std::span<const std::uint64_t> of(std::size_t place) const {
    return std::span(counts).subspan(place * width, width);
  }
};

// How a table joins over one of the graph's edges; without keys if it is not at that edge.
struct EdgeKeys {
  std::span<const JoinKey> of_row;
  std::size_t values = 0;
};

// The rows of a table at a node.
struct PartNode {
  std::vector<RowId> rows;
  std::vector<std::uint64_t> weights;  // row by class
  ClassCounts counts;                  // of all rows; stays when the rows are released
  std::vector<std::uint32_t> columns;  // still worth a test
};

class JoinPart {
 public:
  // Learns from these columns of the table; what is passed must outlive this.
  JoinPart(const Table& table, std::span<const AttributeId> columns, std::vector<EdgeKeys> keys,
           std::size_t classes, const TreeOptions& options, const Run& run);

  // The root of the table that has the class.
  void begin(const LabelledRows& training);
  // Class propagation, at the root. Throws Error{Input} if there are more joined rows than
  // kMostWideRows.
  [[nodiscard]] JoinSummary class_summary(std::size_t edge) const;
  void forward(std::size_t edge, const JoinSummary& summary);
  void backward(std::size_t edge, const JoinSummary& summary);

  // For each node one candidate for each of its columns that may still be tested, in their order.
  // Columns are named by their places in the list, plus `first`.
  [[nodiscard]] std::vector<std::vector<WideCandidate>> candidates(std::span<const NodeId> nodes,
                                                                   const WideSplitChooser& chooser,
                                                                   std::uint32_t first);

  // Makes room for the children, which are to be filled by one of the next two for each split.
  void make_children(std::span<const NodeSplit> splits);
  // By a test on a column of this table, which is split.column - first.
  void split_own(const NodeSplit& wanted, std::uint32_t first);
  // By what a neighbour tells of the children.
  void split_by(const NodeSplit& wanted, std::size_t edge, const JoinSummary& summary);
  [[nodiscard]] JoinSummary split_summary(const NodeSplit& wanted, std::size_t edge) const;
  // The join values that occur at a node, ascending: the same at both ends of the edge.
  [[nodiscard]] std::vector<JoinKey> live_keys(NodeId node, std::size_t edge) const;

  // Counts of these nodes stay; their rows are not needed any more.
  void release(NodeId before);
  void forget(NodeId node);  // the same for one
  [[nodiscard]] const PartNode& node(NodeId id) const { return nodes_[id]; }
  [[nodiscard]] std::size_t classes() const { return classes_; }

 private:
  [[nodiscard]] WideCandidate candidate(const PartNode& node, std::uint32_t column,
                                        const WideSplitChooser& chooser, std::uint32_t first) const;
  void rescale_root(std::size_t edge, const JoinSummary& summary, const JoinSummary& own);

  std::vector<EdgeKeys> keys_;
  std::size_t classes_;
  const Run& run_;
  std::vector<ColumnRanks> columns_;
  std::vector<PartNode> nodes_;
  NodeId released_ = 0;
};

}  // namespace privet::mining
