// SPDX-License-Identifier: Apache-2.0
// Trees over joins that are never made equal those over joins that are.
#include "mining/join/join_tree.h"

#include <gtest/gtest.h>

#include <map>

#include "base/error.h"
#include "mining/join/join_oracle.h"
#include "mining/join/join_test_tables.h"
#include "mining/tree/tree.h"
#include "mining/tree/tree_text.h"

namespace privet::mining {
namespace {

// Answers from the joined rows, one by one. Of cuts that are as good as each other the one decides
// whose rows come first in the column's own table, as mining/join says; everything else is plain.
class JoinedRowsOracle final : public CountingTreeOracle {
 public:
  JoinedRowsOracle(const JoinProblem& problem, std::vector<JoinedRow> rows,
                   const TreeOptions& options)
      : rows_(std::move(rows)),
        table_(joined_table(problem, rows_)),
        options_(options),
        class_(class_column(table_, static_cast<AttributeId>(table_.columns() - 1))),
        chooser_(options, class_.classes.size(), rows_.size()),
        node_of_(rows_.size(), 0),
        used_(1) {
    for (std::size_t t = 0; t < problem.tables.size(); ++t) {
      for (std::size_t c = 0; c < problem.columns[t].size(); ++c) source_.push_back(t);
    }
  }
  [[nodiscard]] std::size_t classes() const override { return class_.classes.size(); }
  std::vector<NodeState> states(std::span<const NodeId> nodes) override {
    std::vector<NodeState> out;
    for (const auto& counts : class_counts(nodes)) out.push_back(state_of(counts, options_));
    return out;
  }
  std::vector<ClassCounts> class_counts(std::span<const NodeId> nodes) override {
    std::vector<ClassCounts> out;
    for (const NodeId node : nodes) {
      if (!counts_.contains(node)) {
        ClassCounts counts(classes(), 0);
        for (std::size_t r = 0; r < rows_.size(); ++r) {
          if (node_of_[r] == node && class_.labels[r] != kNoClass) ++counts[class_.labels[r]];
        }
        counts_[node] = counts;
      }
      out.push_back(counts_[node]);
    }
    return out;
  }
  std::vector<BestSplit> best_splits(std::span<const NodeId> nodes) override {
    std::vector<BestSplit> out;
    for (const NodeId node : nodes) {
      std::vector<Candidate> candidates;
      for (std::uint32_t c = 0; c < source_.size(); ++c) {
        if (used_[node].contains(c)) continue;
        const ColumnRanks ranks(table_.column(static_cast<AttributeId>(c)), options_);
        candidates.push_back(ranks.numeric ? chooser_.best_of_numeric(c, counted(node, c, ranks))
                                           : chooser_.best_of_nominal(c, counted(node, c, ranks)));
      }
      out.push_back(chooser_.best(candidates));
    }
    return out;
  }
  void split(std::span<const NodeSplit> splits) override {
    for (const auto& wanted : splits) {
      const ColumnRanks ranks(table_.column(static_cast<AttributeId>(wanted.split.column)),
                              options_);
      used_.resize(std::max<std::size_t>(used_.size(), wanted.first_child + wanted.split.branches));
      for (std::uint32_t b = 0; b < wanted.split.branches; ++b) {
        auto& used = used_[wanted.first_child + b];
        used = used_[wanted.node];
        if (wanted.split.kind == TestKind::Values) used[wanted.split.column] = true;
      }
      for (std::size_t r = 0; r < rows_.size(); ++r) {
        if (node_of_[r] != wanted.node) continue;
        node_of_[r] =
            NodeId(wanted.first_child + ranks.branch(wanted.split, static_cast<RowId>(r)));
      }
    }
  }
  // What the rows of a table are at a node: how many joined rows of each class they occur in.
  [[nodiscard]] std::map<std::uint32_t, ClassCounts> occurrences(std::size_t table,
                                                                 NodeId node) const {
    std::map<std::uint32_t, ClassCounts> out;
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      if (node_of_[r] != node || class_.labels[r] == kNoClass) continue;
      auto& counts = out[rows_[r][table]];
      counts.resize(classes(), 0);
      ++counts[class_.labels[r]];
    }
    return out;
  }

 private:
  [[nodiscard]] ColumnCounts counted(NodeId node, std::uint32_t c, const ColumnRanks& ranks) const {
    ColumnCounts all;
    all.classes = classes();
    all.counts.assign(ranks.size * classes(), 0);
    std::vector<RowId> firsts(ranks.size, RowId{~0U});
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      if (node_of_[r] != node || class_.labels[r] == kNoClass) continue;
      const auto rank = ranks.rank[r];
      if (rank == kMissingRank) {
        ++all.missing;
        continue;
      }
      ++all.counts[rank * classes() + class_.labels[r]];
      firsts[rank] = std::min(firsts[rank], rows_[r][source_[c]]);
    }
    if (!ranks.numeric) return all;
    ColumnCounts out;
    out.classes = classes();
    out.missing = all.missing;
    for (std::size_t v = 0; v < ranks.size; ++v) {
      if (firsts[v] == RowId{~0U}) continue;
      out.first_rows.push_back(firsts[v]);
      out.values.push_back(ranks.values[v]);
      for (const Count n : all.group(v)) out.counts.push_back(n);
    }
    return out;
  }

  std::vector<JoinedRow> rows_;
  Table table_;
  TreeOptions options_;
  ClassColumn class_;
  SplitChooser chooser_;
  std::vector<NodeId> node_of_;
  std::vector<std::map<std::uint32_t, bool>> used_;
  std::vector<std::size_t> source_;  // the table of each column
  std::map<NodeId, ClassCounts> counts_;
};

TreeOptions some_options(int round) {
  TreeOptions options = round % 3 == 0 ? id3_options() : c45_options();
  if (round % 5 == 0) options.criterion = Criterion::Gini;
  if (round % 5 == 1) options.criterion = Criterion::Gain;
  if (round % 7 == 0) options.nominal = NominalSplit::OneAgainstRest;
  if (round % 11 == 0) options.max_depth = 2;
  return options;
}

RandomJoinShape some_shape(Sampler& sampler, int round) {
  return {.tables = 2 + sampler.below(5),
          .rows = 2 + sampler.below(6),
          .keys = 1 + sampler.below(4),
          .values = 2 + sampler.below(4),
          .numeric = round % 2 == 0,
          .two_columns = round % 4 == 1,
          .missing = round % 3 == 1 ? 0.1 : 0.0,
          .bare = round % 5 == 2};
}

TEST(JoinTree, EqualsTheTreeOfTheJoinedRows) {
  const privet::Run run(nullptr, nullptr, 1);
  Sampler sampler(31);
  int empty = 0;
  for (int round = 0; round < 400; ++round) {
    const auto problem = random_join(sampler, some_shape(sampler, round)).problem(run);
    const auto rows = materialised(problem);
    if (rows.size() > 4000) continue;
    const TreeOptions options = some_options(round);
    if (rows.empty()) {
      ++empty;
      EXPECT_THROW((void)learn_join_tree(problem, options, run), Error);
      continue;
    }
    JoinedRowsOracle brute(problem, rows, options);
    const TreeModel expected =
        grow_counted_tree(brute, join_header(problem, options), options, run);
    ASSERT_EQ(learn_join_tree(problem, options, run), expected) << "round " << round;
  }
  EXPECT_GT(empty, 5);
}

TEST(JoinTree, EqualsOurTreeLearnerOverTheJoinedTable) {
  const privet::Run run(nullptr, nullptr, 1);
  Sampler sampler(32);
  int compared = 0;
  for (int round = 0; round < 200; ++round) {
    auto shape = some_shape(sampler, round);
    shape.numeric = false;
    const auto problem = random_join(sampler, shape).problem(run);
    const auto rows = materialised(problem);
    if (rows.empty() || rows.size() > 4000) continue;
    const Table table = joined_table(problem, rows);
    const TreeOptions options = some_options(round);
    TreeModel expected =
        learn_tree(table, static_cast<AttributeId>(table.columns() - 1), options, run);
    ASSERT_EQ(canonical_tree(learn_join_tree(problem, options, run)), canonical_tree(expected));
    ++compared;
  }
  EXPECT_GT(compared, 100);
}

TEST(JoinTree, RowsOfEveryTableCountAsInTheJoinAtEveryNode) {
  const privet::Run run(nullptr, nullptr, 1);
  Sampler sampler(33);
  for (int round = 0; round < 150; ++round) {
    const auto problem = random_join(sampler, some_shape(sampler, round)).problem(run);
    const auto rows = materialised(problem);
    if (rows.empty() || rows.size() > 3000) continue;
    TreeOptions options = some_options(round);
    options.confidence = 0;
    const auto classes = class_column(problem.tables[0], problem.class_column);
    JoinOracle oracle(problem, classes.labelled(), options, run);
    oracle.keep_rows();
    JoinedRowsOracle brute(problem, rows, options);
    const auto check = [&](NodeId node) {
      for (std::size_t t = 0; t < problem.tables.size(); ++t) {
        const PartNode& here = oracle.part(t).node(node);
        std::map<std::uint32_t, ClassCounts> found;
        for (std::size_t i = 0; i < here.rows.size(); ++i) {
          const auto first =
              here.weights.begin() + static_cast<std::ptrdiff_t>(i * classes.classes.size());
          found[here.rows[i]] =
              ClassCounts(first, first + static_cast<std::ptrdiff_t>(classes.classes.size()));
        }
        ASSERT_EQ(found, brute.occurrences(t, node)) << "table " << t << " node " << node;
      }
    };
    check(0);
    std::vector<NodeId> level{0};
    NodeId next = 1;
    for (int depth = 0; depth < 3 && !level.empty(); ++depth) {
      const auto best = oracle.best_splits(level);
      std::vector<NodeSplit> splits;
      for (std::size_t i = 0; i < level.size(); ++i) {
        if (!best[i].found) continue;
        splits.push_back({level[i], best[i].split, next});
        next = NodeId(next + best[i].split.branches);
      }
      level.clear();
      if (splits.empty()) break;
      oracle.split(splits);
      brute.split(splits);
      for (const auto& done : splits) {
        for (std::uint32_t b = 0; b < done.split.branches; ++b) {
          level.push_back(NodeId(done.first_child + b));
          check(level.back());
        }
      }
    }
  }
}

TEST(JoinTree, SizesAreThoseOfTheJoin) {
  const privet::Run run(nullptr, nullptr, 1);
  Sampler sampler(34);
  for (int round = 0; round < 60; ++round) {
    const auto problem = random_join(sampler, some_shape(sampler, round)).problem(run);
    const auto rows = materialised(problem);
    const auto sizes = join_sizes(problem, run);
    EXPECT_EQ(sizes.join_rows, rows.size());
    for (std::size_t t = 0; t < problem.tables.size(); ++t) {
      std::map<std::uint32_t, bool> occurs;
      for (const auto& row : rows) occurs[row[t]] = true;
      EXPECT_EQ(sizes.joined[t], occurs.size());
      EXPECT_EQ(sizes.rows[t], problem.tables[t].rows());
    }
  }
}

// Votes: the classes of a row's joined rows at their leaves.
TEST(JoinTree, ForecastsOfRowsAreTheVotesOfTheirJoinedRows) {
  const privet::Run run(nullptr, nullptr, 1);
  Sampler sampler(35);
  for (int round = 0; round < 60; ++round) {
    const auto problem = random_join(sampler, some_shape(sampler, round)).problem(run);
    const auto rows = materialised(problem);
    if (rows.empty() || rows.size() > 2000) continue;
    TreeOptions options = some_options(round);
    options.max_depth = 2;
    const TreeModel model = learn_join_tree(problem, options, run);
    const auto each = forecast(model, joined_table(problem, rows), run);
    const std::size_t classes = model.classes.size();
    std::map<std::uint32_t, std::vector<double>> votes;
    for (std::size_t r = 0; r < rows.size(); ++r) {
      auto& own = votes[rows[r][0]];
      own.resize(classes + 1, 0.0);
      for (std::size_t c = 0; c < classes; ++c) own[c] += each.probabilities[r * classes + c];
      own[classes] += 1;
    }
    std::vector<RowId> targets;
    for (const auto& [row, own] : votes) targets.push_back(static_cast<RowId>(row));
    const auto column = class_column(problem.tables[0], problem.class_column);
    const auto found = forecast_join(problem, model, column.labelled(targets), options, run);
    std::size_t i = 0;
    for (const auto& [row, own] : votes) {
      for (std::size_t c = 0; c < classes; ++c) {
        EXPECT_NEAR(found.probabilities[i * classes + c], own[c] / own[classes], 1e-9);
      }
      ++i;
    }
  }
}

// A chain of tables whose every key is the same: the join has rows^tables rows.
RandomJoin blow_up(std::size_t tables, std::size_t rows) {
  RandomJoin out;
  for (std::size_t t = 0; t < tables; ++t) {
    out.names.push_back("T" + std::to_string(t));
    std::vector<std::vector<std::string>> texts;
    for (std::size_t r = 0; r < rows; ++r) {
      texts.push_back({"k", std::to_string(r), r % 2 == 0 ? "even" : "odd"});
    }
    out.tables.push_back(make_table({"key", "number", t == 0 ? "class" : "parity"}, texts));
    if (t > 0) {
      out.predicates.push_back(out.names[t - 1] + ".key=" + out.names[t] + ".key");
    }
  }
  return out;
}

TEST(JoinTree, CountsStayExactWhereTheJoinIsHuge) {
  const privet::Run run(nullptr, nullptr, 1);
  const auto problem = blow_up(6, 100).problem(run);
  EXPECT_EQ(join_sizes(problem, run).join_rows, 1'000'000'000'000U);
  TreeOptions options = c45_options();
  options.criterion = Criterion::Gain;
  const TreeModel model = learn_join_tree(problem, options, run);
  EXPECT_EQ(model.nodes[0].counts, (ClassCounts{500'000'000'000, 500'000'000'000}));
  // The class says whether the number in T0 is odd; no other table says anything.
  for (const auto& node : model.nodes) {
    if (!node.split) continue;
    EXPECT_EQ(model.columns[node.split->column].name, "T0.number");
  }
  EXPECT_DOUBLE_EQ(joined_accuracy(model), 1.0);
  options.criterion = Criterion::Gini;
  EXPECT_THROW((void)learn_join_tree(problem, options, run), Error);
}

TEST(JoinTree, MoreRowsThanCountsReachAreRefused) {
  const privet::Run run(nullptr, nullptr, 1);
  try {
    (void)join_sizes(blow_up(9, 100).problem(run), run);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Input);
    EXPECT_NE(error.message().find("more than 9007199254740992 rows"), std::string::npos);
  }
}

TEST(JoinTree, OptionsThatNeedJoinedRowsAreRefused) {
  const privet::Run run(nullptr, nullptr, 1);
  const auto problem = blow_up(2, 4).problem(run);
  EXPECT_THROW((void)learn_join_tree(problem, c45r8_options(), run), Error);
}

TEST(JoinTree, ThreadsMakeNoDifference) {
  const privet::Run one(nullptr, nullptr, 1);
  const privet::Run four(nullptr, nullptr, 4);
  Sampler sampler(36);
  const auto problem =
      random_join(sampler, {.tables = 3, .rows = 400, .keys = 40, .values = 50, .numeric = true})
          .problem(one);
  EXPECT_EQ(learn_join_tree(problem, c45_options(), one),
            learn_join_tree(problem, c45_options(), four));
}

TEST(JoinTree, CrossValidationDividesTheRowsWithTheClass) {
  const privet::Run run(nullptr, nullptr, 1);
  const auto problem = blow_up(2, 40).problem(run);
  const auto model = learn_join_tree(problem, c45_options(), run);
  const auto quality = judge_join_tree(problem, model, c45_options(), {.folds = 4}, run);
  EXPECT_EQ(quality.confusion.rows(), 40U);
}

}  // namespace
}  // namespace privet::mining
