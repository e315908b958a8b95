// SPDX-License-Identifier: Apache-2.0
#include "perturb/rank_swap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "tests/support/seeded_random.h"

namespace privet {
namespace {

using testing_support::SeededRandom;

Column numbers(const std::vector<int>& values) {
  std::vector<std::string> texts;
  for (const int value : values) texts.push_back(std::to_string(value));
  return make_column("x", texts);
}

TEST(RankSwap, KeepsTheValuesAndTheWindow) {
  Sampler sampler(9);
  SeededRandom random(10);
  for (int round = 0; round < 300; ++round) {
    std::vector<int> values;
    const std::size_t count = 2 + sampler.below(60);
    for (std::size_t i = 0; i < count; ++i) values.push_back(static_cast<int>(i));
    sampler.shuffle(std::span(values));
    const double percent = 1 + double(sampler.below(60));
    const Column before = numbers(values);
    const Column after = swap_ranks(before, percent, random);
    std::vector<double> all;
    const auto window = std::max(1.0, std::floor(percent / 100 * double(count)));
    for (RowId r = 0; r < count; ++r) {
      all.push_back(after.number(r));
      EXPECT_LE(std::abs(after.number(r) - before.number(r)), window);  // values are their ranks
    }
    std::sort(all.begin(), all.end());
    for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(all[i], double(i));
  }
}

// Three ranks with a window of two: the first swaps with the second or the third, each as often;
// the one that is left stays.
TEST(RankSwap, DrawsEachPartnerAsOften) {
  SeededRandom random(11);
  const Column before = numbers({0, 1, 2});
  std::map<double, int> partner;
  constexpr int kRounds = 20000;
  for (int i = 0; i < kRounds; ++i) ++partner[swap_ranks(before, 67, random).number(0)];
  ASSERT_EQ(partner.size(), 2U);
  // A binomial of 20,000 halves has a deviation of 71.
  EXPECT_NEAR(partner[1], kRounds / 2, 5 * 71);
}

TEST(RankSwap, MissingValuesStay) {
  SeededRandom random(12);
  const Column before = make_column("x", {"?", "1", "", "2", "3"});
  const Column after = swap_ranks(before, 50, random);
  EXPECT_EQ(after.text(0), "?");
  EXPECT_EQ(after.text(2), "");
  EXPECT_EQ(swap_window(before, 50), 1U);
  EXPECT_EQ(swap_window(before, 1), 1U);
  EXPECT_EQ(swap_window(before, 70), 2U);
}

}  // namespace
}  // namespace privet
