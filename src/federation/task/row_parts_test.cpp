// SPDX-License-Identifier: Apache-2.0
#include "federation/task/row_parts.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace privet::federation {
namespace {

Table people() {
  return make_table({"age", "sex", "site"}, {{"20", "f", "a"},
                                             {"30", "m", "b"},
                                             {"40", "f", "c"},
                                             {"50", "m", "a"},
                                             {"60", "f", "b"},
                                             {"?", "f", "c"}});
}

std::vector<std::size_t> sizes(const std::vector<DataSet>& parts) {
  std::vector<std::size_t> out;
  for (const auto& part : parts) out.push_back(rows_of(part));
  return out;
}

template <class Act>
std::string message(Act act) {
  try {
    act();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(RowParts, RowsAreDealtByFractions) {
  using Sizes = std::vector<std::size_t>;
  EXPECT_EQ(sizes(split_rows(people(), 3, {})), (Sizes{2, 2, 2}));
  for (const auto deal : {Deal::RoundRobin, Deal::Neighbours, Deal::Random}) {
    const auto parts = split_rows(people(), 3, {.fractions = {0.5, 0.3, 0.2}, .deal = deal});
    EXPECT_EQ(sizes(parts), (Sizes{3, 2, 1})) << static_cast<int>(deal);
  }
  const auto first = split_rows(people(), 2, {.deal = Deal::Neighbours});
  EXPECT_EQ(std::get<Table>(first[0]).column(0).text(2), "40");
  EXPECT_EQ(message([] { (void)split_rows(people(), 7, {}); }),
            "--parties: 7 parties cannot share 6 rows so: one would have none");
}

TEST(RowParts, RowsStayTogetherByAColumn) {
  const auto parts = split_rows(people(), 2, {.by = "site"});
  EXPECT_EQ(sizes(parts), (std::vector<std::size_t>{4, 2}));  // a and c; b
  EXPECT_FALSE(std::get<Table>(parts[0]).find("site").has_value());
  EXPECT_EQ(message([] { (void)split_rows(people(), 4, {.by = "site"}); }),
            "--by: column 'site' has 3 different values, too few for 4 parties");
}

// Each town has parties of its own, and each of those a range of ages.
TEST(RowParts, RowsByTwoColumns) {
  std::vector<std::vector<std::string>> rows;
  for (int r = 0; r < 60; ++r) {
    rows.push_back({std::string(1, static_cast<char>('a' + r % 2)), std::to_string(r * 7 % 30)});
  }
  const auto parts = split_rows(make_table({"town", "age"}, rows), 6, {.by = "town,age"});
  ASSERT_EQ(parts.size(), 6U);
  std::size_t all = 0;
  double before = -1;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const auto& table = std::get<Table>(parts[p]);
    EXPECT_EQ(table.columns(), 2U);  // both stay
    all += table.rows();
    double low = 1000;
    double high = -1;
    for (RowId r = 0; r < table.rows(); ++r) {
      EXPECT_EQ(table.column(0).text(r), p < 3 ? "a" : "b");
      const auto age = std::stod(std::string(table.column(1).text(r)));
      low = std::min(low, age);
      high = std::max(high, age);
    }
    EXPECT_GT(low, p % 3 == 0 ? -1 : before);
    before = high;
    EXPECT_GE(table.rows(), 8U);
  }
  EXPECT_EQ(all, 60U);
  EXPECT_NE(message([&] {
              (void)split_rows(make_table({"town", "age"}, rows), 50, {.by = "town,age"});
            }).find("too few values together for 50 parties"),
            std::string::npos);
}

TEST(RowParts, FractionsAreChecked) {
  EXPECT_EQ(parse_fractions({"0.5", "0.3", "0.2"}, 3), (std::vector<double>{0.5, 0.3, 0.2}));
  EXPECT_EQ(message([] { (void)parse_fractions({"0.5", "0.3"}, 3); }),
            "--fractions: names 2 fractions for 3 parties");
  EXPECT_EQ(message([] { (void)parse_fractions({"0.5", "0.3"}, 2); }),
            "--fractions: the fractions add up to 0.8, not to 1");
  EXPECT_EQ(message([] { (void)parse_fractions({"1", "0"}, 2); }),
            "--fractions: needs numbers above 0, not '0'");
}

// Categories are known to all; of numbers a part has its own only.
TEST(RowParts, APartHasTheCodebookAndItsOwnNumbers) {
  const auto parts =
      with_codebook(split_rows(people(), 3, {.deal = Deal::Neighbours}), {}, Codebook::Same);
  const auto& second = std::get<Table>(parts[1]);
  EXPECT_EQ(second.column(0).dictionary.size(), 2U);  // 40, 50
  EXPECT_EQ(second.column(1).dictionary.size(), 2U);
  EXPECT_EQ(second.column(2).dictionary.size(), 3U);  // b is nowhere here
  EXPECT_EQ(second.column(2).text(0), "c");
  const auto as_categories =
      with_codebook(split_rows(people(), 3, {}), std::vector<std::string>{"age"}, Codebook::Same);
  EXPECT_EQ(std::get<Table>(as_categories[1]).column(0).dictionary.size(), 6U);
  const auto whole = join_rows(parts);
  ASSERT_EQ(whole.rows(), 6U);
  for (AttributeId c = 0; c < whole.columns(); ++c) {
    EXPECT_EQ(whole.column(c).type(), people().column(c).type());
    for (RowId row = 0; row < whole.rows(); ++row) {
      EXPECT_EQ(whole.column(c).text(row), people().column(c).text(row));
    }
  }
}

TEST(RowParts, DifferencesAreNamedBeforeAnythingStarts) {
  const auto refused = [](std::vector<DataSet> parts, Codebook codebook = Codebook::Same) {
    return message([&] { (void)with_codebook(parts, {}, codebook); });
  };
  const auto one = make_table({"age", "sex"}, {{"20", "f"}, {"30", "m"}});
  EXPECT_EQ(refused({one, make_table({"age"}, {{"1"}})}),
            "party-2 has no column 'sex', and party-1 has: all parties need the same columns");
  EXPECT_EQ(refused({one, make_table({"age", "sex", "zip"}, {{"1", "f", "7"}})}),
            "party-1 has no column 'zip', and party-2 has: all parties need the same columns");
  EXPECT_EQ(refused({one, make_table({"age", "sex"}, {{"old", "f"}, {"new", "m"}})}),
            "column 'age' has numbers at party-1 and texts at party-2");
  const auto female = make_table({"age", "sex"}, {{"1", "f"}});
  EXPECT_EQ(refused({one, female}),
            "--categories: column 'sex' has no value 'm' at party-2, and another party has it: "
            "correct the value, or let all parties know all values with --categories union");
  EXPECT_EQ(refused({one, female}, Codebook::Union), "");
  EXPECT_EQ(refused({one, one.select_rows({})}), "party-2 has no rows: run the job without it");
  // The same columns in another order are no difference.
  const auto turned = make_table({"sex", "age"}, {{"f", "1"}, {"m", "2"}});
  const auto parts = with_codebook(std::vector<DataSet>{one, turned}, {}, Codebook::Same);
  EXPECT_EQ(std::get<Table>(parts[1]).column(0).name, "age");
}

}  // namespace
}  // namespace privet::federation
