// SPDX-License-Identifier: Apache-2.0
#include "mining/rules/min_support.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "mining/rules/rule_settings.h"

namespace privet::mining {
namespace {

MinSupport read(const char* text) {
  Settings settings({min_support_parameter()});
  settings.add("min-support", text, {.parameter = "--min-support"});
  return min_support(settings);
}

TEST(MinSupport, IsAShareBelowOneOrANumberOfBaskets) {
  EXPECT_EQ(read("0.05").of(100), 5U);
  EXPECT_EQ(read("0.051").of(100), 6U);
  EXPECT_EQ(read("0.0001").of(10), 1U);
  EXPECT_EQ(read("1").of(100), 1U);
  EXPECT_EQ(read("7").of(5), 7U);
  for (const char* text : {"4294967295", "4294967296", "1e300"}) {
    EXPECT_EQ(read(text).of(5), 4294967295U) << text;
  }
}

TEST(MinSupport, RefusesPartsOfABasket) {
  for (const char* text : {"2.5", "1.0001", "0", "-1"}) {
    EXPECT_THROW((void)read(text), Error) << text;
  }
  Settings settings(rule_parameters());
  settings.add("min-support", "2.5", {.parameter = "--min-support"});
  EXPECT_THROW((void)rule_options(settings, 10), Error);
}

}  // namespace
}  // namespace privet::mining
