// SPDX-License-Identifier: Apache-2.0
// C4.5 as of release 8: the penalty of numeric cuts, rows in part, collapsing and raising.
#include "mining/tree/weighted_tree.h"

#include <gtest/gtest.h>

#include <cmath>

#include "data/csv/read_csv.h"
#include "data/formats/open_table.h"
#include "mining/tree/training_rows.h"
#include "mining/tree/tree.h"
#include "mining/tree/tree_test_tables.h"
#include "mining/tree/tree_text.h"
#include "tests/support/shared_data.h"

namespace privet::mining {
namespace {

TreeOptions only(bool penalty, bool raising, bool fractional) {
  TreeOptions options = c45_options();
  options.penalty = penalty;
  options.raising = raising;
  options.fractional = fractional;
  return options;
}

// Eight rows of eight values, the classes in turn: the best cut (after three rows) gains 0.0488
// bits, less than log2(5) / 8 = 0.2902 for the five cuts that leave two rows on either side.
TEST(C45Release8, AColumnOfManyValuesPaysForItsCuts) {
  const Table table = make_table({"x", "class"}, {{"1", "a"},
                                                  {"2", "b"},
                                                  {"3", "a"},
                                                  {"4", "b"},
                                                  {"5", "a"},
                                                  {"6", "b"},
                                                  {"7", "a"},
                                                  {"8", "b"}});
  TreeOptions options = only(false, false, true);
  options.confidence = 0;
  EXPECT_GT(learn_tree(table, 1, options, privet::Run()).nodes.size(), 1U);
  options.penalty = true;
  EXPECT_EQ(learn_tree(table, 1, options, privet::Run()).nodes.size(), 1U);
}

// Of the eight rows with a value three go left and five right; the one without goes 3/8 and 5/8.
TEST(C45Release8, ARowWithoutAValueIsInEveryBranchInPart) {
  const Table table = make_table({"x", "class"}, {{"l", "a"},
                                                  {"l", "a"},
                                                  {"l", "a"},
                                                  {"r", "b"},
                                                  {"r", "b"},
                                                  {"r", "b"},
                                                  {"r", "b"},
                                                  {"r", "b"},
                                                  {"?", "a"}});
  TreeOptions options = only(false, false, true);
  options.confidence = 0;
  const TreeModel model = learn_tree(table, 1, options, privet::Run());
  ASSERT_EQ(model.nodes.size(), 3U);
  EXPECT_TRUE(model.fractional);
  ASSERT_EQ(model.nodes[1].weights.size(), 2U);
  EXPECT_NEAR(model.nodes[1].weights[0], 3 + 3.0 / 8, 1e-12);
  EXPECT_NEAR(model.nodes[1].weights[1], 0, 1e-12);
  EXPECT_NEAR(model.nodes[2].weights[0], 5.0 / 8, 1e-12);
  EXPECT_NEAR(model.nodes[2].weights[1], 5, 1e-12);
  EXPECT_TRUE(model.nodes[0].weights.empty());
  const Forecast answers = forecast(model, table, privet::Run());
  // Without a value: 3.375/9 of the left leaf and 5.625/9 of the right one.
  EXPECT_NEAR(answers.probabilities[16], 3.375 / 9 + 5.625 / 9 * (0.625 / 5.625), 1e-12);
  EXPECT_NEAR(answers.probabilities[1], 0, 1e-12);
  EXPECT_EQ(load_tree(save_tree(model), "m.json"), model);
}

TEST(C45Release8, PartsAddUpToTheRowsAndSharesToOne) {
  Sampler sampler(4);
  for (int round = 0; round < 30; ++round) {
    const Table table = random_table(sampler, {.rows = 60,
                                               .columns = 4,
                                               .values = 6,
                                               .classes = 3,
                                               .numeric = round % 2 == 0,
                                               .missing = 0.2});
    TreeOptions options = c45r8_options();
    options.confidence = round % 3 == 0 ? 0 : 0.25;
    options.penalty = round % 5 != 0;
    const TreeModel model = learn_tree(table, 4, options, privet::Run());
    const auto weight = [](const TreeNode& node) {
      double sum = 0;
      for (std::size_t c = 0; c < node.counts.size(); ++c) {
        sum += node.weights.empty() ? static_cast<double>(node.counts[c]) : node.weights[c];
      }
      return sum;
    };
    EXPECT_NEAR(weight(model.nodes[0]), 60, 1e-9);
    for (const auto& node : model.nodes) {
      if (!node.split) continue;
      double below = 0;
      for (std::uint32_t b = 0; b < node.split->branches; ++b) {
        below += weight(model.nodes[node.first_child + b]);
      }
      EXPECT_NEAR(below, weight(node), 1e-3);  // tiny parts are dropped
    }
    const Forecast answers = forecast(model, table, privet::Run());
    for (std::size_t r = 0; r < 60; ++r) {
      double sum = 0;
      for (std::size_t c = 0; c < 3; ++c) sum += answers.probabilities[3 * r + c];
      EXPECT_NEAR(sum, 1, 1e-9);
    }
  }
}

// As the learner over an oracle promises: custody relies on it.
TEST(C45Release8, ReadingNumbersBackwardsMirrorsTheTree) {
  Sampler sampler(8);
  for (int round = 0; round < 30; ++round) {
    const Table table = random_table(
        sampler, {.rows = 80, .columns = 3, .values = 12, .classes = 2, .numeric = true});
    std::vector<std::vector<std::string>> texts;
    for (std::size_t r = 0; r < table.rows(); ++r) {
      std::vector<std::string> row;
      for (AttributeId c = 0; c < 3; ++c) {
        const auto number = parse_number(table.column(c).text(static_cast<RowId>(r)));
        row.push_back(std::to_string(-static_cast<int>(number.value())));
      }
      row.emplace_back(table.column(3).text(static_cast<RowId>(r)));
      texts.push_back(std::move(row));
    }
    const Table mirror = make_table({"a0", "a1", "a2", "class"}, texts);
    const TreeOptions options = c45r8_options();
    const TreeModel one = learn_tree(table, 3, options, privet::Run());
    const TreeModel two = learn_tree(mirror, 3, options, privet::Run());
    EXPECT_EQ(one.nodes.size(), two.nodes.size());
    EXPECT_EQ(predict(one, table, privet::Run()), predict(two, mirror, privet::Run()));
  }
}

// Pruning with and without raising never leaves a tree that promises more errors than a leaf.
TEST(C45Release8, RaisingShrinksTreesAndKeepsTheirRows) {
  Sampler sampler(6);
  std::size_t smaller = 0;
  for (int round = 0; round < 60; ++round) {
    const Table table = random_table(
        sampler, {.rows = 120, .columns = 4, .values = 20, .classes = 2, .numeric = true});
    const TreeModel with = learn_tree(table, 4, only(false, true, true), privet::Run());
    const TreeModel without = learn_tree(table, 4, only(false, false, true), privet::Run());
    smaller += with.nodes.size() < without.nodes.size() ? 1 : 0;
    const auto rows = class_column(table, 4);
    const auto quality = judge(rows.labelled(), forecast(with, table, privet::Run()));
    std::uint64_t wrong = 0;
    for (const auto& node : with.nodes) {
      if (node.split) continue;
      std::uint64_t all = 0;
      for (const std::uint64_t n : node.counts) all += n;
      wrong += all - node.counts[node.label];
    }
    // The counts of a raised branch are those of the rows that reach it now.
    EXPECT_EQ(quality.confusion.rows() - quality.confusion.right(), wrong);
  }
  EXPECT_GT(smaller, 0U);
}

struct J48 {
  const char* file;
  const char* cls;
  const char* skip;
  std::size_t leaves;
  std::size_t nodes;
  std::size_t errors;
};

// J48 of Weka 3.6.14 with its defaults, on all rows: leaves, nodes and training errors.
TEST(C45Release8Data, TreesAreThoseOfJ48) {
  PRIVET_NEED_DATA("pima_diabetes/pima_diabetes.csv");
  const privet::Run run;
  for (const J48& want :
       {J48{"pima_diabetes/pima_diabetes.csv", "class", "", 20, 39, 122},
        J48{"german_credit/german_credit.csv", "class", "", 98, 135, 145},
        J48{"vehicle/vehicle.csv", "Class", "", 98, 195, 26},
        J48{"wdbc/wdbc.csv", "diagnosis", "id", 13, 25, 5},
        J48{"hepatitis/hepatitis.csv", "class", "", 11, 21, 12},
        J48{"house_votes84/house_votes84.csv", "class", "", 6, 11, 12},
        J48{"credit_approval/crx.csv", "class", "A14", 46, 62, 58},
        J48{"iris/iris.csv", "class", "", 5, 9, 3}, J48{"wine/wine.csv", "class", "", 5, 9, 2},
        J48{"ionosphere/ionosphere.csv", "class", "", 18, 35, 1}}) {
    Table table = read_csv(testing_support::shared_data(want.file), {}, run).table;
    std::vector<AttributeId> columns;
    for (AttributeId c = 0; c < table.columns(); ++c) {
      if (table.column(c).name != want.skip) columns.push_back(c);
    }
    table = table.select_columns(columns);
    const AttributeId cls = table.require(want.cls, "--class");
    const TreeModel model = learn_tree(table, cls, c45r8_options(), run);
    const auto quality = judge(class_column(table, cls).labelled(), forecast(model, table, run));
    EXPECT_EQ(model.leaves(), want.leaves) << want.file;
    EXPECT_EQ(model.nodes.size(), want.nodes) << want.file;
    EXPECT_EQ(quality.confusion.rows() - quality.confusion.right(), want.errors) << want.file;
  }
}

// The same of a large table: thousands of nodes, so that a cut chosen otherwise would show.
TEST(C45Release8Data, CovertypeIsTheTreeOfJ48) {
  const std::string kFile = "covertype/covertype_sample_20000.csv.gz";
  PRIVET_NEED_DATA(kFile);
  const privet::Run run;
  const Table table = read_table({.path = testing_support::shared_data(kFile)}, run).table;
  const AttributeId cls = table.require("Cover_Type", "--class");
  const TreeModel model = learn_tree(table, cls, c45r8_options(), run);
  const auto quality = judge(class_column(table, cls).labelled(), forecast(model, table, run));
  EXPECT_EQ(model.leaves(), 1376U);
  EXPECT_EQ(model.nodes.size(), 2751U);
  EXPECT_EQ(quality.confusion.rows() - quality.confusion.right(), 20000U - 18769U);
}

}  // namespace
}  // namespace privet::mining
