// SPDX-License-Identifier: Apache-2.0
#include "risk/check_models.h"

#include <gtest/gtest.h>

#include "privacy/k_anonymity.h"
#include "privacy/l_distinct.h"
#include "privacy/model_context.h"

namespace privet {
namespace {

TEST(CheckModels, NamesTheOffendingClasses) {
  const Table table = make_table(
      {"zip", "ill"},
      {{"a", "flu"}, {"a", "flu"}, {"a", "flu"}, {"b", "flu"}, {"c", "flu"}, {"c", "gout"}});
  const std::vector<AttributeId> quasi{0};
  const std::vector<AttributeId> sensitive{1};
  const privet::Run run;
  const auto groups = group_rows(table, quasi, run);
  ModelContext context;
  context.records = table.rows();
  context.sensitive.push_back(count_attribute(table.column(1), nullptr));
  std::vector<std::unique_ptr<PrivacyModel>> models;
  models.push_back(make_k_anonymity(3));
  models.push_back(make_l_distinct(2, context));
  const ModelCheck check = check_models(table, groups, sensitive, models, 10, run);
  EXPECT_FALSE(check.holds());
  ASSERT_EQ(check.verdicts.size(), 2U);
  EXPECT_EQ(check.verdicts[0].violating_classes, 2U);
  EXPECT_EQ(check.verdicts[0].violating_records, 3U);
  EXPECT_EQ(check.verdicts[0].value, 1.0);
  ASSERT_EQ(check.violations.size(), 4U);
  EXPECT_EQ(check.violations[0].first_row, 3U);  // the class of one record is the worst
  EXPECT_EQ(check.violations[1].first_row, 4U);
  EXPECT_EQ(check.violations[2].model, 1U);
  EXPECT_EQ(check.violations[2].first_row, 0U);
  EXPECT_EQ(check_models(table, groups, sensitive, models, 1, run).violations.size(), 2U);
}

}  // namespace
}  // namespace privet
