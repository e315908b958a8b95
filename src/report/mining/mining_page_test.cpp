// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "mining/tree/tree.h"
#include "report/mining/cox_view.h"
#include "report/mining/tree_view.h"

namespace privet {
namespace {

Table colours() {
  return make_table({"colour", "size", "good"}, {{"red", "1", "yes"},
                                                 {"red", "2", "yes"},
                                                 {"<b>", "1", "no"},
                                                 {"<b>", "9", "no"},
                                                 {"green", "1", "no"},
                                                 {"green", "9", "yes"}});
}

mining::TreeModel small_tree(const Table& table) {
  mining::TreeOptions options = mining::c45_options();
  options.min_leaf = 1;
  options.confidence = 0;
  return mining::learn_tree(table, 2, options, privet::Run());
}

std::size_t count_nodes(const DrawnNode& node) {
  std::size_t out = 1;
  for (const auto& child : node.children) out += count_nodes(child);
  return out;
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t out = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++out;
  return out;
}

TEST(MiningPage, TheDrawingHasEveryNodeAndTheLabelsOfItsBranches) {
  const Table table = colours();
  const auto model = small_tree(table);
  const DrawnNode root = drawn_tree(model);
  EXPECT_EQ(count_nodes(root), model.nodes.size());
  EXPECT_EQ(root.label, "colour");
  EXPECT_EQ(root.sublabel, "6 rows");
  ASSERT_EQ(root.children.size(), 3U);
  for (const auto& child : root.children) {
    if (child.edge_label != "green") continue;
    EXPECT_EQ(child.label, "size");
    ASSERT_EQ(child.children.size(), 2U);
    EXPECT_EQ(child.children[0].edge_label, "≤ 5");
    EXPECT_EQ(child.children[0].label, "no");
    EXPECT_EQ(child.children[0].sublabel, "1 of 1");
    EXPECT_EQ(child.children[1].edge_label, "> 5");
  }
}

// Six digits would put both values on one side of the cut as it is shown.
TEST(MiningPage, AShownCutSeparatesTheSameNeighbours) {
  using Pair = std::pair<std::string, std::string>;
  for (const auto& [low, high] :
       {Pair{"1.0000001", "1.0000002"}, Pair{"12345678", "12345679"}, Pair{"-0.1", "-0.0999999999"},
        Pair{"1e-12", "2e-12"}, Pair{"5e20", "5.0000000001e20"}, Pair{"2.4", "2.5"}}) {
    const Table table =
        make_table({"x", "y", "class"},
                   {{low, "0", "a"}, {low, "0", "a"}, {high, "0", "b"}, {high, "0", "b"}});
    const DrawnNode root = drawn_tree(small_tree(table));
    ASSERT_EQ(root.children.size(), 2U);
    std::string cut = root.children[0].edge_label.substr(std::string("≤ ").size());
    EXPECT_EQ(root.children[1].edge_label, "> " + cut);
    std::erase(cut, ',');
    const double shown = parse_number(cut).value();
    EXPECT_LE(parse_number(low).value(), shown) << cut;
    EXPECT_GT(parse_number(high).value(), shown) << cut;
  }
}

TEST(MiningPage, TreePageIsWholeAndEscapesTheData) {
  const Table table = colours();
  job::MineTreeOutcome found{.from = {"colours.csv", 6}, .model = small_tree(table)};
  found.quality.confusion = mining::Confusion(2);
  found.quality.confusion.add(mining::ClassLabel(0), mining::ClassLabel(0));
  found.quality.confusion.add(mining::ClassLabel(1), mining::ClassLabel(0));
  const std::string page = mine_tree_page(found);
  EXPECT_EQ(count_of(page, "<b>"), 0U);
  EXPECT_GT(count_of(page, "&lt;b&gt;"), 0U);
  EXPECT_GT(count_of(page, "<svg"), 0U);
  EXPECT_GT(count_of(page, "50%") + count_of(page, "50.0%"), 0U);
  EXPECT_GT(count_of(page, "on the training rows"), 0U);
}

TEST(MiningPage, ALargeTreeIsATextOnPaper) {
  std::vector<std::vector<std::string>> rows;
  for (int i = 0; i < 40; ++i)
    rows.push_back({std::to_string(i), "0", i % 2 == 0 ? "even" : "odd"});
  const Table table = make_table({"x", "y", "class"}, rows);
  job::MineTreeOutcome found{.from = {"n.csv", 40}, .model = small_tree(table)};
  found.quality.confusion = mining::Confusion(2);
  ASSERT_GT(found.model.leaves(), 12U);
  const std::string page = mine_tree_page(found);
  EXPECT_EQ(count_of(page, "<figure class=\"long\">"), 1U);
  EXPECT_EQ(count_of(page, "<pre class=\"paper\">"), 1U);
  const Table few = colours();
  found.model = small_tree(few);
  EXPECT_EQ(count_of(mine_tree_page(found), "<pre class=\"paper\">"), 0U);
}

TEST(MiningPage, CoxPageDrawsALineForEachStratum) {
  mining::CoxModel model;
  model.terms = {{"age", 0.5, 0.1, 5, 1e-6}};
  model.strata = {"men", "women"};
  model.baseline = {{0, 1, 0.1}, {0, 2, 0.3}, {1, 1, 0.2}};
  model.unbounded = {"age"};
  job::MineCoxOutcome found;
  found.from = {"study.csv", 10};
  found.model = model;
  found.curve = {{0, 1, 0.9, 0.8, 0.95}, {0, 2, 0.7, 0.5, 0.9}, {1, 1, 0.8, 0.6, 0.9}};
  const std::string page = mine_cox_page(found);
  EXPECT_GT(count_of(page, "women"), 0U);
  EXPECT_GT(count_of(page, "1.6487"), 0U);  // exp(0.5)
  EXPECT_GT(count_of(page, "without end"), 0U);
  EXPECT_EQ(count_of(page, "<circle"), 0U);  // no markers
  // A band for each line, in the drawing for a window and in that for a phone.
  EXPECT_EQ(count_of(page, "fill-opacity=\"0.18\""), 4U);
  EXPECT_GT(count_of(page, "at their means"), 0U);
}

}  // namespace
}  // namespace privet
