// SPDX-License-Identifier: Apache-2.0
#include "mining/tree/tree_model.h"

#include <gtest/gtest.h>

#include <functional>

#include "base/error.h"
#include "mining/tree/tree.h"
#include "mining/tree/tree_test_tables.h"
#include "mining/tree/tree_text.h"

namespace privet::mining {
namespace {

TEST(Tree, PruningUsesTheUpperLimit) {
  EXPECT_NEAR(normal_upper_quantile(0.25), 0.6744897501960817, 1e-12);
  // f = 5/14, z = 0.69 in the usual textbook example gives 0.447; with z of exactly 25% slightly
  // less.
  EXPECT_NEAR(upper_error(14, 5, 0.25, ErrorLimit::Normal), 0.4464, 5e-4);
  EXPECT_NEAR(upper_error(6, 2, 0.25, ErrorLimit::Normal), 0.47, 5e-3);
  EXPECT_NEAR(upper_error(2, 1, 0.25, ErrorLimit::Normal), 0.72, 1e-2);
  // The table in Quinlan's book: U(0, 6) = 0.206, U(0, 9) = 0.143, U(0, 1) = 0.750, U(1, 16) =
  // 0.157.
  EXPECT_NEAR(upper_error(6, 0, 0.25, ErrorLimit::Corrected), 0.206, 5e-4);
  EXPECT_NEAR(upper_error(9, 0, 0.25, ErrorLimit::Corrected), 0.143, 5e-4);
  EXPECT_NEAR(upper_error(1, 0, 0.25, ErrorLimit::Corrected), 0.750, 5e-4);
  EXPECT_NEAR(upper_error(16, 1, 0.25, ErrorLimit::Corrected), 0.157, 1e-2);
  // A split into leaves of (4 yes, 2 no), (1 yes, 1 no), (4 yes, 2 no) is not worth it.
  TreeModel model;
  model.classes = {"no", "yes"};
  model.columns = {{"hours", false, {"a", "b", "c"}}};
  model.nodes.resize(4);
  model.nodes[0] = {{5, 9}, ClassLabel(1), Split{0, TestKind::Values, 0, 0, 3, 0}, 1};
  model.nodes[1] = {{2, 4}, ClassLabel(1), {}, 0};
  model.nodes[2] = {{1, 1}, ClassLabel(0), {}, 0};
  model.nodes[3] = {{2, 4}, ClassLabel(1), {}, 0};
  for (const auto limit : {ErrorLimit::Normal, ErrorLimit::Corrected}) {
    EXPECT_EQ(prune(model, 0.25, limit).nodes.size(), 1U);
  }
  model.nodes[1].counts = {0, 6};
  model.nodes[2].counts = {5, 0};
  model.nodes[3].counts = {0, 3};
  EXPECT_EQ(prune(model, 0.25, ErrorLimit::Normal), model);
  EXPECT_EQ(prune(model, 0.25, ErrorLimit::Corrected), model);
  EXPECT_THROW((void)prune(model, 0.7, ErrorLimit::Normal), Error);
}

TEST(Tree, SavesAndLoadsExactly) {
  const privet::Run run;
  Sampler sampler(16);
  for (int round = 0; round < 20; ++round) {
    std::vector<std::vector<std::string>> rows;
    for (int r = 0; r < 60; ++r) {
      rows.push_back({std::to_string(sampler.normal() * 1e-7), "k" + std::to_string(r % 3),
                      std::to_string(sampler.below(3))});
    }
    const Table table = make_table({"x", "k\"ind", "class"}, rows);
    TreeOptions options = c45_options();
    options.confidence = 0;
    const TreeModel model = learn_tree(table, 2, options, run);
    const std::string text = save_tree(model);
    const TreeModel back = load_tree(text, "m.json");
    ASSERT_EQ(back, model);
    ASSERT_EQ(save_tree(back), text);
  }
}

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Tree, RefusesFilesItCannotUse) {
  const privet::Run run;
  const std::string good = save_tree(learn_tree(weather(), 4, id3_options(), run));
  const auto changed = [&](std::string from, const std::string& to) {
    std::string text = good;
    text.replace(text.find(from), from.size(), to);
    return message_of([&] { (void)load_tree(text, "m.json"); });
  };
  EXPECT_EQ(changed("\"version\": 1", "\"version\": 2"),
            "m.json: the model has format version 2; this program reads version 1. Learn the model "
            "again, or use the program that wrote it");
  EXPECT_EQ(changed("\"kind\": \"tree\"", "\"kind\": \"cox\""),
            "m.json: this is a model of kind 'cox', not tree");
  EXPECT_NE(changed("\"first_child\": 1", "\"first_child\": 0").find("breadth-first"),
            std::string::npos);
  EXPECT_NE(changed("\"heaviest\": 1", "\"heaviest\": 9").find("does not fit"), std::string::npos);
  EXPECT_NE(message_of([] { (void)load_tree("{", "m.json"); }).find("not JSON"), std::string::npos);
}

TEST(Tree, PredictionNamesTheCellThatIsNoNumber) {
  const privet::Run run;
  const Table table = make_table({"x", "class"}, {{"1", "a"}, {"2", "a"}, {"8", "b"}, {"9", "b"}});
  TreeOptions options = c45_options();
  options.confidence = 0;
  const TreeModel model = learn_tree(table, 1, options, run);
  const Table bad = make_table({"x"}, {{"1"}, {"big"}});
  EXPECT_EQ(message_of([&] { (void)predict(model, bad, run); }),
            "row 2, column 'x': a number is needed, not 'big'");
}

TEST(Tree, UnusualClassColumns) {
  struct Listener final : Observer {
    std::string said;
    void progress(std::string_view /*stage*/, double /*fraction*/) override {}
    void warn(std::string_view message) override { said += std::string(message) + "\n"; }
  } listener;
  const privet::Run run(&listener, nullptr, 1);
  const Table one = make_table({"x", "class"}, {{"1", "a"}, {"2", "a"}, {"3", "?"}});
  const TreeModel model = learn_tree(one, 1, c45_options(), run);
  EXPECT_EQ(model.nodes.size(), 1U);
  EXPECT_EQ(model.nodes[0].counts, (ClassCounts{2}));
  EXPECT_EQ(listener.said,
            "1 row has no value in the class column 'class' and is left out\n"
            "the class column 'class' has one value only; there is nothing to learn\n");
  const Table none = make_table({"x", "class"}, {{"1", "?"}, {"2", ""}});
  EXPECT_EQ(message_of([&] { (void)learn_tree(none, 1, c45_options(), run); }),
            "no row has a value in the class column 'class'");
  const Table constant = make_table({"x", "y", "class"}, {{"1", "q", "a"}, {"1", "q", "b"}});
  EXPECT_EQ(learn_tree(constant, 2, id3_options(), run).nodes.size(), 1U);
}

}  // namespace
}  // namespace privet::mining
