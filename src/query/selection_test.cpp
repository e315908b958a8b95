// SPDX-License-Identifier: Apache-2.0
#include "query/selection.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/sampling.h"
#include "recoding/class_statistic.h"

namespace privet {
namespace {

using GKind = GeneralizedValue::Kind;

Table people() {
  return make_table({"age", "sex", "zip"}, {{"25", "m", "537"},
                                            {"31", "f", "538"},
                                            {"28", "f", "?"},
                                            {"?", "m", "537"},
                                            {"40", "m", "600"}});
}

// The records that satisfy a condition, by the codes of a recoding that changes nothing.
std::vector<std::size_t> rows(const std::string& condition) {
  const Table table = people();
  const Selection selection = parse_selection(condition, table);
  std::vector<std::size_t> out;
  for (std::size_t r = 0; r < table.rows(); ++r) {
    Recoding alone;
    const Table record = table.select_rows(std::vector<RowId>{static_cast<RowId>(r)});
    alone.class_of = {kSuppressed};
    if (measure_selection(selection, alone, {record, {}}).matching == 1) out.push_back(r);
  }
  return out;
}

TEST(Selection, UnderstandsConditions) {
  using Rows = std::vector<std::size_t>;
  EXPECT_EQ(rows("age > 25"), (Rows{1, 2, 4}));
  EXPECT_EQ(rows("25 < age"), (Rows{1, 2, 4}));
  EXPECT_EQ(rows("age >= 25 and AGE <= 31"), (Rows{0, 1, 2}));
  EXPECT_EQ(rows("age between 26 and 31"), (Rows{1, 2}));
  EXPECT_EQ(rows("sex = 'm' and not (age = 25)"), (Rows{4}));  // a missing age satisfies neither
  EXPECT_EQ(rows("sex <> 'm' or zip in (600, '537')"), (Rows{0, 1, 2, 3, 4}));
  EXPECT_EQ(rows("zip is null"), (Rows{2}));
  EXPECT_EQ(rows("zip is not null and zip like '53_'"), (Rows{0, 1, 3}));
  EXPECT_EQ(rows("not zip is null"), (Rows{0, 1, 3, 4}));
  EXPECT_EQ(rows("zip like '%3%'"), (Rows{0, 1, 3}));
  EXPECT_EQ(rows("zip like '_3%8'"), (Rows{1}));
  EXPECT_EQ(rows("zip like '%'"), (Rows{0, 1, 3, 4}));
  EXPECT_EQ(rows("zip like '53'"), Rows{});
  EXPECT_EQ(rows("zip like '%%0%0'"), (Rows{4}));
  EXPECT_EQ(rows("age not between 26 and 31"), (Rows{0, 4}));
  EXPECT_EQ(rows("age not in (25)"), (Rows{1, 2, 4}));
  EXPECT_EQ(rows("WHERE t.sex = \"f\""), (Rows{1, 2}));
  EXPECT_EQ(rows("age > -1 or sex='m' and sex='f'"), (Rows{0, 1, 2, 4}));
}

TEST(Selection, RefusesWhatItDoesNotUnderstand) {
  const Table table = people();
  for (const auto* bad :
       {"", "age", "age >", "age > 3 and", "(age > 3", "age > 3)", "agee > 3", "lower(sex) = 'm'",
        "age = zip", "age ~ 3", "age in ()", "sex = m", "age > 3; age > 4", "sex = 'm"}) {
    EXPECT_THROW((void)parse_selection(bad, table), Error) << bad;
  }
}

TEST(Selection, PrecisionAndRecallOfAWorkedExample) {
  // Ages 20, 25, 30, 60 released as [20-25], [20-25], [30-60], [30-60].
  const Table table =
      make_table({"age", "sex"}, {{"20", "m"}, {"25", "m"}, {"30", "f"}, {"60", "m"}});
  Recoding recoding;
  recoding.class_of = {0, 0, 1, 1};
  recoding.class_sizes = {2, 2};
  recoding.attributes.push_back({.column = 0,
                                 .values = {{.kind = GKind::Range, .low = 0, .high = 1},
                                            {.kind = GKind::Range, .low = 2, .high = 3}},
                                 .value_of_class = {0, 1}});
  const RecodingContext context{table, {nullptr}};
  const auto measure = [&](const char* condition) {
    return measure_selection(parse_selection(condition, table), recoding, context);
  };
  const auto above = measure("age > 50");
  EXPECT_EQ(above.matching, 1U);
  EXPECT_EQ(above.possible, 2U);
  EXPECT_EQ(above.certain, 0U);
  EXPECT_DOUBLE_EQ(above.precision, 0.5);
  EXPECT_DOUBLE_EQ(above.recall, 0.0);
  const auto exact = measure("age < 28 or sex = 'f'");
  EXPECT_EQ(exact.possible, 3U);
  EXPECT_DOUBLE_EQ(exact.precision, 1.0);
  EXPECT_DOUBLE_EQ(exact.recall, 1.0);
  EXPECT_DOUBLE_EQ(measure("age > 100").precision, 1.0);
}

// On random releases: what is certain matches, what matches is possible, and single cells are
// judged by the values they cover.
TEST(Selection, CertainMatchesPossible) {
  Sampler sampler(3);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::vector<std::string>> cells;
    for (int r = 0; r < 12; ++r) cells.push_back({std::to_string(sampler.below(12))});
    const Table table = make_table({"n"}, cells);
    const Column& column = table.column(0);
    Recoding recoding;
    RecodedAttribute attribute{.column = 0, .values = {}, .value_of_class = {}};
    for (std::uint32_t r = 0; r < 12; ++r) {
      const ValueId own = column.codes[r];
      const auto low = static_cast<ValueId>(sampler.below(own + 1));
      const auto high = static_cast<ValueId>(own + sampler.below(column.dictionary.size() - own));
      attribute.values.push_back({.kind = GKind::Range, .low = low, .high = high});
      attribute.value_of_class.push_back(r);
      recoding.class_of.emplace_back(r);
      recoding.class_sizes.push_back(1);
    }
    recoding.attributes.push_back(attribute);
    const auto bound = static_cast<double>(sampler.below(12));
    const Selection selection =
        parse_selection("n <= " + std::to_string(static_cast<int>(bound)), table);
    std::size_t matching = 0;
    std::size_t possible = 0;
    std::size_t certain = 0;
    for (std::size_t r = 0; r < 12; ++r) {
      matching += column.number(static_cast<RowId>(r)) <= bound ? 1U : 0U;
      possible += column.dictionary.number(attribute.values[r].low) <= bound ? 1U : 0U;
      certain += column.dictionary.number(attribute.values[r].high) <= bound ? 1U : 0U;
    }
    const auto measured = measure_selection(selection, recoding, {table, {nullptr}});
    ASSERT_EQ(measured.matching, matching);
    ASSERT_EQ(measured.possible, possible);
    ASSERT_EQ(measured.certain, certain);
  }
}

TEST(Selection, TypesMustFit) {
  const Table table = make_table({"age", "sex"}, {{"20", "f"}, {"30", "m"}});
  const auto refusal = [&](std::string_view condition) -> std::string {
    try {
      (void)parse_selection(condition, table);
    } catch (const Error& error) {
      return error.message();
    }
    return "";
  };
  EXPECT_EQ(refusal("age > 'abc'"), "column 'age' holds numbers, and 'abc' is not a number");
  EXPECT_EQ(refusal("age in (20, 'x')"), "column 'age' holds numbers, and 'x' is not a number");
  EXPECT_EQ(refusal("sex > 5"), "column 'sex' holds texts; write 5 in quotes, '5'");
  EXPECT_EQ(refusal("5 < sex"), "column 'sex' holds texts; write 5 in quotes, '5'");
  EXPECT_EQ(refusal("age > '20' and sex = '5'"), "");
}

// 20, 30 and 40 show their mean 30: whoever asks for ages above 25 takes all three for certain, and
// one of them is wrong; whoever asks for those below 25 finds none.
TEST(Selection, NumbersOfAClassAreTakenForWhatTheySay) {
  const Table table = make_table({"age"}, {{"20"}, {"30"}, {"40"}});
  Recoding recoding{.class_of = {0, 0, 0}, .class_sizes = {3}, .attributes = {}};
  recoding.attributes.push_back(show_statistic(table, 0, Statistic::Mean, {0, 0, 0}, 1, 1));
  const auto measured = [&](std::string_view condition) {
    return measure_selection(parse_selection(condition, table), recoding, {table, {nullptr}});
  };
  EXPECT_EQ(measured("age > 25").certain, 3U);
  EXPECT_DOUBLE_EQ(measured("age > 25").precision, 2.0 / 3);
  EXPECT_DOUBLE_EQ(measured("age > 25").recall, 1);
  EXPECT_EQ(measured("age < 25").possible, 0U);
  EXPECT_DOUBLE_EQ(measured("age < 25").recall, 0);
  EXPECT_EQ(measured("not (age < 25 or age is null)").certain, 3U);
  EXPECT_EQ(measured("age between 29.5 and 30.5").certain, 3U);
}

}  // namespace
}  // namespace privet
