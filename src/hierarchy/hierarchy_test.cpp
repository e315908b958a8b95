// SPDX-License-Identifier: Apache-2.0
#include "hierarchy/hierarchy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "base/error.h"

namespace privet {
namespace {

using Rows = std::vector<std::vector<std::string>>;

Hierarchy make(const Rows& rows) {
  HierarchyRows flat{
      .levels = rows.empty() ? 0 : rows.front().size(), .labels = {}, .source = "h.csv"};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    flat.lines.push_back(i + 1);
    for (const auto& label : rows[i]) flat.labels.push_back(label);
  }
  return Hierarchy(flat);
}

std::string refusal(const Rows& rows) {
  try {
    make(rows);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Input);
    return error.what();
  }
  return "accepted";
}

// Figure 2 of the constrained k-anonymity paper.
Hierarchy location() {
  return make({{"San Diego", "California", "West Coast", "United States"},
               {"Wichita", "Kansas", "Midwest", "United States"},
               {"Los Angeles", "California", "West Coast", "United States"},
               {"Lincoln", "Nebraska", "Midwest", "United States"},
               {"Kansas City", "Kansas", "Midwest", "United States"}});
}

std::string bound(const Hierarchy& tree, const std::string& leaf) {
  return std::string(tree.label(tree.boundary(tree.find_leaf(leaf).value())));
}

TEST(Hierarchy, NumbersLeavesDepthFirst) {
  const auto tree = location();
  EXPECT_EQ(tree.height(), 3U);
  EXPECT_EQ(tree.leaves(), 5U);
  EXPECT_EQ(tree.nodes(), 11U);
  std::vector<std::string_view> order;
  order.reserve(5);
  for (NodeId leaf = 0; leaf < 5; ++leaf) order.push_back(tree.label(leaf));
  EXPECT_EQ(order, (std::vector<std::string_view>{"San Diego", "Los Angeles", "Wichita",
                                                  "Kansas City", "Lincoln"}));
  const NodeId midwest = tree.find("Midwest").value();
  EXPECT_EQ(tree.interval(midwest), (std::pair<NodeId, NodeId>{NodeId{2}, NodeId{4}}));
  EXPECT_EQ(tree.leaf_count(midwest), 3U);
  EXPECT_EQ(tree.level(midwest), 2U);
  EXPECT_EQ(tree.parent(midwest), tree.root());
  EXPECT_EQ(tree.parent(tree.root()), tree.root());
  EXPECT_EQ(tree.label(tree.children(midwest).first), "Kansas");
  EXPECT_EQ(tree.label(tree.children(midwest).second), "Nebraska");
  EXPECT_EQ(tree.find_leaf("Kansas"), std::nullopt);
  EXPECT_EQ(tree.find("Ohio"), std::nullopt);
}

TEST(Hierarchy, LowestCommonAncestorOfFigure2) {
  const auto tree = location();
  const auto meet = [&](const char* a, const char* b) {
    return tree.label(tree.lowest_common_ancestor(tree.find(a).value(), tree.find(b).value()));
  };
  EXPECT_EQ(meet("San Diego", "Los Angeles"), "California");
  EXPECT_EQ(meet("Wichita", "Lincoln"), "Midwest");
  EXPECT_EQ(meet("Wichita", "Wichita"), "Wichita");
  EXPECT_EQ(meet("Kansas", "Wichita"), "Kansas");
  EXPECT_EQ(meet("Nebraska", "Lincoln"), "Nebraska");
  EXPECT_EQ(meet("San Diego", "Nebraska"), "United States");
}

TEST(Hierarchy, BoundariesOfFigure2) {
  const auto plain = location();
  EXPECT_FALSE(plain.bounded());
  EXPECT_EQ(bound(plain, "Lincoln"), "United States");
  const auto tree =
      plain.with_boundary(std::vector<std::string>{"California", "Kansas", "Midwest"});
  EXPECT_TRUE(tree.bounded());
  EXPECT_EQ(bound(tree, "San Diego"), "California");
  EXPECT_EQ(bound(tree, "Lincoln"), "Midwest");
  EXPECT_EQ(bound(tree, "Wichita"), "Kansas");  // the first mark on the way up
  EXPECT_EQ(bound(tree, "Kansas City"), "Kansas");
}

TEST(Hierarchy, MarksThatCannotHoldAreRefused) {
  const auto tree = location();
  const auto message = [&](std::vector<std::string> marks) -> std::string {
    try {
      static_cast<void>(tree.with_boundary(marks));
    } catch (const Error& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(message({"Texas"}), "boundary 'Texas' is not in the hierarchy; name one of its labels");
  EXPECT_EQ(message({"Midwest", "Nebraska", "Kansas"}),
            "boundary 'Midwest' contradicts boundary 'Kansas' below it: every value under it has "
            "a nearer mark; remove one of them");
  EXPECT_EQ(message({"West Coast", "California"}),
            "boundary 'West Coast' contradicts boundary 'California' below it: every value under "
            "it has a nearer mark; remove one of them");
  EXPECT_EQ(message({"California", "California"}), "accepted");
}

TEST(Hierarchy, MaximumLevelAndMarksCombineToTheStricter) {
  const auto tree = location();
  const std::vector<std::string> marks{"California", "Midwest"};
  for (const auto& both :
       {tree.with_boundary(marks).with_max_level(2), tree.with_max_level(2).with_boundary(marks)}) {
    EXPECT_EQ(bound(both, "San Diego"), "California");
    EXPECT_EQ(bound(both, "Lincoln"), "Midwest");
  }
  EXPECT_EQ(bound(tree.with_boundary(marks).with_max_level(0), "Lincoln"), "Lincoln");
  EXPECT_FALSE(tree.with_max_level(3).bounded());
  EXPECT_THROW(static_cast<void>(tree.with_max_level(4)), Error);
}

TEST(Hierarchy, ALabelMayRepeatOnTheWayUp) {
  const auto tree = make({{"a", "a", "x", "*"}, {"b", "y", "x", "*"}, {"?", "?", "?", "*"}});
  EXPECT_EQ(tree.find("?"), tree.find_leaf("?"));
  EXPECT_EQ(tree.lowest_common_ancestor(0, 0), 0U);
  const auto marked = tree.with_boundary(std::vector<std::string>{"?"});
  // The mark is on the highest '?', so that padding never is a violation.
  EXPECT_EQ(tree.level(marked.boundary(tree.find("?").value())), 2U);
}

TEST(Hierarchy, SaysWhatIsWrongWithTheRows) {
  EXPECT_EQ(refusal({}), "h.csv: the hierarchy is empty");
  EXPECT_EQ(refusal({{"a"}, {"b"}}),
            "h.csv:1:1: the hierarchy has one level only; give each value at least one group, such "
            "as '*'");
  EXPECT_EQ(refusal({{"a", "*"}, {"b", "all"}}),
            "h.csv:2:2: two roots, '*' and 'all'; the last label of every row must be the same");
  EXPECT_EQ(refusal({{"a", "x", "*"}, {"a", "x", "*"}}), "accepted");
  EXPECT_EQ(refusal({{"a", "x", "*"}, {"b", "x", "*"}, {"a", "y", "*"}}),
            "h.csv:3:1: value 'a' lies below both 'x' (line 1) and 'y'");
  EXPECT_EQ(refusal({{"a", "x", "p", "*"}, {"b", "x", "q", "*"}}),
            "h.csv:2:2: the levels do not nest: 'x' lies below both 'p' (line 1) and 'q'");
  EXPECT_EQ(refusal({{"a", "x", "*"}, {"x", "y", "*"}}),
            "h.csv:1:2: 'x' on level 1 is not the 'x' on level 0: neither contains the other; "
            "rename one of them");
  EXPECT_EQ(refusal({{"a", "", "*"}}), "h.csv:1:2: empty label above a value");
  EXPECT_EQ(refusal({{"", "x", "*"}}), "accepted");
  EXPECT_EQ(refusal({std::vector<std::string>(300, "*")}),
            "h.csv:1:1: the hierarchy has 299 levels above the values; at most 255 are supported");
}

// Random rows whose labels say their place in the tree, shuffled.
Rows random_rows(std::mt19937_64& random) {
  const std::size_t height = 1 + random() % 5;
  Rows level{{"*"}};  // the labels from a node to the root
  for (std::size_t down = 0; down < height; ++down) {
    Rows next;
    for (const auto& path : level) {
      const std::size_t children = 1 + random() % 4;
      for (std::size_t i = 0; i < children; ++i) {
        auto longer = path;
        const bool repeat = children == 1 && random() % 2 == 0 && path.size() > 1;
        longer.insert(longer.begin(), repeat ? path.front()
                                             : (path.size() == 1 ? "" : path.front()) +
                                                   char('a' + i) + std::to_string(down));
        next.push_back(std::move(longer));
      }
    }
    level = std::move(next);
  }
  std::shuffle(level.begin(), level.end(), random);
  return level;
}

std::vector<NodeId> way_up(const Hierarchy& tree, NodeId node) {
  std::vector<NodeId> way{node};
  while (way.back() != tree.root()) way.push_back(tree.parent(way.back()));
  return way;
}

NodeId naive_meeting(const Hierarchy& tree, NodeId a, NodeId b) {
  const auto other = way_up(tree, b);
  for (const NodeId node : way_up(tree, a)) {
    if (std::find(other.begin(), other.end(), node) != other.end()) return node;
  }
  return tree.root();
}

TEST(HierarchyProperty, AgreesWithWalkingTheParents) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 200; ++round) {
    const auto rows = random_rows(random);
    const auto tree = make(rows);
    ASSERT_EQ(tree.leaves(), rows.size());
    for (const auto& row : rows) {
      const NodeId leaf = tree.find_leaf(row.front()).value();
      const auto way = way_up(tree, leaf);
      ASSERT_EQ(way.size(), row.size());
      for (std::size_t level = 0; level < row.size(); ++level) {
        ASSERT_EQ(tree.label(way[level]), row[level]);
        ASSERT_EQ(tree.ancestor(leaf, level), way[level]);
        ASSERT_EQ(tree.level(way[level]), level);
      }
    }
    for (NodeId node = 0; node < tree.nodes(); ++node) {
      std::set<NodeId> below;
      for (NodeId leaf = 0; leaf < tree.leaves(); ++leaf) {
        if (naive_meeting(tree, node, leaf) == node) below.insert(leaf);
      }
      ASSERT_EQ(tree.interval(node), (std::pair{*below.begin(), *below.rbegin()}));
      ASSERT_EQ(tree.leaf_count(node), below.size());
      for (NodeId child = tree.children(node).first; child <= tree.children(node).second; ++child) {
        ASSERT_TRUE(node < tree.leaves() || tree.parent(child) == node);
      }
    }
    for (int pair = 0; pair < 200; ++pair) {
      const auto a = static_cast<NodeId>(random() % tree.nodes());
      const auto b = static_cast<NodeId>(random() % tree.nodes());
      ASSERT_EQ(tree.lowest_common_ancestor(a, b), naive_meeting(tree, a, b));
    }
  }
}

TEST(HierarchyProperty, BoundaryIsTheFirstMarkOnTheWayUp) {
  std::mt19937_64 random(8);
  int refused = 0;
  for (int round = 0; round < 300; ++round) {
    const auto tree = make(random_rows(random));
    std::vector<std::string> marks;
    for (std::size_t i = random() % 4; i > 0; --i) {
      marks.emplace_back(tree.label(static_cast<NodeId>(random() % tree.nodes())));
    }
    std::set<NodeId> used;
    std::vector<NodeId> expected;
    for (NodeId leaf = 0; leaf < tree.leaves(); ++leaf) {
      std::string_view first;
      NodeId at = tree.root();
      for (const NodeId node : way_up(tree, leaf)) {
        if (first.empty() && std::count(marks.begin(), marks.end(), tree.label(node)) > 0) {
          first = tree.label(node);
        }
        if (!first.empty() && tree.label(node) == first) at = node;
      }
      used.insert(at);
      expected.push_back(at);
    }
    std::set<std::string_view> bound_labels;
    for (const NodeId node : used) bound_labels.insert(tree.label(node));
    const bool contradiction = std::any_of(
        marks.begin(), marks.end(), [&](const auto& mark) { return !bound_labels.contains(mark); });
    if (contradiction) {
      ++refused;
      ASSERT_THROW(static_cast<void>(tree.with_boundary(marks)), Error);
      continue;
    }
    const auto marked = tree.with_boundary(marks);
    for (NodeId leaf = 0; leaf < tree.leaves(); ++leaf) {
      ASSERT_EQ(marked.boundary(leaf), expected[leaf]);
    }
  }
  EXPECT_GT(refused, 10);
  EXPECT_LT(refused, 290);
}

}  // namespace
}  // namespace privet
