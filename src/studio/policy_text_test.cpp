// SPDX-License-Identifier: Apache-2.0
#include "studio/policy_text.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "catalog/catalog.h"
#include "job/prepare.h"

namespace privet::studio {
namespace {

TEST(PolicyText, GoesThereAndBack) {
  const Json policy{
      {"input", {{"delimiter", ";"}}},
      {"columns",
       {{"zip code", {{"role", "quasi"}, {"hierarchy", {{"kind", "prefix"}, {"step", 2}}}}},
        {"a.b", {{"role", "sensitive"}}},
        {"age",
         {{"role", "quasi"},
          {"weight", 2.5},
          {"hierarchy",
           {{"kind", "intervals"}, {"cuts", Json::array({Json::array({18, 30.5})})}}}}}}},
      {"privacy", {{"k", 5}, {"rows-are-persons", true}}},
      {"method", {{"name", "mondrian"}, {"max-suppression", 0.0}}}};
  const std::string text = policy_text(policy);
  EXPECT_EQ(policy_json(text, "/folder/p.toml"), policy) << text;
  const Policy read = parse_policy(text, "p.toml", policy_parameters(builtin_catalog()));
  ASSERT_EQ(read.columns.size(), 3U);
  EXPECT_EQ(read.settings.count("k"), 5U);
  EXPECT_TRUE(read.settings.flag("rows-are-persons"));
}

TEST(PolicyText, HostileNamesStayNames) {
  const std::string evil = "x\"]\n[privacy]\nk = 1 # </script><b>";
  const Json policy{{"columns", {{evil, {{"role", "quasi"}}}}}, {"privacy", {{"k", 7}}}};
  const std::string text = policy_text(policy);
  EXPECT_EQ(policy_json(text, "p.toml"), policy) << text;
  EXPECT_EQ(parse_policy(text, "p", policy_parameters(builtin_catalog())).settings.count("k"), 7U);
}

TEST(PolicyText, FilesAreNamedFromTheRoot) {
  const Json policy =
      policy_json("[columns.job]\nhierarchy = \"job.csv\"\n[privacy]\npopulation = \"all.csv\"\n",
                  "/folder/p.toml");
  EXPECT_EQ(policy["columns"]["job"]["hierarchy"].text(), "/folder/job.csv");
  EXPECT_EQ(policy["privacy"]["population"].text(), "/folder/all.csv");
}

TEST(PolicyText, RefusesWhatIsNoPolicy) {
  EXPECT_THROW(static_cast<void>(policy_text({{"secret", {{"a", 1}}}})), Error);
  EXPECT_THROW(static_cast<void>(policy_text({{"privacy", 5}})), Error);
  EXPECT_THROW(static_cast<void>(policy_text({{"privacy", {{"k", nullptr}}}})), Error);
  EXPECT_THROW(static_cast<void>(policy_text({{"columns", {{"bad\xff", {{"role", "quasi"}}}}}})),
               Error);
  EXPECT_THROW(static_cast<void>(policy_json("[columns", "p.toml")), Error);
}

}  // namespace
}  // namespace privet::studio
