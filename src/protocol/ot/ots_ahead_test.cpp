// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <vector>

#include "protocol/ot/transfer.h"

namespace privet::protocol {
namespace {

using crypto::Block;

// Silent transfers that are made ahead of what is asked for: rarely in vain, and not often.
TEST(OtsAhead, FewAreMadeInVainAndFetchesGrowWithTheLogarithm) {
  constexpr std::size_t kCall = std::size_t{1} << 14U;
  std::vector<Block> call(kCall);
  for (const unsigned bits : {20U, 23U, 25U}) {
    const auto asked = std::size_t{1} << bits;
    OtsAhead ahead;
    unsigned fetches = 0;
    for (std::size_t at = 0; at < asked; at += kCall) {
      const auto taken = ahead.take(call);
      if (taken == kCall) continue;
      EXPECT_GE(ahead.grow(kCall - taken).size(), std::size_t{1} << 16U);
      ++fetches;
    }
    EXPECT_LE(ahead.made, asked + asked / 6) << bits;
    EXPECT_LE(fetches, 2 * bits) << bits;
  }
}

}  // namespace
}  // namespace privet::protocol
