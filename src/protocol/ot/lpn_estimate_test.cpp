// SPDX-License-Identifier: Apache-2.0
// Every generator that rests on LPN keeps 2^128 by the estimate of bench/estimate, and the estimate
// sees what it is there for.
#include "tests/support/lpn_estimate.h"

#include <gtest/gtest.h>

#include "tests/support/lpn_generators.h"

namespace privet::estimate {
namespace {

TEST(LpnEstimate, EveryGeneratorKeeps128Bits) {
  for (const auto& lpn : generators()) {
    for (const auto& attack : attacks(lpn)) {
      EXPECT_GE(attack.bits, 128) << lpn.name << ": " << attack.name << ": " << attack.how;
    }
  }
}

// The shape of the Ferret paper, whose rows are as sparse.
TEST(LpnEstimate, SparseRowsCostWhatDenseOnesDoNot) {
  Lpn lpn{"one step of Ferret", 589'760, 1319, 8192, 10, 1, false};
  EXPECT_LT(security(lpn), 80);
  lpn.ones = 1000;
  EXPECT_GT(security(lpn), 110);
}

TEST(LpnEstimate, ACodeOfBitsIsWeakOverALargeField) {
  for (auto lpn : generators()) {
    if (lpn.binary()) continue;
    lpn.entries_of_field = false;
    EXPECT_LT(security(lpn), 64) << lpn.name;
  }
}

TEST(LpnEstimate, GrowsWithTheNoiseAndTheDimension) {
  for (const auto& lpn : generators()) {
    auto wider = lpn;
    wider.columns *= 1.1;
    EXPECT_GT(security(wider), security(lpn)) << lpn.name;
    auto quieter = lpn;
    quieter.blocks /= 2;
    quieter.block *= 2;
    EXPECT_LT(security(quieter), security(lpn)) << lpn.name;
  }
}

// Counted by hand: 64 blocks of 4 with one noisy place each, of which 64 rows are chosen, one in
// each block: (3/4)^64.
TEST(LpnEstimate, CountsRegularNoise) {
  const Lpn lpn{"", 32, 64, 4, 3, 1, false};
  EXPECT_NEAR(detail::log2_clean(lpn, 64), 64 * std::log2(0.75), 1e-9);
  // 256 x^3 = 32 x at x = 8^(-1/2).
  EXPECT_NEAR(detail::random_set(lpn), 0.3535533906, 1e-9);
  EXPECT_LT(detail::existing_set(lpn), detail::random_set(lpn));
}

}  // namespace
}  // namespace privet::estimate
