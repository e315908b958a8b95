// SPDX-License-Identifier: Apache-2.0
#include "quality/squared_error.h"

#include <gtest/gtest.h>

#include "recoding/class_statistic.h"

namespace privet {
namespace {

Recoding shown_as(const Table& table, Statistic statistic, std::vector<ClassId> class_of,
                  std::vector<std::uint32_t> sizes, std::size_t least = 1) {
  Recoding out{.class_of = std::move(class_of), .class_sizes = std::move(sizes), .attributes = {}};
  for (AttributeId c = 0; c < table.columns(); ++c) {
    out.attributes.push_back(
        show_statistic(table, c, statistic, out.class_of, out.class_sizes.size(), least));
  }
  return out;
}

double measured(const Table& table, const Recoding& recoding) {
  return squared_error(recoding, {table, {}}).value();
}

// 0, 2, 8, 10: mean 5, SST = 25 + 9 + 9 + 25 = 68; the pairs' means 1 and 9 leave SSE = 4.
TEST(SquaredError, WorkedByHand) {
  const Table table = make_table({"x"}, {{"0"}, {"2"}, {"8"}, {"10"}});
  EXPECT_DOUBLE_EQ(measured(table, shown_as(table, Statistic::Mean, {0, 0, 1, 1}, {2, 2})),
                   4.0 / 68);
  EXPECT_DOUBLE_EQ(measured(table, shown_as(table, Statistic::Mean, {0, 1, 2, 3}, {1, 1, 1, 1})),
                   0);
  EXPECT_DOUBLE_EQ(measured(table, shown_as(table, Statistic::Mean, {0, 0, 0, 0}, {4})), 1);
  // A suppressed record is as far off as the column's mean: 1 + 1 + 9 + 25.
  EXPECT_DOUBLE_EQ(
      measured(table, shown_as(table, Statistic::Mean, {0, 0, kSuppressed, kSuppressed}, {2})),
      36.0 / 68);
  // So is one whose class shows nothing because it has too few values; the others show 3.3, and
  // leave 10.89 + 1.69 + 22.09.
  EXPECT_DOUBLE_EQ(measured(table, shown_as(table, Statistic::Mean, {0, 0, 0, 1}, {3, 1}, 2)),
                   (34.67 + 25) / 68);
}

// Each column counts alike whatever its unit: 4/68 and, with other pairs, (32 + 32)/68.
TEST(SquaredError, ColumnsAreStandardised) {
  const Table table =
      make_table({"x", "y"}, {{"0", "0"}, {"2", "8000"}, {"8", "2000"}, {"10", "10000"}});
  EXPECT_DOUBLE_EQ(measured(table, shown_as(table, Statistic::Mean, {0, 0, 1, 1}, {2, 2})),
                   (4.0 / 68 + 64.0 / 68) / 2);
}

TEST(SquaredError, MissingAndConstantColumns) {
  const Table table =
      make_table({"x", "same"}, {{"0", "3"}, {"2", "3"}, {"?", "3"}, {"8", "3"}, {"10", "3"}});
  EXPECT_DOUBLE_EQ(measured(table, shown_as(table, Statistic::Mean, {0, 0, 0, 1, 1}, {3, 2})),
                   4.0 / 68);
  const Table same = make_table({"x"}, {{"3"}, {"3"}});
  EXPECT_DOUBLE_EQ(measured(same, shown_as(same, Statistic::Mean, {0, 0}, {2})), 0);
}

TEST(SquaredError, IsNotOfGeneralizations) {
  const Table table = make_table({"x"}, {{"0"}, {"2"}});
  Recoding recoding{.class_of = {0, 0}, .class_sizes = {2}, .attributes = {}};
  recoding.attributes.push_back({0, {{.kind = GeneralizedValue::Kind::Any}}, {0}});
  EXPECT_FALSE(squared_error(recoding, {table, {nullptr}}));
}

TEST(SquaredError, OfNumbersAsLargeAsTheyGet) {
  const Table table = make_table({"x"}, {{"-1e308"}, {"-1e308"}, {"1e308"}, {"1.5e308"}});
  const double found = measured(table, shown_as(table, Statistic::Mean, {0, 0, 1, 1}, {2, 2}));
  // In units of 1e308: mean 0.125, SST = 2 x 1.265625 + 0.765625 + 1.890625, SSE = 2 x 0.0625.
  EXPECT_NEAR(found, 0.125 / 5.1875, 1e-12);
}

}  // namespace
}  // namespace privet
