// SPDX-License-Identifier: Apache-2.0
// Answers a tree learner in SQL, on the shards that hold the rows.
// Idea: a scratch table on each shard has of every row with a class its node, its place and the
// ranks of its values. The counts of a column at the nodes of a level are one GROUP BY, whose
// groups add up over shards; tests are chosen here, from the counts alone. A level is split by
// writing the scratch table anew, without the rows of finished nodes. Ties between cuts are decided
// by first rows, which are the smallest places, shard after shard: the order in which the table is
// read. Cost: a pass over the open rows for each column and level; in this process memory for the
// counts of one column, and of the tests of all, at the nodes of a level.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/run.h"
#include "engine/counts.h"
#include "engine/shard_set.h"
#include "mining/tree/split_choice.h"
#include "mining/tree/tree_oracle.h"

namespace privet::engine {

class SqlTree final : public mining::CountingTreeOracle {
 public:
  // The columns of the model, in its order, and the class. Throws Error{Usage} for options that
  // need the rows themselves, or more rows than the Gini index takes.
  SqlTree(ShardSet& shards, std::vector<LearnedColumn> columns, const LearnedColumn& of_class,
          const mining::TreeOptions& options, const Run& run);

  [[nodiscard]] std::size_t classes() const override { return classes_; }
  std::vector<mining::NodeState> states(std::span<const mining::NodeId> nodes) override;
  std::vector<mining::BestSplit> best_splits(std::span<const mining::NodeId> nodes) override;
  void split(std::span<const mining::NodeSplit> splits) override;
  std::vector<mining::ClassCounts> class_counts(std::span<const mining::NodeId> nodes) override;

  // Rows of the table, and those without a class, which are left out.
  [[nodiscard]] std::uint64_t rows() const { return rows_; }
  [[nodiscard]] std::uint64_t dropped() const { return dropped_; }

 private:
  struct Ranks {
    bool numeric = false;
    std::uint32_t size = 0;      // a missing value has this rank
    std::vector<double> values;  // of each rank; numeric only
  };
  struct Count {
    std::uint32_t node = 0;  // position in the question
    std::uint32_t rank = 0;
    std::uint32_t label = 0;
    std::uint64_t rows = 0;
    std::uint64_t first = 0;  // the shard and the place of the first row
  };
  void copy_rows(const std::vector<LearnedColumn>& columns, const LearnedColumn& of_class);
  void count_classes();
  [[nodiscard]] std::vector<Count> count_column(std::uint32_t column) const;
  [[nodiscard]] mining::WideSplitChooser::Candidate judge(std::uint32_t column,
                                                          std::span<const Count> counts) const;

  ShardSet& shards_;
  mining::TreeOptions options_;
  const Run& run_;
  std::size_t classes_ = 0;
  std::uint64_t rows_ = 0;
  std::uint64_t dropped_ = 0;
  std::vector<Ranks> columns_;
  std::string definition_;  // of the scratch tables with rows
  std::string work_ = "tree_a";
  std::string next_work_ = "tree_b";
  std::vector<mining::ClassCounts> counts_;             // [node]
  std::vector<std::vector<std::uint32_t>> columns_of_;  // [node] still worth a test
  std::vector<mining::WideSplitChooser> chooser_;       // one, once the rows are counted
};

}  // namespace privet::engine
