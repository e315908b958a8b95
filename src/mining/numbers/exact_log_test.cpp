// SPDX-License-Identifier: Apache-2.0
#include "mining/numbers/exact_log.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/sampling.h"
#include "mining/numbers/wide_sum.h"

namespace privet::mining {
namespace {

int sign(std::vector<LogTerm> terms) {
  return sign_of_log_sum(terms);
}

TEST(ExactLog, KnowsWhenPowersAgree) {
  EXPECT_EQ(sign({{4, 4}, {2, -8}}), 0);             // 4^4 = 2^8
  EXPECT_EQ(sign({{6, 6}, {2, -6}, {3, -6}}), 0);    // 6^6 = 2^6 3^6
  EXPECT_EQ(sign({{12, 5}, {2, -10}, {3, -4}}), 1);  // 12^5 > 2^10 3^4
  EXPECT_EQ(sign({{2, 3}, {3, -2}}), -1);            // 8 < 9
  EXPECT_EQ(sign({}), 0);
  EXPECT_EQ(sign({{1, 100}}), 0);
  // 2^665 and 3^...: ratios of neighbouring convergents of log2(3) are very close to 1.
  EXPECT_EQ(sign({{3, 190537}, {2, -301994}}), std::log2l(3.0L) * 190537 > 301994 ? 1 : -1);
}

TEST(ExactLog, EvaluatesToMoreThanADouble) {
  // ln(n^2) against ln(n-1) + ln(n+1): they differ by about 1/n^2.
  for (const std::uint64_t n : {1000U, 1000000U, 30000000U}) {
    EXPECT_EQ(sign({{n, 2}, {n - 1, -1}, {n + 1, -1}}), 1) << n;
    EXPECT_EQ(sign({{n, -2}, {n - 1, 1}, {n + 1, 1}}), -1) << n;
  }
}

TEST(ExactLog, FractionsAreCompared) {
  std::vector<Fraction> same{{3, 1}, {6, 1}, {2, -1}};  // 1/3 + 1/6 - 1/2
  EXPECT_EQ(sign_of_fraction_sum(same), 0);
  std::vector<Fraction> more{{99999, 1}, {100000, -1}};
  EXPECT_EQ(sign_of_fraction_sum(more), 1);
  std::vector<Fraction> close{{1000003, 1000002}, {1000002, -1000001}};  // 1 - 1/n rises with n
  EXPECT_EQ(sign_of_fraction_sum(close), 1);
}

// What is kept, what is computed anew and what is only about right: all the same function.
TEST(EntropyFunction, IsTheTableWithoutItsSize) {
  constexpr std::uint64_t kLimit = 300'000;
  const EntropyTable table(kLimit);
  const EntropyFunction function(kLimit);
  EXPECT_EQ(function.bit(), table.bit());
  for (std::uint64_t n = 0; n <= kLimit; ++n) {
    ASSERT_EQ(function[n], table[n]) << n;
    ASSERT_EQ(function[n], table[n]) << n << " again";
    const auto exact = static_cast<double>(table[n]);
    ASSERT_NEAR(function.about(n), exact, exact * 0x1p-50 + 0.5) << n;
  }
}

TEST(EntropyTable, HoldsTheFunction) {
  const EntropyTable table(5000);
  for (const std::size_t n : {0U, 1U, 2U, 3U, 77U, 5000U}) {
    const double x = static_cast<double>(n);
    const double expected = n < 2 ? 0.0 : x * std::log2(x);
    EXPECT_NEAR(static_cast<double>(table[n]) / table.bit(), expected, 1e-9);
  }
}

TEST(WideSum, DoesNotDependOnTheOrder) {
  Sampler sampler(3);
  std::vector<double> numbers(2000);
  for (auto& x : numbers) x = sampler.normal() * std::pow(10.0, sampler.unit() * 8);
  WideSum forward;
  WideSum first;
  WideSum second;
  for (const double x : numbers) forward.add(x);
  for (std::size_t i = numbers.size(); i-- > 0;) (i % 3 == 0 ? first : second).add(numbers[i]);
  first.add(second);
  EXPECT_EQ(first.value(), forward.value());
}

}  // namespace
}  // namespace privet::mining
