// SPDX-License-Identifier: Apache-2.0
#include "report/text/text_table.h"

#include <gtest/gtest.h>

#include <random>
#include <sstream>

#include "base/error.h"
#include "report/text/unicode.h"

namespace privet {
namespace {

TEST(TextTable, AlignsAndRules) {
  const TextTable table{.title = "Columns",
                        .columns = {{"name"}, number_column("rows")},
                        .rows = {{"age", "1,234"}, {"sex"}},
                        .totals = {"all", "1,234"}};
  EXPECT_EQ(to_text(table, {.ascii = true}),
            "Columns\n"
            "  name   rows\n"
            "  ----  -----\n"
            "  age   1,234\n"
            "  sex\n"
            "  ----  -----\n"
            "  all   1,234\n");
}

TEST(TextTable, WrapsTextBeforeNumbers) {
  const TextTable table{.columns = {{"what"}, number_column("n")},
                        .rows = {{"one two three four five", "123,456,789"}}};
  EXPECT_EQ(to_text(table, {.width = 26, .ascii = true}),
            "  what                   n\n"
            "  -----------  -----------\n"
            "  one two      123,456,789\n"
            "  three four\n"
            "  five\n");
}

TEST(TextTable, TruncatesWhereAsked) {
  const TextTable table{.columns = {{"what", Align::Left, Overflow::Truncate}},
                        .rows = {{"one two three four five"}}};
  EXPECT_EQ(to_text(table, {.width = 20, .ascii = true}),
            "  what\n  ------------------\n  one two three fou…\n");
}

TEST(TextTable, ManyColumnsMakePanels) {
  TextTable table{.columns = {{"key"}}, .rows = {{"row"}}};
  for (int i = 0; i < 30; ++i) {
    table.columns.push_back(number_column(std::string("c").append(std::to_string(i))));
    table.rows[0].push_back(std::to_string(1000000 + i));
  }
  const std::string text = to_text(table, {.width = 60});
  for (const auto& cell : table.rows[0]) EXPECT_NE(text.find(cell), std::string::npos) << cell;
}

TEST(TextTable, RefusesTooManyCells) {
  const TextTable table{.columns = {{"a"}}, .rows = {{"1", "2"}}};
  EXPECT_THROW((void)to_text(table), Error);
}

TEST(TextTable, WrapKeepsEveryWord) {
  EXPECT_EQ(wrap_text("aa bb cc", 5), (std::vector<std::string>{"aa bb", "cc"}));
  EXPECT_EQ(wrap_text("abcdefgh", 3), (std::vector<std::string>{"abc", "def", "gh"}));
  EXPECT_EQ(wrap_text("", 3), (std::vector<std::string>{""}));
  EXPECT_EQ(wrap_text("a\n\nb", 3), (std::vector<std::string>{"a", "", "b"}));
}

std::string random_cell(std::mt19937& random) {
  static const std::vector<std::string> parts = {
      "a", "word", "longerword", " ", "  ", "東京", "é", "1,234", "\n", "\xff", "\x1b[0m", "🙂"};
  std::string out;
  for (std::size_t n = random() % 12; n > 0; --n) out += parts[random() % parts.size()];
  return out;
}

TEST(TextTable, HeadingsAreBoldOnlyWithColour) {
  const TextTable table{.columns = {{.heading = "name"}}, .rows = {{"ann"}}};
  EXPECT_EQ(to_text(table, {.ascii = true}), "  name\n  ----\n  ann\n");
  EXPECT_EQ(to_text(table, {.ascii = true, .colour = true}),
            "\x1b[1m  name\x1b[0m\n  ----\n  ann\n");
}

TEST(TextTable, FitsTheWidthWhateverTheContent) {
  std::mt19937 random(3);
  for (int round = 0; round < 3000; ++round) {
    TextTable table{.title = random_cell(random)};
    const std::size_t columns = 1 + random() % 14;
    for (std::size_t c = 0; c < columns; ++c) {
      table.columns.push_back({random_cell(random), random() % 2 == 0 ? Align::Left : Align::Right,
                               random() % 3 == 0 ? Overflow::Truncate : Overflow::Wrap});
    }
    for (int r = 0; r < 4; ++r) {
      std::vector<std::string> row;
      for (std::size_t c = random() % (columns + 1); c > 0; --c) row.push_back(random_cell(random));
      (r < 3 ? table.rows.emplace_back() : table.totals) = row;
    }
    const TextStyle style{.width = kMinTextWidth + random() % 90};
    std::istringstream lines(to_text(table, style));
    for (std::string line; std::getline(lines, line);) {
      ASSERT_LE(display_width(line), style.width) << line;
      ASSERT_EQ(line, clean_text(line));
    }
  }
}

}  // namespace
}  // namespace privet
