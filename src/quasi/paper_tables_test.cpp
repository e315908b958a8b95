// SPDX-License-Identifier: Apache-2.0
// Tables 2 to 4 of Motwani and Xu (2008) on the data we have: their Adult, as far as it can be told
// (without fnlwgt, with income, duplicate rows removed), and a 16 % sample of their Covertype.
// Times differ by orders of magnitude; sizes agree except for Covertype, whose smaller sample has
// smaller keys.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "data/csv/read_csv.h"
#include "quasi/search/find.h"
#include "quasi/search/mask.h"
#include "tests/support/shared_data.h"

namespace privet::quasi {
namespace {

using testing_support::shared_data;

// One row of each group of identical ones.
Codes without_duplicates(const Codes& codes) {
  Counters counters;
  Partition groups = Partition::whole(codes.rows());
  for (std::size_t c = 0; c < codes.columns(); ++c) {
    groups = groups.refine(codes.column(c), codes.limit(c), counters);
  }
  std::vector<char> repeated(codes.rows(), 0);
  for (std::size_t g = 0; g < groups.groups_kept(); ++g) {
    for (const RowId row : groups.group(g).subspan(1)) repeated[row] = 1;
  }
  std::vector<RowId> rows;
  for (RowId r = 0; r < codes.rows(); ++r) {
    if (repeated[r] == 0) rows.push_back(r);
  }
  return codes.select(rows);
}

TEST(PaperTables, Adult) {
  PRIVET_NEED_DATA("adult/adult_train.csv.gz");
  const privet::Run run;
  const Table table = read_csv(shared_data("adult/adult_train.csv.gz"), {}, run).table;
  std::vector<AttributeId> columns;
  for (AttributeId c = 0; c < table.columns(); ++c) {
    if (table.column(c).name != "fnlwgt") columns.push_back(c);
  }
  ASSERT_EQ(columns.size(), 14U);
  const Codes adult = without_duplicates(Codes(table, columns));
  ASSERT_EQ(adult.rows(), 29096U);
  const std::uint64_t n = adult.rows();

  const Finding key = find(adult, n, {}, run);
  EXPECT_EQ(key.columns.size(), 13U);  // Table 4
  EXPECT_TRUE(key.reached);
  EXPECT_EQ(find(adult, n, {.exhaustive = true}, run).columns.size(), 13U);  // section 4.3
  const Finding distinct = find(adult, n, {.kind = FindKind::Distinct, .epsilon = 0.1}, run);
  EXPECT_LE(distinct.columns.size(), 13U);
  EXPECT_GE(distinct.ratios->distinct(), 0.9);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Finding separation =
        find(adult, n, {.kind = FindKind::Separation, .epsilon = 0.001, .seed = seed}, run);
    EXPECT_GE(separation.columns.size(), 4U);
    EXPECT_LE(separation.columns.size(), 7U);  // 5 in Table 4
    EXPECT_GE(separation.ratios->separation(), 0.999);
  }
  EXPECT_EQ(mask(adult, n, {.kind = Measure::Distinct, .beta = 0.5}, run).publish.size(), 12U);
  EXPECT_EQ(mask(adult, n, {.kind = Measure::Separation, .beta = 0.8}, run).publish.size(), 5U);
  const Masking sampled =
      mask(adult, n, {.kind = Measure::Separation, .beta = 0.8, .sample = 50000}, run);
  EXPECT_EQ(sampled.publish.size(), 5U);
}

TEST(PaperTables, Covertype) {
  PRIVET_NEED_DATA("covertype/covertype_ramp_sample_92962.csv.gz");
  const privet::Run run;
  const Table table =
      read_csv(shared_data("covertype/covertype_ramp_sample_92962.csv.gz"), {}, run).table;
  std::vector<AttributeId> columns(54);
  std::iota(columns.begin(), columns.end(), AttributeId{0});
  const Codes cover(table, columns);
  const std::uint64_t n = cover.rows();
  ASSERT_EQ(n, 92962U);

  const Finding key = find(cover, n, {}, run);
  EXPECT_TRUE(key.reached);
  EXPECT_EQ(key.columns.size(), 4U);  // 5 on all 581,012 rows in Table 4
  EXPECT_EQ(find(cover, n, {.kind = FindKind::Distinct, .epsilon = 0.1}, run).columns.size(), 3U);
  EXPECT_EQ(find(cover, n, {.kind = FindKind::Separation, .epsilon = 0.001}, run).columns.size(),
            2U);
  EXPECT_EQ(mask(cover, n, {.kind = Measure::Separation, .beta = 0.8}, run).publish.size(), 38U);
  EXPECT_EQ(mask(cover, n, {.kind = Measure::Separation, .beta = 0.8, .sample = 50000}, run)
                .publish.size(),
            37U);
  EXPECT_EQ(mask(cover, n, {.kind = Measure::Distinct, .beta = 0.5}, run).publish.size(), 46U);
  EXPECT_EQ(
      mask(cover, n, {.kind = Measure::Distinct, .beta = 0.5, .sample = 30000}, run).publish.size(),
      45U);
}

}  // namespace
}  // namespace privet::quasi
