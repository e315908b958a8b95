// SPDX-License-Identifier: Apache-2.0
#include "risk/check_models.h"

#include <gtest/gtest.h>

#include "privacy/delta_presence.h"
#include "privacy/k_anonymity.h"
#include "privacy/k_map.h"
#include "privacy/l_distinct.h"
#include "privacy/lkc_privacy.h"
#include "privacy/model_context.h"

namespace privet {
namespace {

using Models = std::vector<std::unique_ptr<PrivacyModel>>;

TEST(CheckModels, NamesTheOffendingClasses) {
  const Table table = make_table(
      {"zip", "ill"},
      {{"a", "flu"}, {"a", "flu"}, {"a", "flu"}, {"b", "flu"}, {"c", "flu"}, {"c", "gout"}});
  const std::vector<AttributeId> quasi{0};
  const std::vector<const Column*> sensitive{&table.column(1)};
  const privet::Run run;
  const auto groups = group_rows(table, quasi, run);
  ModelContext context;
  context.records = table.rows();
  context.sensitive.push_back(count_attribute(table.column(1), nullptr));
  Models models;
  models.push_back(make_k_anonymity(3));
  models.push_back(make_l_distinct(2, context));
  const CheckedTable checked{table, quasi, groups, sensitive};
  const ModelCheck check = check_models(checked, models, 10, run);
  EXPECT_FALSE(check.holds());
  ASSERT_EQ(check.verdicts.size(), 2U);
  EXPECT_EQ(check.verdicts[0].violating_classes, 2U);
  EXPECT_EQ(check.verdicts[0].violating_records, 3U);
  EXPECT_EQ(check.verdicts[0].value, 1.0);
  ASSERT_EQ(check.violations.size(), 4U);
  EXPECT_EQ(check.violations[0].rows, (std::vector<RowId>{3}));  // the class of one is the worst
  EXPECT_EQ(check.violations[1].rows, (std::vector<RowId>{4, 5}));
  EXPECT_EQ(check.violations[2].model, 1U);
  EXPECT_EQ(check.violations[2].rows, (std::vector<RowId>{0, 1, 2}));
  const ModelCheck worst = check_models(checked, models, 1, run);
  ASSERT_EQ(worst.violations.size(), 2U);
  EXPECT_EQ(worst.violations[0].rows, (std::vector<RowId>{3}));
  EXPECT_TRUE(check_models(checked, models, 0, run).violations.empty());
}

// Two of three columns known: (1, x) leads to one record, although each value alone leads to two.
TEST(CheckModels, TriesEveryChoiceOfKnownColumns) {
  const Table table = make_table(
      {"a", "b", "c"},
      {{"1", "x", "p"}, {"1", "y", "p"}, {"2", "x", "p"}, {"2", "y", "q"}, {"2", "y", "q"}});
  const std::vector<AttributeId> quasi{0, 1, 2};
  const privet::Run run;
  const auto groups = group_rows(table, quasi, run);
  const ModelContext context;
  const CheckedTable checked{table, quasi, groups, {}};
  const auto holds = [&](std::size_t known, std::size_t k) {
    Models models;
    models.push_back(make_lkc(known, k, 1, context));
    return check_models(checked, models, 1, run);
  };
  EXPECT_TRUE(holds(1, 2).holds());
  EXPECT_FALSE(holds(1, 3).holds());
  EXPECT_FALSE(holds(2, 2).holds());
  const ModelCheck two = holds(2, 2);
  ASSERT_EQ(two.violations.size(), 1U);
  EXPECT_EQ(two.violations[0].columns.size(), 2U);
  EXPECT_TRUE(holds(3, 1).holds());
  EXPECT_TRUE(holds(7, 1).holds());  // more than there are: all
}

TEST(CheckModels, MissingValuesMatchWhereTheyAreWildcards) {
  const Table table = make_table({"a", "b"}, {{"1", "x"}, {"1", "?"}, {"2", "x"}, {"?", "x"}});
  const std::vector<AttributeId> quasi{0, 1};
  const privet::Run run;
  const auto groups = group_rows(table, quasi, run);
  Models models;
  models.push_back(make_k_anonymity(2));
  CheckedTable checked{table, quasi, groups, {}};
  EXPECT_EQ(check_models(checked, models, 1, run).verdicts[0].value, 1.0);
  checked.missing_matches = true;
  // (1,x) matches (1,?) and (?,x); (1,?) matches (1,x) and (?,x); (2,x) matches (?,x) alone.
  EXPECT_EQ(check_models(checked, models, 1, run).verdicts[0].value, 2.0);
}

TEST(CheckModels, CountsThePopulation) {
  const Table table = make_table({"a"}, {{"1"}, {"2"}, {"2"}});
  const std::vector<AttributeId> quasi{0};
  const privet::Run run;
  const auto groups = group_rows(table, quasi, run);
  ModelContext context;
  context.people = 10;
  Models models;
  models.push_back(make_k_map(4, context));
  models.push_back(make_delta_presence(0.2, 0.5, context));
  const std::vector<std::size_t> people{4, 6};
  CheckedTable checked{table, quasi, groups, {}, people};
  const ModelCheck check = check_models(checked, models, 1, run);
  EXPECT_TRUE(check.holds());
  EXPECT_EQ(check.verdicts[0].value, 4.0);
  EXPECT_DOUBLE_EQ(check.verdicts[1].value, 0.25);  // nearer to its bound than 1/3
  checked.uncovered = 1;                            // somebody is known to be absent
  EXPECT_FALSE(check_models(checked, models, 1, run).holds());
}

}  // namespace
}  // namespace privet
