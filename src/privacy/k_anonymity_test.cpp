// SPDX-License-Identifier: Apache-2.0
#include "privacy/k_anonymity.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace privet {
namespace {

TEST(KAnonymity, HoldsFromKOn) {
  const auto model = make_k_anonymity(3);
  EXPECT_FALSE(model->holds({.size = 2}));
  EXPECT_TRUE(model->holds({.size = 3}));
  EXPECT_EQ(model->smallest_class(), 3U);
}

TEST(KAnonymity, RefusesWhatCannotBeReached) {
  const auto model = make_k_anonymity(3);
  EXPECT_NO_THROW(model->check_feasible(3));
  try {
    model->check_feasible(2);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "--k: k = 3 cannot be reached with 2 records");
  }
}

TEST(Judge, CountsWhatViolates) {
  const auto model = make_k_anonymity(3);
  Judge judge(*model);
  for (const std::size_t size : {5, 2, 3, 1}) judge.see({.size = size});
  EXPECT_FALSE(judge.verdict().holds);
  EXPECT_EQ(judge.verdict().value, 1.0);
  EXPECT_EQ(judge.verdict().violating_classes, 2U);
  EXPECT_EQ(judge.verdict().violating_records, 3U);
}

}  // namespace
}  // namespace privet
