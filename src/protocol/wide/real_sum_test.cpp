// SPDX-License-Identifier: Apache-2.0
#include "protocol/wide/real_sum.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "base/sampling.h"
#include "tests/support/many_parties.h"
#include "tests/support/setting.h"

namespace privet::protocol {
namespace {

constexpr Opening kSum{"sum", "the test's own"};

TEST(RealSum, NumbersComeBackExactly) {
  for (const double x : {0.0, 1.0, -1.0, 0.1, -3.25, 1e-20, -1e30, 1.3e36, std::ldexp(1.0, -127)}) {
    const auto back = real_of_wide(wide_of_real({x, 0}));
    EXPECT_EQ(back.high, x);
    EXPECT_EQ(back.low, 0);
  }
  // Two doubles keep twice the digits.
  const auto both = real_of_wide(wide_of_real({1.0, 1e-25}));
  EXPECT_EQ(both.high, 1.0);
  EXPECT_NEAR(both.low, 1e-25, 1e-38);
  // What is smaller than the last place is off by less than that.
  EXPECT_LE(std::abs(real_of_wide(wide_of_real({1e-45, 0})).value()), std::ldexp(1.0, -128));
  EXPECT_LE(std::abs(real_of_wide(wide_of_real({-1e-45, 0})).value()), std::ldexp(1.0, -128));
}

TEST(RealSum, RefusesWhatDoesNotFit) {
  for (const double x : {1e37, -1e37, std::nan(""), std::numeric_limits<double>::infinity()}) {
    EXPECT_THROW((void)wide_of_real({x, 0}), Error) << x;
  }
}

// Against sums in long double, by both ways, for two to five parties; all get the same.
TEST(RealSum, AllPartiesGetTheSum) {
  for (const auto method : {SumMethod::Shares, SumMethod::Ring}) {
    for (std::size_t parties = 2; parties <= 5; ++parties) {
      constexpr std::size_t kCount = 50;
      Sampler sampler(parties);
      std::vector<std::vector<RealNumber>> own(parties, std::vector<RealNumber>(kCount));
      std::vector<long double> expected(kCount, 0);
      for (auto& numbers : own) {
        for (std::size_t i = 0; i < kCount; ++i) {
          numbers[i].high = std::ldexp(sampler.normal(), static_cast<int>(sampler.below(60)) - 30);
          expected[i] += numbers[i].high;
        }
      }
      const auto runs = testing_support::run_many(parties, [&](const Mesh& mesh) {
        testing_support::TestSetting setting(mesh);
        auto sums = sum_reals(setting, own[mesh.own().index()], method, kSum);
        const auto& entries = setting.ledger().entries();
        EXPECT_EQ(entries.size(), parties);
        for (const auto& entry : entries) EXPECT_EQ(entry.count, kCount);
        return sums;
      });
      for (const auto& sums : runs) {
        for (std::size_t i = 0; i < kCount; ++i) {
          EXPECT_EQ(sums[i].value(), runs[0][i].value());
          EXPECT_NEAR(sums[i].value(), static_cast<double>(expected[i]),
                      1e-15 * std::abs(static_cast<double>(expected[i])) + 1e-18);
        }
      }
    }
  }
}

}  // namespace
}  // namespace privet::protocol
