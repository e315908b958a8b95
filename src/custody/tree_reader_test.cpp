// SPDX-License-Identifier: Apache-2.0
#include "custody/tree_reader.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "custody/decode_values.h"
#include "custody/encode.h"
#include "mining/tree/tree.h"
#include "mining/tree/tree_text.h"
#include "tests/support/custody_tables.h"

namespace privet::custody {
namespace {

Table weather() {
  return make_table({"outlook", "air humidity", "windy", "play"}, {{"sunny", "85", "no", "no"},
                                                                   {"sunny", "90", "yes", "no"},
                                                                   {"overcast", "78", "no", "yes"},
                                                                   {"rain", "96", "no", "yes"},
                                                                   {"rain", "80", "no", "yes"},
                                                                   {"rain", "70", "yes", "no"},
                                                                   {"sunny", "70", "no", "yes"}});
}

constexpr std::string_view kJ48 =
    "J48 pruned tree\n"
    "------------------\n"
    "\n"
    "outlook = overcast: yes (1.0)\n"
    "outlook = rain\n"
    "|   windy = no: yes (2.0)\n"
    "|   windy = yes: no (1.0)\n"
    "outlook = sunny\n"
    "|   air humidity <= 70: yes (1.0)\n"
    "|   air humidity > 70: no (2.0)\n"
    "\n"
    "Number of Leaves  : \t5\n"
    "\n"
    "Size of the tree : \t8\n";

std::string problem(std::string_view text) {
  try {
    static_cast<void>(read_tree(text, "t.txt", weather(), 3));
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(TreeReader, ReadsWhatJ48Prints) {
  const Table table = weather();
  const auto tree = read_tree(kJ48, "t.txt", table, 3);
  EXPECT_EQ(tree.missing, MissingRows::Everywhere);
  EXPECT_EQ(tree.model.nodes.size(), 8U);
  EXPECT_EQ(tree.model.leaves(), 5U);
  ASSERT_TRUE(tree.stated[1].has_value());
  EXPECT_EQ(*tree.stated[1], std::pair(1.0, 0.0));
  // Against the table itself, under a coding that changes nothing, the cut moves to the midpoint.
  const privet::Run run;
  Coding same;
  for (AttributeId c = 0; c < 4; ++c) {
    same.columns.push_back({.name = table.column(c).name, .source = c});
  }
  same.class_position = 3;
  const auto decoded = decode_against(tree, same, {table, table}, "t.txt", run);
  EXPECT_EQ(mining::draw_tree(decoded),
            "outlook = overcast: yes (1)\n"
            "outlook = rain\n"
            "|   windy = no: yes (2)\n"
            "|   windy = yes: no (1)\n"
            "outlook = sunny\n"
            "|   air humidity <= 77.5: yes (1)\n"
            "|   air humidity > 77.5: no (2)\n");
}

TEST(TreeReader, ReadsWhatWeDraw) {
  const privet::Run run;
  const Table table = weather();
  EncodeOptions options;
  options.hide_names = true;
  const Encoded encoded = encode(table, 3, options, run);
  auto learn = mining::c45_options();
  learn.min_leaf = 1;
  learn.confidence = 0;
  const auto own = mining::learn_tree(table, 3, learn, run);
  ASSERT_GT(own.nodes.size(), 1U);
  const auto strange = mining::learn_tree(encoded.table, 3, learn, run);
  for (const auto& text :
       {mining::draw_tree(strange), "# mined on Monday\n\n" + mining::draw_tree(strange),
        mining::save_tree(strange)}) {
    const auto tree = read_tree(text, "t.txt", encoded.table, 3);
    EXPECT_EQ(tree.missing, MissingRows::Heaviest);
    EXPECT_EQ(decode_tree(tree, encoded.coding, table, "w.csv", "t.txt", run), own);
  }
}

TEST(TreeReader, ReadsId3AndSingleLeavesAndStrictCuts) {
  const Table table = weather();
  const auto id3 = read_tree(
      "\n\nId3\n\n\nwindy = no\n|  outlook = overcast: yes\n|  outlook = rain: yes\n"
      "|  outlook = sunny: null\nwindy = yes: no\n",
      "t.txt", table, 3);
  EXPECT_EQ(id3.model.leaves(), 4U);
  EXPECT_EQ(id3.model.nodes.back().label, mining::kNoClass);
  EXPECT_EQ(read_tree(": yes (7.0/3.0)\n", "t.txt", table, 3).model.nodes[0].label, 1U);
  EXPECT_EQ(read_tree("J48 pruned tree\n---\n: yes (7.0/3.0)\n", "t", table, 3).stated[0],
            std::pair(7.0, 3.0));
  EXPECT_EQ(read_tree("yes (7/3)\n", "t.txt", table, 3).model.nodes.size(), 1U);
  const auto strict =
      read_tree("air humidity < 75 : yes (2/1)\nair humidity >= 75 : no (5/3)\n", "t", table, 3);
  EXPECT_LT(strict.model.nodes[0].split->cut, 75.0);
  EXPECT_GT(strict.model.nodes[0].split->cut, 74.9999);
  const auto binary =
      read_tree("outlook = sunny: no (3/1)\noutlook != sunny: yes (4/1)\n", "t", table, 3);
  EXPECT_EQ(binary.model.nodes[0].split->kind, mining::TestKind::OneValue);
}

TEST(TreeReader, NamesTheLineThatIsWrong) {
  EXPECT_EQ(problem(""), "t.txt: there is no tree in this file");
  EXPECT_NE(problem("humid <= 3: yes\nhumid > 3: no\n").find("t.txt:1: no column of the key"),
            std::string::npos);
  EXPECT_EQ(problem("windy = no: yes\nwindy = maybe: no\n"),
            "t.txt:2: the key has no value of column 'windy' that begins 'maybe: no'");
  EXPECT_EQ(problem("windy = no: yes\nwindy = yes: perhaps\n"),
            "t.txt:2: the key has no class 'perhaps'");
  EXPECT_EQ(problem("windy = no: yes\noutlook = rain: no\n"),
            "t.txt:2: the branches of a node test two columns");
  EXPECT_EQ(problem("outlook = rain: yes\noutlook = sunny: no\n"),
            "t.txt:1: column 'outlook' has 3 values and 2 branches");
  EXPECT_EQ(problem("windy = no\nwindy = yes: no\n"), "t.txt:1: a branch leads nowhere");
  EXPECT_EQ(problem("|   windy = no: yes\nwindy = yes: no\n"),
            "t.txt:1: the line is indented wrongly");
  EXPECT_EQ(problem("windy = no: yes\n|   windy = no: yes\nwindy = yes: no\n"),
            "t.txt:2: a leaf has branches");
  EXPECT_EQ(problem("air humidity <= 3: yes\nair humidity > 4: no\n"),
            "t.txt:1: a number has two branches with the same cut, <= and >");
  EXPECT_EQ(problem("air humidity <= many: yes\nair humidity > many: no\n"),
            "t.txt:1: 'many' is not a number");
}

TEST(DecodeValues, RoundTrip) {
  const privet::Run run;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Sampler sampler(seed);
    const Table table = testing_support::random_table(
        sampler,
        {.rows = 40, .numeric = 3, .nominal = 2, .classes = 3, .values = 25, .missing = true});
    EncodeOptions options;
    options.combination = {.level = Level::Monochromatic,
                           .learner = "privet-leaf1",
                           .learner_given = true,
                           .reverse = true};
    options.method = Method::PureRuns;
    options.min_width = 1;
    const Encoded encoded = encode(table, 5, options, run);
    std::vector<std::string> names;
    for (const auto& column : encoded.table.all()) names.push_back(column.name);
    // Some of the rows, in another order.
    std::vector<RowId> rows(10);
    for (auto& row : rows) row = static_cast<RowId>(sampler.below(table.rows()));
    const Table back =
        decode_values(encoded.table.select_rows(rows), names, encoded.coding, table, "d", run);
    for (AttributeId c = 0; c < table.columns(); ++c) {
      for (std::size_t i = 0; i < rows.size(); ++i) {
        ASSERT_EQ(back.column(c).text(static_cast<RowId>(i)), table.column(c).text(rows[i]));
        if (table.column(c).missing(rows[i])) continue;
        EXPECT_NE(encoded.table.column(c).text(rows[i]), table.column(c).text(rows[i]));
      }
    }
  }
}

TEST(DecodeValues, NamesTheValueItDoesNotKnow) {
  const privet::Run run;
  const Table table = weather();
  const Encoded encoded = encode(table, 3, {}, run);
  const auto other = make_table({"windy", "note"}, {{"v9", "x"}});
  const std::vector<std::string> windy{"windy"};
  const std::vector<std::string> note{"note"};
  EXPECT_THROW(static_cast<void>(decode_values(other, windy, encoded.coding, table, "d", run)),
               Error);
  EXPECT_THROW(static_cast<void>(decode_values(other, note, encoded.coding, table, "d", run)),
               Error);
}

}  // namespace
}  // namespace privet::custody
