// SPDX-License-Identifier: Apache-2.0
// Texts that scikit-learn 1.2.1 (export_text) and rpart 4.1.19 under R 4.2.2 (print) printed for
// the table below. It is decoded under a coding that changes nothing, so that cuts come out as the
// midpoints of the values that they separate.
#include "custody/text_trees.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "custody/tree_reader.h"
#include "mining/tree/tree_text.h"

namespace privet::custody {
namespace {

std::vector<std::vector<std::string>> cells() {
  return {{"1.8", "3.29", "green", "maybe"},     {"0.2", "-0.93", "red", "no"},
          {"4.6", "2.18", "light blue", "yes"},  {"7.2", "4.65", "green", "no"},
          {"4.2", "1.89", "light blue", "yes"},  {"4.9", "0.22", "red", "no"},
          {"0.1", "2.2", "light blue", "maybe"}, {"4.9", "-1.93", "green", "maybe"},
          {"9.4", "-0.53", "grey", "yes"},       {"8.5", "-1.72", "green", "yes"},
          {"7.3", "-0.61", "light blue", "yes"}, {"1.1", "-1.46", "red", "no"},
          {"8.9", "-0.56", "light blue", "yes"}, {"8.6", "-1.14", "light blue", "yes"},
          {"1.7", "0.27", "grey", "no"},         {"6.3", "0.19", "grey", "yes"},
          {"0.2", "0.89", "green", "maybe"},     {"1.2", "4.21", "grey", "yes"},
          {"3.2", "-4.64", "grey", "no"},        {"1.6", "3.89", "green", "maybe"},
          {"7.6", "-0.71", "light blue", "yes"}, {"8.2", "-3.7", "red", "no"},
          {"3.4", "-0.52", "red", "no"},         {"3.2", "0.28", "green", "maybe"},
          {"1.1", "3.2", "light blue", "maybe"}, {"0.8", "-3.18", "green", "maybe"},
          {"7.1", "0.65", "grey", "yes"},        {"6.0", "0.35", "red", "yes"},
          {"0.6", "-5.05", "red", "no"},         {"4.8", "-3.56", "green", "maybe"}};
}

Table table_of(const std::vector<std::vector<std::string>>& rows) {
  return make_table({"a", "b", "col", "k"}, rows);
}

// The second and the fifth a are missing.
Table with_missing() {
  auto rows = cells();
  rows[1][0] = rows[4][0] = "";
  return table_of(rows);
}

std::string decoded(std::string_view text, const Table& table) {
  const privet::Run run;
  Coding same;
  for (AttributeId c = 0; c < table.columns(); ++c) {
    same.columns.push_back({.name = table.column(c).name, .source = c});
  }
  same.class_position = 3;
  try {
    const auto tree = read_tree(text, "t.txt", table, 3);
    return mining::draw_tree(decode_against(tree, same, {table, table}, "t.txt", run));
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Input);
    return error.what();
  }
}

// DecisionTreeClassifier(random_state=0, min_samples_leaf=2), texts as one column for each value.
constexpr std::string_view kDecimals2 =
    "|--- a <= 5.45\n"
    "|   |--- col_green <= 0.50\n"
    "|   |   |--- b <= 1.08\n"
    "|   |   |   |--- class: no\n"
    "|   |   |--- b >  1.08\n"
    "|   |   |   |--- a <= 1.15\n"
    "|   |   |   |   |--- class: maybe\n"
    "|   |   |   |--- a >  1.15\n"
    "|   |   |   |   |--- class: yes\n"
    "|   |--- col_green >  0.50\n"
    "|   |   |--- class: maybe\n"
    "|--- a >  5.45\n"
    "|   |--- b <= -1.43\n"
    "|   |   |--- class: no\n"
    "|   |--- b >  -1.43\n"
    "|   |   |--- b <= 0.50\n"
    "|   |   |   |--- class: yes\n"
    "|   |   |--- b >  0.50\n"
    "|   |   |   |--- class: no\n";
constexpr std::string_view kDecimals1 =
    "|--- a <= 5.5\n"
    "|   |--- col_green <= 0.5\n"
    "|   |   |--- b <= 1.1\n"
    "|   |   |   |--- class: no\n"
    "|   |   |--- b >  1.1\n"
    "|   |   |   |--- a <= 1.2\n"
    "|   |   |   |   |--- class: maybe\n"
    "|   |   |   |--- a >  1.2\n"
    "|   |   |   |   |--- class: yes\n"
    "|   |--- col_green >  0.5\n"
    "|   |   |--- class: maybe\n"
    "|--- a >  5.5\n"
    "|   |--- b <= -1.4\n"
    "|   |   |--- class: no\n"
    "|   |--- b >  -1.4\n"
    "|   |   |--- b <= 0.5\n"
    "|   |   |   |--- class: yes\n"
    "|   |   |--- b >  0.5\n"
    "|   |   |   |--- class: no\n";
constexpr std::string_view kWeights =
    "|--- a <= 5.4500\n"
    "|   |--- col_green <= 0.5000\n"
    "|   |   |--- b <= 1.0800\n"
    "|   |   |   |--- weights: [0.0000, 7.0000, 0.0000] class: no\n"
    "|   |   |--- b >  1.0800\n"
    "|   |   |   |--- a <= 1.1500\n"
    "|   |   |   |   |--- weights: [2.0000, 0.0000, 0.0000] class: maybe\n"
    "|   |   |   |--- a >  1.1500\n"
    "|   |   |   |   |--- weights: [0.0000, 0.0000, 3.0000] class: yes\n"
    "|   |--- col_green >  0.5000\n"
    "|   |   |--- weights: [7.0000, 0.0000, 0.0000] class: maybe\n"
    "|--- a >  5.4500\n"
    "|   |--- b <= -1.4300\n"
    "|   |   |--- weights: [0.0000, 1.0000, 1.0000] class: no\n"
    "|   |--- b >  -1.4300\n"
    "|   |   |--- b <= 0.5000\n"
    "|   |   |   |--- weights: [0.0000, 0.0000, 7.0000] class: yes\n"
    "|   |   |--- b >  0.5000\n"
    "|   |   |   |--- weights: [0.0000, 1.0000, 1.0000] class: no\n";
// The first two columns, max_depth=2, without names, decimals=6.
constexpr std::string_view kNameless =
    "|--- feature_0 <= 5.450000\n"
    "|   |--- feature_1 <= 0.275000\n"
    "|   |   |--- class: no\n"
    "|   |--- feature_1 >  0.275000\n"
    "|   |   |--- class: maybe\n"
    "|--- feature_0 >  5.450000\n"
    "|   |--- feature_1 <= -2.710000\n"
    "|   |   |--- class: no\n"
    "|   |--- feature_1 >  -2.710000\n"
    "|   |   |--- class: yes\n";
constexpr std::string_view kTruncated =
    "|--- a <= 5.45\n"
    "|   |--- b <= 0.28\n"
    "|   |   |--- truncated branch of depth 3\n"
    "|   |--- b >  0.28\n"
    "|   |   |--- truncated branch of depth 3\n"
    "|--- a >  5.45\n"
    "|   |--- b <= -2.71\n"
    "|   |   |--- class: no\n"
    "|   |--- b >  -2.71\n"
    "|   |   |--- truncated branch of depth 2\n";

// rpart.control(minsplit=4, minbucket=2, cp=0.001, xval=0).
constexpr std::string_view kRpart =
    "n= 30 \n"
    "\n"
    "node), split, n, loss, yval, (yprob)\n"
    "      * denotes terminal node\n"
    "\n"
    " 1) root 30 18 yes (0.3000000 0.3000000 0.4000000)  \n"
    "   2) a< 5.45 19 10 maybe (0.4736842 0.3684211 0.1578947)  \n"
    "     4) col=green,light blue 11  2 maybe (0.8181818 0.0000000 0.1818182)  \n"
    "       8) a< 3.7 7  0 maybe (1.0000000 0.0000000 0.0000000) *\n"
    "       9) a>=3.7 4  2 maybe (0.5000000 0.0000000 0.5000000)  \n"
    "        18) a>=4.7 2  0 maybe (1.0000000 0.0000000 0.0000000) *\n"
    "        19) a< 4.7 2  0 yes (0.0000000 0.0000000 1.0000000) *\n"
    "     5) col=grey,red 8  1 no (0.0000000 0.8750000 0.1250000) *\n"
    "   3) a>=5.45 11  2 yes (0.0000000 0.1818182 0.8181818) *\n";
constexpr std::string_view kRpartDigits2 =
    "n= 30 \n"
    "\n"
    "node), split, n, loss, yval, (yprob)\n"
    "      * denotes terminal node\n"
    "\n"
    " 1) root 30 18 yes (0.30 0.30 0.40)  \n"
    "   2) a< 5.5 19 10 maybe (0.47 0.37 0.16)  \n"
    "     4) col=green,light blue 11  2 maybe (0.82 0.00 0.18)  \n"
    "       8) a< 3.7 7  0 maybe (1.00 0.00 0.00) *\n"
    "       9) a>=3.7 4  2 maybe (0.50 0.00 0.50)  \n"
    "        18) a>=4.7 2  0 maybe (1.00 0.00 0.00) *\n"
    "        19) a< 4.7 2  0 yes (0.00 0.00 1.00) *\n"
    "     5) col=grey,red 8  1 no (0.00 0.88 0.12) *\n"
    "   3) a>=5.5 11  2 yes (0.00 0.18 0.82) *\n";
constexpr std::string_view kRpartDigits1 =
    "n= 30 \n"
    "\n"
    "node), split, n, loss, yval, (yprob)\n"
    "      * denotes terminal node\n"
    "\n"
    " 1) root 30 20 yes (0.3 0.3 0.4)  \n"
    "   2) a< 5 19 10 maybe (0.5 0.4 0.2)  \n"
    "     4) col=green,light blue 11  2 maybe (0.8 0.0 0.2)  \n"
    "       8) a< 4 7  0 maybe (1.0 0.0 0.0) *\n"
    "       9) a>=4 4  2 maybe (0.5 0.0 0.5)  \n"
    "        18) a>=5 2  0 maybe (1.0 0.0 0.0) *\n"
    "        19) a< 5 2  0 yes (0.0 0.0 1.0) *\n"
    "     5) col=grey,red 8  1 no (0.0 0.9 0.1) *\n"
    "   3) a>=5 11  2 yes (0.0 0.2 0.8) *\n";
// Two values of a missing: with surrogates, and with usesurrogate=0.
constexpr std::string_view kSurrogates =
    "n= 30 \n"
    "\n"
    "node), split, n, loss, yval, (yprob)\n"
    "      * denotes terminal node\n"
    "\n"
    " 1) root 30 18 yes (0.3000000 0.3000000 0.4000000)  \n"
    "   2) a< 5.45 18  9 maybe (0.5000000 0.3333333 0.1666667)  \n"
    "     4) col=green,light blue 11  2 maybe (0.8181818 0.0000000 0.1818182)  \n"
    "       8) col=green 7  0 maybe (1.0000000 0.0000000 0.0000000) *\n"
    "       9) col=light blue 4  2 maybe (0.5000000 0.0000000 0.5000000)  \n"
    "        18) b>=2.19 2  0 maybe (1.0000000 0.0000000 0.0000000) *\n"
    "        19) b< 2.19 2  0 yes (0.0000000 0.0000000 1.0000000) *\n"
    "     5) col=grey,red 7  1 no (0.0000000 0.8571429 0.1428571) *\n"
    "   3) a>=5.45 12  3 yes (0.0000000 0.2500000 0.7500000)  \n"
    "     6) col=green,red 5  2 no (0.0000000 0.6000000 0.4000000) *\n"
    "     7) col=grey,light blue 7  0 yes (0.0000000 0.0000000 1.0000000) *\n";
constexpr std::string_view kStopped =
    "n= 30 \n"
    "\n"
    "node), split, n, loss, yval, (yprob)\n"
    "      * denotes terminal node\n"
    "\n"
    "1) root 30 18 yes (0.3000000 0.3000000 0.4000000)  \n"
    "  2) a< 5.45 17  8 maybe (0.5294118 0.3529412 0.1176471)  \n"
    "    4) col=green,light blue 10  1 maybe (0.9000000 0.0000000 0.1000000) *\n"
    "    5) col=grey,red 7  1 no (0.0000000 0.8571429 0.1428571) *\n"
    "  3) a>=5.45 11  2 yes (0.0000000 0.1818182 0.8181818) *\n";
constexpr std::string_view kRegression =
    "n=28 (2 observations deleted due to missingness)\n"
    "\n"
    "node), split, n, deviance, yval\n"
    "      * denotes terminal node\n"
    "\n"
    "1) root 28 256.06680 4.439286  \n"
    "  2) b>=0.77 8  41.89500 2.225000 *\n"
    "  3) b< 0.77 20 159.25750 5.325000  \n"
    "    6) b< -1.3 8  70.18875 4.012500 *\n"
    "    7) b>=-1.3 12  66.10000 6.200000 *\n";

std::string changed(std::string_view text, std::string_view from, std::string_view to) {
  std::string out(text);
  const std::size_t at = out.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return out.replace(at, from.size(), to);
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(SklearnText, IsDecoded) {
  const std::string tree =
      "a <= 5.45\n"
      "|   col = green: maybe (7)\n"
      "|   col != green\n"
      "|   |   b <= 1.08: no (7)\n"
      "|   |   b > 1.08\n"
      "|   |   |   a <= 1.15: maybe (2)\n"
      "|   |   |   a > 1.15: yes (3)\n"
      "a > 5.45\n"
      "|   b <= -1.43: no (2/1)\n"
      "|   b > -1.43\n"
      "|   |   b <= 0.5: yes (7)\n"
      "|   |   b > 0.5: no (2/1)\n";
  const Table table = table_of(cells());
  EXPECT_EQ(decoded(kDecimals2, table), tree);
  EXPECT_EQ(decoded(kWeights, table), tree);
  EXPECT_EQ(decoded("# a comment\n\n" + std::string(kDecimals2) + "\nand more\n", table), tree);
}

TEST(SklearnText, NumbersStandForColumnsWhereAllAreNumeric) {
  auto rows = cells();
  EXPECT_TRUE(has(decoded(kNameless, table_of(rows)), "the key has no column 'feature_0'"));
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i][2] = std::to_string(i);
  EXPECT_TRUE(has(decoded(kNameless, table_of(rows)), "a <= 5.45\n|   b <= 0.275: no ("));
}

TEST(SklearnText, RoundedCutsThatCouldFallOnEitherSideAreRefused) {
  const std::string problem = decoded(kDecimals1, table_of(cells()));
  EXPECT_TRUE(has(problem, "the cut 1.2 of column 'a' is rounded, and the encoded value 1.2 lies"))
      << problem;
  EXPECT_TRUE(has(problem, "decimals=10")) << problem;
}

TEST(SklearnText, WhatIsNotWholeOrNotOursIsRefused) {
  const Table table = table_of(cells());
  EXPECT_TRUE(has(decoded(kTruncated, table), "t.txt:3: the tree was cut short"));
  EXPECT_TRUE(has(decoded(changed(kDecimals2, "class: no", "class: so"), table),
                  "t.txt:4: the key has no class 'so'"));
  EXPECT_TRUE(has(decoded(changed(kWeights, "7.0000, 0.0000]", "6.0000, 0.0000]"), table),
                  "mined from other data"));
  EXPECT_TRUE(has(decoded(kDecimals2.substr(0, kDecimals2.rfind("|   |   |--- b >")), table),
                  "the test has one branch"));
  EXPECT_TRUE(has(decoded("|--- a <= 5.45\n|   |--- value: [1.20]\n", table), "tree of a number"));
  EXPECT_TRUE(
      has(decoded(changed(kDecimals2, "|   |--- col_green <= 0.50", "|--- a <= 1.00"), table),
          "t.txt:2:"));
  EXPECT_TRUE(has(decoded(kDecimals2, with_missing()), "does not say where they went"));
}

TEST(RpartText, IsDecoded) {
  const std::string tree =
      "a <= 5.45\n"
      "|   col in {green, light blue}\n"
      "|   |   a <= 3.7: maybe (7)\n"
      "|   |   a > 3.7\n"
      "|   |   |   a <= 4.7: yes (2)\n"
      "|   |   |   a > 4.7: maybe (2)\n"
      "|   col not in {green, light blue}: no (8/1)\n"
      "a > 5.45: yes (11/2)\n";
  const Table table = table_of(cells());
  EXPECT_EQ(decoded(kRpart, table), tree);
  EXPECT_EQ(decoded(kRpartDigits2, table), tree) << "no value lies within the rounding";
  EXPECT_EQ(decoded("> print(m)\n" + std::string(kRpart) + "> \n", table), tree);
}

TEST(RpartText, RowsThatStoppedAreLeftOutAndSurrogatesRefused) {
  EXPECT_EQ(decoded(kStopped, with_missing()),
            "a <= 5.45\n"
            "|   col in {green, light blue}: maybe (10/1)\n"
            "|   col not in {green, light blue}: no (7/1)\n"
            "a > 5.45: yes (11/2)\n");
  EXPECT_TRUE(has(decoded(kSurrogates, with_missing()), "usesurrogate = 0"));
}

TEST(RpartText, WhatIsNotWholeOrNotOursIsRefused) {
  const Table table = table_of(cells());
  const std::string rounded = decoded(kRpartDigits1, table);
  EXPECT_TRUE(has(rounded, "of column 'a' is rounded") && has(rounded, "digits = 15")) << rounded;
  EXPECT_TRUE(has(decoded(kRegression, table), "tree of a number"));
  EXPECT_TRUE(has(decoded(changed(kRpart, "col=grey,red", "col=cd"), table), "minlength"));
  EXPECT_TRUE(has(decoded(changed(kRpart, "7  0 maybe", "7  1 maybe"), table), "other data"));
  EXPECT_TRUE(
      has(decoded(changed(kRpart, "   3) a>=5.45", "   3) b>=5.45"), table), "two columns"));
  EXPECT_TRUE(
      has(decoded(changed(kRpart, "   3) a", "   7) a"), table), "a test has two branches"));
  EXPECT_TRUE(has(decoded(changed(kRpart, "8  1 no", "8  1 so"), table), "the key has no class"));
}

// A column name that R changes, and values with commas.
TEST(RpartText, KnowsNamesAsRSpellsThem) {
  const Table table = make_table({"body mass", "b", "home town", "k"}, {{"1", "1", "a,b", "no"},
                                                                        {"2", "1", "a", "no"},
                                                                        {"5", "1", "b", "yes"},
                                                                        {"6", "1", "b,c", "yes"},
                                                                        {"1.5", "1", "b,c", "no"}});
  const std::string heading =
      "node), split, n, loss, yval, (yprob)\n      * denotes terminal node\n\n";
  EXPECT_EQ(decoded(heading + "1) root 5 2 no (0.6 0.4)  \n"
                              "  2) body.mass< 3.5 3  0 no (1.0 0.0) *\n"
                              "  3) body.mass>=3.5 2  0 yes (0.0 1.0) *\n",
                    table),
            "body mass <= 3.5: no (3)\nbody mass > 3.5: yes (2)\n");
  EXPECT_EQ(decoded(heading + "1) root 5 2 no (0.6 0.4)  \n"
                              "  2) home.town=a,a,b 2  0 no (1.0 0.0) *\n"
                              "  3) home.town=b,b,c 3  1 yes (0.3 0.7) *\n",
                    table),
            "home town in {a, a,b}: no (2)\nhome town not in {a, a,b}: yes (3/1)\n");
}

TEST(TextTrees, AFlippedLeafIsSaid) {
  const Table table = table_of(cells());
  struct Ear : Observer {
    std::vector<std::string> said;
    void progress(std::string_view /*stage*/, double /*fraction*/) override {}
    void warn(std::string_view message) override { said.emplace_back(message); }
  } ear;
  const privet::Run run(&ear, nullptr, 1);
  Coding same;
  for (AttributeId c = 0; c < 4; ++c) {
    same.columns.push_back({.name = table.column(c).name, .source = c});
  }
  same.class_position = 3;
  const std::string text = changed(kDecimals2, "class: no", "class: yes");
  const auto tree = read_tree(text, "t.txt", table, 3);
  static_cast<void>(decode_against(tree, same, {table, table}, "t.txt", run));
  ASSERT_EQ(ear.said.size(), 1U);
  EXPECT_TRUE(has(ear.said[0], "a leaf says 'yes', and of its 7 rows 0 are 'yes' and 7 are 'no'"))
      << ear.said[0];
}

}  // namespace
}  // namespace privet::custody
