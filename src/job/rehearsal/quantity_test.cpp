// SPDX-License-Identifier: Apache-2.0
#include "job/rehearsal/quantity.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace privet::job {
namespace {

Settings given(const char* text) {
  Settings out({{.name = "amount", .kind = ParameterKind::Text, .summary = "."}});
  out.add("amount", text, {.parameter = "--amount"});
  return out;
}

TEST(Quantity, ReadsNumbersWithUnits) {
  EXPECT_EQ(delay_of(given("15ms"), "amount"), std::chrono::milliseconds(15));
  EXPECT_EQ(delay_of(given("0.5s"), "amount"), std::chrono::milliseconds(500));
  EXPECT_EQ(delay_of(given("20us"), "amount"), std::chrono::microseconds(20));
  EXPECT_EQ(bandwidth_of(given("100mbit"), "amount"), 1e8);
  EXPECT_EQ(bandwidth_of(given("1.5kbit"), "amount"), 1500);
  EXPECT_EQ(bandwidth_of(given("1gbit"), "amount"), 1e9);
}

TEST(Quantity, RefusesAnythingElse) {
  for (const char* text : {"15", "ms", "-1ms", "15 ms", "1e10s", "15mbit", "nanms", ""}) {
    EXPECT_THROW((void)delay_of(given(text), "amount"), Error) << text;
  }
  for (const char* text : {"0mbit", "100", "5ms"}) {
    EXPECT_THROW((void)bandwidth_of(given(text), "amount"), Error) << text;
  }
}

}  // namespace
}  // namespace privet::job
