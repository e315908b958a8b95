// SPDX-License-Identifier: Apache-2.0
#include "report/plot/tree_drawing.h"

#include <gtest/gtest.h>

#include <random>
#include <regex>
#include <sstream>

#include "report/text/unicode.h"
#include "tests/support/well_formed.h"

namespace privet {
namespace {

DrawnNode small_tree() {
  return {.label = "age",
          .sublabel = "10 rows",
          .children = {{.label = "yes", .edge_label = "< 30"},
                       {.label = "sex",
                        .edge_label = ">= 30",
                        .children = {{.label = "no", .edge_label = "m"},
                                     {.label = "<script>", .edge_label = "f"}}}}};
}

DrawnNode random_tree(std::mt19937& random, int depth) {
  DrawnNode node{.label = std::string(random() % 25, 'n'),
                 .sublabel = random() % 2 == 0 ? "" : "some rows",
                 .edge_label = std::string(random() % 12, 'e')};
  if (depth == 0) return node;
  for (std::size_t n = random() % 5; n > 0; --n) {
    node.children.push_back(random_tree(random, depth - 1));
  }
  return node;
}

struct Box {
  double x, y, width, height;
};

std::vector<Box> boxes_of(const std::string& markup) {
  static const std::regex kBox(
      "<rect x=\"([-0-9.]+)\" y=\"([-0-9.]+)\" width=\"([0-9.]+)\" height=\"([0-9.]+)\"");
  std::vector<Box> boxes;
  for (std::sregex_iterator it(markup.begin(), markup.end(), kBox), end; it != end; ++it) {
    boxes.push_back(
        {std::stod((*it)[1]), std::stod((*it)[2]), std::stod((*it)[3]), std::stod((*it)[4])});
  }
  return boxes;
}

TEST(TreeText, Branches) {
  EXPECT_EQ(to_text(small_tree()),
            "age  (10 rows)\n"
            "├── < 30: yes\n"
            "└── >= 30: sex\n"
            "    ├── m: no\n"
            "    └── f: <script>\n");
  EXPECT_EQ(to_text(small_tree(), {.ascii = true}),
            "age  (10 rows)\n"
            "|-- < 30: yes\n"
            "`-- >= 30: sex\n"
            "    |-- m: no\n"
            "    `-- f: <script>\n");
}

TEST(TreeText, FitsTheWidth) {
  std::mt19937 random(2);
  for (int round = 0; round < 50; ++round) {
    std::istringstream lines(to_text(random_tree(random, 9), {.width = 30}));
    for (std::string line; std::getline(lines, line);) ASSERT_LE(display_width(line), 30U);
  }
}

TEST(TreeDrawing, ParentsAreCentredOverTheirChildren) {
  const auto boxes = boxes_of(draw(TreeDrawing{.root = small_tree()}).markup);
  ASSERT_EQ(boxes.size(), 5U);  // level by level
  const auto center = [&](std::size_t i) { return boxes[i].x + boxes[i].width / 2; };
  EXPECT_NEAR(center(0), (center(1) + center(2)) / 2, 0.05);
  EXPECT_NEAR(center(2), (center(3) + center(4)) / 2, 0.05);
  EXPECT_LT(boxes[0].y + boxes[0].height, boxes[1].y);
}

TEST(TreeDrawing, NodesNeverOverlapAndStayInside) {
  std::mt19937 random(4);
  for (int round = 0; round < 200; ++round) {
    const Svg svg = draw(TreeDrawing{.title = "Tree",
                                     .root = random_tree(random, 5),
                                     .growth = round % 2 == 0 ? Growth::Down : Growth::Right,
                                     .max_nodes = 1 + random() % 120});
    ASSERT_EQ(testing_support::fault_of_svg(svg.markup), "");
    std::smatch view;
    ASSERT_TRUE(
        std::regex_search(svg.markup, view, std::regex("viewBox=\"0 0 ([0-9]+) ([0-9]+)\"")));
    const auto boxes = boxes_of(svg.markup);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      const Box& a = boxes[i];
      ASSERT_TRUE(a.x >= 0 && a.y >= 0 && a.x + a.width <= std::stod(view[1]) &&
                  a.y + a.height <= std::stod(view[2]));
      for (std::size_t j = 0; j < i; ++j) {
        const Box& b = boxes[j];
        ASSERT_TRUE(a.x >= b.x + b.width || b.x >= a.x + a.width || a.y >= b.y + b.height ||
                    b.y >= a.y + a.height);
      }
    }
  }
}

TEST(TreeDrawing, SaysHowMuchIsCut) {
  const Svg svg = draw(TreeDrawing{.root = small_tree(), .max_nodes = 3});
  EXPECT_NE(svg.markup.find(">2 more</text>"), std::string::npos);
  EXPECT_EQ(boxes_of(svg.markup).size(), 4U);
  EXPECT_NE(svg.markup.find("Tree of 5 nodes"), std::string::npos);
}

}  // namespace
}  // namespace privet
