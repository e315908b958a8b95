// SPDX-License-Identifier: Apache-2.0
#include "mining/numbers/log_units.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/sampling.h"
#include "mining/numbers/exact_log.h"

namespace privet::mining {
namespace {

TEST(LogUnits, AreNLogN) {
  const LogUnits units(20000);
  EXPECT_EQ(units[0], 0U);
  EXPECT_EQ(units[1], 0U);
  EXPECT_LT(units[20000], std::uint64_t{1} << LogUnits::kBits);
  for (std::size_t n = 2; n <= 20000; ++n) {
    const auto want = static_cast<double>(n) * std::log(static_cast<double>(n));
    const auto got = std::ldexp(static_cast<double>(units[n]), -static_cast<int>(units.shift()));
    ASSERT_NEAR(got, want, want * 1e-12 + units.slack()) << n;
  }
  EXPECT_LT(units.slack(), 1e-6);
}

TEST(LogUnits, OfSmallLimits) {
  for (const std::size_t limit : {0U, 1U, 2U, 3U}) {
    const LogUnits units(limit);
    EXPECT_EQ(units.values().size(), limit + 1);
  }
}

// Against the exact sign, of random sums of n ln n: of few and small counts, which often tie, as 2
// (2 ln 2) - 4 ln 4 and 2 (0 - 2 ln 2) do, and of more and larger ones.
TEST(LogUnits, SumsHaveTheExactSign) {
  const LogUnits units(600);
  Sampler sampler(3);
  std::size_t ties = 0;
  for (int round = 0; round < 20000; ++round) {
    std::vector<LogTerm> terms;
    std::int64_t sum = 0;
    const auto add = [&](std::uint64_t n, std::int64_t weight) {
      if (n > 1) terms.push_back({n, weight * static_cast<std::int64_t>(n)});
      sum += weight * static_cast<std::int64_t>(units[n]);
    };
    const auto most = round % 2 == 0 ? 5 : 100;
    const auto pairs = round % 2 == 0 ? 2 : 5;
    for (int i = 0; i < pairs; ++i) {
      const auto a = sampler.below(static_cast<std::uint64_t>(most));
      const auto b = sampler.below(static_cast<std::uint64_t>(most));
      add(a, 1);
      add(b, 1);
      add(a + b, -1);
    }
    for (int i = 0; i < pairs; ++i) {
      const auto a = sampler.below(static_cast<std::uint64_t>(most));
      const auto b = sampler.below(static_cast<std::uint64_t>(most));
      add(a, -1);
      add(b, -1);
      add(a + b, 1);
    }
    const int want = sign_of_log_sum(terms);
    const int got = sum > 0 ? 1 : sum < 0 ? -1 : 0;
    ASSERT_EQ(got, want) << round;
    if (want == 0) ++ties;
  }
  EXPECT_GT(ties, 400U);
}

}  // namespace
}  // namespace privet::mining
