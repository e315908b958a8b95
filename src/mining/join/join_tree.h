// SPDX-License-Identifier: Apache-2.0
// Decision trees over a join of tables that is never made: learned, measured, and its size known.
// Reference: Xu (Simon Fraser 2008), chapter 3. The tree is the one that joining first would give,
// except that between two cuts of one column that are as good as each other the order of the rows
// of the column's own table decides. Idea of measuring: a row of the table with the class stands
// for as many joined rows as it occurs in, and these may reach several leaves. They vote: the
// shares of the classes at their leaves, weighted by how many of them are there. Cost: that of
// growing, without looking for tests.
#pragma once

#include <cstdint>
#include <vector>

#include "mining/class_quality.h"
#include "mining/join/join_problem.h"

namespace privet::mining {

struct JoinSizes {
  std::vector<std::uint64_t> rows;    // by table
  std::vector<std::uint64_t> joined;  // of these those that occur in the join
  std::uint64_t join_rows = 0;        // over rows that have a class
  std::uint64_t cells = 0;            // rows times columns, of all tables
  std::uint64_t join_cells = 0;

  [[nodiscard]] double blow_up() const {
    return cells == 0 ? 0.0 : static_cast<double>(join_cells) / static_cast<double>(cells);
  }
};

[[nodiscard]] JoinSizes join_sizes(const JoinProblem& problem, const Run& run);

// Throws Error{Input} if the join is empty.
[[nodiscard]] TreeModel learn_join_tree(const JoinProblem& problem, const TreeOptions& options,
                                        const Run& run);

// What a model says of the rows of the table with the class, by the votes of their joined rows; all
// must have some.
[[nodiscard]] Forecast forecast_join(const JoinProblem& problem, const TreeModel& model,
                                     const LabelledRows& rows, const TreeOptions& options,
                                     const Run& run);
// The quality of a model on the rows of the table with the class that occur in the join; with
// folds, of trees learned from the other folds.
[[nodiscard]] ClassQuality judge_join_tree(const JoinProblem& problem, const TreeModel& model,
                                           const TreeOptions& options, const FoldPlan& plan,
                                           const Run& run);
// The share of joined rows that have the class of their leaf.
[[nodiscard]] double joined_accuracy(const TreeModel& model);

}  // namespace privet::mining
