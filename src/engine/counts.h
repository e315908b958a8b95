// SPDX-License-Identifier: Apache-2.0
// Counts that learners and measures ask for, answered in SQL by the shards that hold the rows.
// Idea: each is a GROUP BY whose groups add up over shards; sums and logarithms are made here from
// the counts, by the code that makes them from a table in memory, so they are the same numbers.
// Supports of a pass of Apriori go as a table of candidates, those over the same columns in one
// statement. Counts of different rows do not add up over shards: there the groups themselves are
// merged here. Cost: a pass over the rows for each column, set of columns or pass of Apriori.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/domains.h"
#include "engine/shard_set.h"
#include "mining/bayes/plain_bayes_oracle.h"
#include "mining/rules/rules.h"

namespace privet::engine {

// A column of a learner: as it was read, and what the learner makes of it.
struct LearnedColumn {
  const Domain* domain = nullptr;
  const Column* column = nullptr;  // without rows, of the same texts
};

class SqlBayesSums final : public mining::HistogramBayesSums {
 public:
  // The columns of the model, in its order, and the class. Rows without a class are left out.
  SqlBayesSums(ShardSet& shards, std::vector<LearnedColumn> columns, LearnedColumn of_class);

 private:
  [[nodiscard]] std::vector<std::uint64_t> histogram(std::size_t column) override;

  ShardSet& shards_;
  std::vector<LearnedColumn> learned_;
  LearnedColumn class_;
};

// Rows as baskets of column=value; items are numbered as mining::baskets_of does.
class SqlSupports final : public mining::SupportOracle {
 public:
  SqlSupports(ShardSet& shards, std::vector<LearnedColumn> columns);

  [[nodiscard]] std::uint64_t transactions() const override { return rows_; }
  [[nodiscard]] std::size_t items() const override { return column_of_.size(); }
  std::vector<std::uint64_t> supports(std::span<const mining::ItemList> itemsets) override;

 private:
  ShardSet& shards_;
  std::uint64_t rows_ = 0;
  std::vector<std::size_t> column_of_;  // [ItemId]
};

// How many different rows there are by these columns, and how many pairs of rows are equal.
struct GroupCounts {
  std::uint64_t groups = 0;
  std::uint64_t equal_pairs = 0;
};
[[nodiscard]] GroupCounts count_groups(ShardSet& shards, std::span<const std::string> columns);

}  // namespace privet::engine
