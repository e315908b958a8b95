// SPDX-License-Identifier: Apache-2.0
#include "protocol/vole/vole.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "crypto/gf64.h"
#include "net/counting.h"
#include "tests/support/chi_square.h"
#include "tests/support/two_parties.h"

namespace privet::protocol {
namespace {

using crypto::Block;
using crypto::Randomness;
using net::Channel;
using testing_support::Line;

struct Sent {
  Block delta;
  crypto::SecretVector<Block> sums;
  net::Traffic traffic;
};

std::pair<Sent, VoleFactors> make(Line line, std::size_t count) {
  return testing_support::run_two(
      line,
      [&](Channel& channel) {
        net::CountingChannel counting(channel);
        auto randomness = Randomness::repeatable(1);
        auto transfers = OtSender::set_up(counting, randomness, OtPiece::Lean);
        auto sums = vole_send(counting, randomness, transfers, count);
        return Sent{transfers.delta(), std::move(sums), counting.traffic()};
      },
      [&](Channel& channel) {
        auto randomness = Randomness::repeatable(2);
        auto transfers = OtReceiver::set_up(channel, randomness, OtPiece::Lean);
        return vole_receive(channel, randomness, transfers, count);
      });
}

// Nothing but c = b + a delta, and factors that look random.
void check(const Sent& sent, const VoleFactors& got, std::size_t count) {
  ASSERT_EQ(sent.sums.size(), count);
  ASSERT_EQ(got.sums.size(), count);
  ASSERT_EQ(got.factors.size(), count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto a = got.factors[i];
    const Block expected = sent.sums[i] ^ Block {
      crypto::gf64_multiply(a, sent.delta.low), crypto::gf64_multiply(a, sent.delta.high)
    };
    ASSERT_EQ(got.sums[i].low, expected.low) << i << " of " << count;
    ASSERT_EQ(got.sums[i].high, expected.high) << i << " of " << count;
  }
}

void check_uniform(const VoleFactors& got) {
  std::vector<std::size_t> bytes(256);
  std::vector<std::size_t> first(256);
  for (std::size_t i = 0; i < got.factors.size(); ++i) {
    for (unsigned b = 0; b < 64; b += 8) ++bytes[(got.factors[i] >> b) & 0xffU];
    ++first[(got.sums[i].low ^ got.sums[i].high >> 9U) & 0xffU];
  }
  EXPECT_TRUE(testing_support::looks_uniform(bytes));
  EXPECT_TRUE(testing_support::looks_uniform(first));
  auto sorted = got.factors.copy();
  std::ranges::sort(sorted);
  EXPECT_EQ(std::ranges::adjacent_find(sorted), sorted.end());
}

TEST(Vole, HoldsForEverySizeAndWayOfMaking) {
  for (const std::size_t count : {0U, 1U, 1025U, 7168U, 7169U, 65'536U, 65'537U}) {
    const auto [sent, got] = make(Line::Memory, count);
    check(sent, got, count);
    if (count > 1000) check_uniform(got);
  }
}

TEST(Vole, GoesOnFromWhatItKept) {
  const auto count = kLargeVole.rows() + 1'000;
  const auto [sent, got] = make(Line::Memory, count);
  check(sent, got, count);
  check_uniform(got);
  // As the header says: 1.2 bytes each, and the start.
  EXPECT_EQ(sent.traffic.rounds, 4U);
  const auto bytes = sent.traffic.sent + sent.traffic.received;
  EXPECT_LT(bytes, 2'300'000U + count * 12 / 10);
  EXPECT_GT(bytes, count * 12 / 10);
}

TEST(Vole, RunsOverEveryLine) {
  for (const auto line : testing_support::kAllLines) {
    const auto [sent, got] = make(line, 9'000);
    check(sent, got, 9'000);
  }
}

}  // namespace
}  // namespace privet::protocol
