// SPDX-License-Identifier: Apache-2.0
// Answers a tree learner about the rows of a join from the joined tables, in one process.
// Reference: Xu (Simon Fraser 2008), section 3.3 ("MultiTbl").
// Idea: class propagation gives every row its number of joined rows by class; tests are chosen from
// these counts alone; a split at one table goes on to the others by split propagation
// (mining/join/join_part.h). Columns are those of the first table, then of the second, and so on.
// Cost: a level reads the rows of every table that occur at its nodes, whatever the join's size.
#pragma once

#include <memory>
#include <vector>

#include "mining/join/join_problem.h"

namespace privet::mining {

// Throws Error{Usage} for options that need the joined rows themselves, or a join too large for
// them.
void check_join_options(const TreeOptions& options);
void check_join_rows(const TreeOptions& options, std::uint64_t rows);

class JoinOracle final : public CountingTreeOracle {
 public:
  // `training` are rows of the table with the class. All must outlive this.
  JoinOracle(const JoinProblem& problem, const LabelledRows& training, const TreeOptions& options,
             const Run& run);

  [[nodiscard]] std::size_t classes() const override { return classes_; }
  std::vector<NodeState> states(std::span<const NodeId> nodes) override;
  std::vector<BestSplit> best_splits(std::span<const NodeId> nodes) override;
  void split(std::span<const NodeSplit> splits) override;
  std::vector<ClassCounts> class_counts(std::span<const NodeId> nodes) override;

  // Splits without giving up the rows of the nodes that stay, for whoever walks down a finished
  // tree.
  void keep_rows() { keeps_rows_ = true; }
  [[nodiscard]] const JoinPart& part(std::size_t table) const { return parts_[table]; }
  [[nodiscard]] std::uint64_t joined_rows() const;

 private:
  void propagate_classes();
  [[nodiscard]] std::size_t owner(std::uint32_t column) const;

  const JoinProblem& problem_;
  TreeOptions options_;
  std::size_t classes_;
  const Run& run_;
  std::vector<JoinPart> parts_;
  std::vector<std::uint32_t> first_column_;  // by table
  std::unique_ptr<WideSplitChooser> chooser_;
  bool keeps_rows_ = false;
};

}  // namespace privet::mining
