// SPDX-License-Identifier: Apache-2.0
#include "job/reproduce/chain_tables.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "data/csv/read_csv.h"

namespace privet::job {
namespace {

using Rows = std::multimap<std::string, std::vector<std::string>>;  // by join value

Table read_chain_table(const std::string& text) {
  return parse_csv(text, "table", {}, Run{}).table;
}

std::vector<std::string> cells(const Table& table, std::size_t row, std::size_t first) {
  std::vector<std::string> out;
  for (std::size_t c = first; c < table.columns(); ++c) {
    const auto& column = table.column(static_cast<AttributeId>(c));
    out.emplace_back(column.text(static_cast<RowId>(row)));
  }
  return out;
}

Rows rows_of(const std::string& text) {
  const auto table = read_chain_table(text);
  Rows out;
  for (std::size_t r = 0; r < table.rows(); ++r) {
    auto all = cells(table, r, 0);
    const auto key = all.front();
    all.erase(all.begin());
    out.emplace(key, std::move(all));
  }
  return out;
}

TEST(ChainTables, AreTheSameEveryTimeAndHaveTheShapeThatTheThesisGives) {
  const auto tables = chain_tables(3, 400);
  EXPECT_EQ(tables, chain_tables(3, 400));
  ASSERT_EQ(tables.size(), 3U);
  const auto first = read_chain_table(tables[0]);
  EXPECT_EQ(first.columns(), 12U);  // k, five numeric, five nominal, class
  EXPECT_EQ(read_chain_table(tables[2]).columns(), 11U);
  EXPECT_NEAR(static_cast<double>(first.rows()), 400, 80);  // Poisson: its deviation is 20 times 2
  for (std::size_t r = 0; r < first.rows(); ++r) {
    for (std::size_t c = 1; c <= 5; ++c) {
      const double value = first.column(static_cast<AttributeId>(c)).number(static_cast<RowId>(r));
      EXPECT_TRUE(value >= 1 && value <= 400) << value;
    }
  }
}

TEST(ChainTables, TheClassSaysWhetherHalfOfAllNumericColumnsLieInTheTopHalf) {
  const auto tables = chain_tables(2, 400);
  const auto joined = read_chain_table(joined_chain(tables));
  for (std::size_t r = 0; r < joined.rows(); ++r) {
    std::size_t high = 0;
    std::size_t numeric = 0;
    for (std::size_t c = 0; c + 1 < joined.columns(); ++c) {
      const auto& column = joined.column(static_cast<AttributeId>(c));
      if (column.name.back() > '4') continue;  // a0 to a4 are numeric
      ++numeric;
      if (column.number(static_cast<RowId>(r)) > 200) ++high;
    }
    ASSERT_EQ(numeric, 10U);
    const auto& label = joined.column(static_cast<AttributeId>(joined.columns() - 1));
    EXPECT_EQ(label.text(static_cast<RowId>(r)), high >= 5 ? "Yes" : "No");
  }
}

TEST(ChainTables, TheJoinIsThatOfNestedLoops) {
  const auto tables = chain_tables(3, 60);
  std::multiset<std::vector<std::string>> expected;
  const auto one = rows_of(tables[0]);
  const auto two = rows_of(tables[1]);
  const auto three = rows_of(tables[2]);
  for (const auto& [key, a] : one) {
    for (const auto& [other, b] : two) {
      for (const auto& [third, c] : three) {
        if (key != other || key != third) continue;
        auto row = c;
        row.insert(row.end(), b.begin(), b.end());
        row.insert(row.end(), a.begin(), a.end());
        expected.insert(std::move(row));
      }
    }
  }
  const auto joined = read_chain_table(joined_chain(tables));
  std::multiset<std::vector<std::string>> ours;
  for (std::size_t r = 0; r < joined.rows(); ++r) ours.insert(cells(joined, r, 0));
  EXPECT_GT(expected.size(), 200U);
  EXPECT_EQ(ours, expected);
}

}  // namespace
}  // namespace privet::job
