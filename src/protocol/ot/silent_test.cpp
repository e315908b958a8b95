// SPDX-License-Identifier: Apache-2.0
#include "protocol/ot/silent.h"

#include <gtest/gtest.h>

#include <vector>

#include "crypto/bit_vector.h"
#include "net/counting.h"
#include "protocol/ot/transfer.h"
#include "tests/support/chi_square.h"
#include "tests/support/two_parties.h"

namespace privet::protocol {
namespace {

using crypto::Block;
using crypto::Randomness;
using net::Channel;
using testing_support::Line;
using testing_support::run_two;

bool same(Block a, Block b) {
  return a.low == b.low && a.high == b.high;
}

TEST(LocalCode, SumsTenColumnsOfEveryRowInAnyPieces) {
  const LocalCode code(Block{1, 2}, 37);
  // With the unit vector of a column, rows tell how often they contain it.
  std::vector<std::vector<Block>> of_column;
  for (std::size_t column = 0; column < 37; ++column) {
    std::vector<Block> unit(37, Block{});
    unit[column] = {~0ULL, 1};
    std::vector<Block> rows(200, Block{});
    code.add(0, unit, rows);
    of_column.push_back(rows);
    std::vector<Block> later(70, Block{});
    code.add(130, unit, later);
    for (std::size_t i = 0; i < 70; ++i) ASSERT_TRUE(same(later[i], rows[130 + i]));
  }
  std::vector<std::size_t> used(37);
  for (std::size_t row = 0; row < 200; ++row) {
    std::size_t ones = 0;  // columns taken an odd number of times
    for (std::size_t column = 0; column < 37; ++column) {
      ones += of_column[column][row].high;
      used[column] += of_column[column][row].high;
    }
    EXPECT_LE(ones, LocalCode::kOnes);
    EXPECT_EQ(ones % 2, 0U);
  }
  for (const auto count : used) EXPECT_GT(count, 10U);
}

struct Made {
  std::vector<Block> sender;
  std::vector<Block> receiver;
};

// The generator alone, started by a dealer, with a shape small enough for many turns.
Made make(const SilentShape& shape, Block delta, std::size_t count) {
  auto randomness = Randomness::repeatable(5);
  std::vector<Block> zeros(seeds_needed(shape));
  std::vector<Block> choices((zeros.size() + 127) / 128);
  randomness.fill_values(std::span(zeros));
  randomness.fill_values(std::span(choices));
  auto taken = zeros;
  for (std::size_t i = 0; i < taken.size(); ++i) {
    taken[i] ^= when(crypto::BitView(choices)[i], delta);
  }
  const auto in_calls = [&](auto& side, Channel& channel) {
    std::vector<Block> out(count);
    for (std::size_t at = 0; at < count; at += 777) {
      side.extend(channel, std::span(out).subspan(at, std::min<std::size_t>(777, count - at)));
    }
    return out;
  };
  auto [sent, received] = run_two(
      Line::Memory,
      [&](Channel& channel) {
        Randomness own;
        SilentSender side(shape, Block{7, 8}, delta, zeros, own);
        return in_calls(side, channel);
      },
      [&](Channel& channel) {
        Randomness own;
        SilentReceiver side(shape, Block{7, 8}, choices, taken, own);
        return in_calls(side, channel);
      });
  return {std::move(sent), std::move(received)};
}

TEST(Silent, CorrelationHoldsOverManyTurnsAndLooksUniform) {
  const Block delta{0x123456789abcdef1ULL, 0xfedcba9876543210ULL};
  const auto [sender, receiver] = make({1000, 64, 7}, delta, 40'000);
  std::vector<std::size_t> bytes(256);
  std::vector<std::size_t> choices(16);  // four neighbours at a time
  std::size_t four = 0;
  for (std::size_t i = 0; i < sender.size(); ++i) {
    const auto choice = receiver[i].lowest();
    ASSERT_EQ(sender[i].lowest(), 0U);
    ASSERT_TRUE(same(receiver[i], sender[i] ^ when(choice, delta))) << i;
    ++bytes.at((sender[i].low >> 8U) & 0xffU);
    four = (four << 1U | choice) & 15U;
    if (i % 4 == 3) ++choices.at(four);
  }
  EXPECT_TRUE(testing_support::looks_uniform(bytes));
  EXPECT_TRUE(testing_support::looks_uniform(choices));
}

TEST(Silent, TakesAFractionOfTheBytesOfAnExtension) {
  constexpr std::size_t kCount = std::size_t{1} << 21U;
  const auto bytes_of = [&](const OtPlan& plan) {
    auto [left, right] = testing_support::make_pair(Line::Memory);
    net::CountingChannel counting(*left);
    std::uint64_t before = 0;
    const std::vector<Block> choices(kCount / 128, Block{1, 2});
    run_two(
        counting, *right,
        [&](Channel& channel) {
          Randomness randomness;
          auto ot = OtSender::set_up(channel, randomness, plan);
          before = counting.traffic().sent + counting.traffic().received;
          std::vector<Block> zeros(kCount);
          ot.correlated(channel, zeros);
          return 0;
        },
        [&](Channel& channel) {
          Randomness randomness;
          auto ot = OtReceiver::set_up(channel, randomness, plan);
          std::vector<Block> taken(kCount);
          ot.correlated(channel, choices, taken);
          return 0;
        });
    return counting.traffic().sent + counting.traffic().received - before;
  };
  EXPECT_EQ(bytes_of(OtPiece::Thrifty), 2 * kCount);
  // A bit for each choice, the trees used (400 bytes for 4096, those of the transfers kept for the
  // next turn included), and the choices of a turn.
  EXPECT_LT(bytes_of(OtPlan::silently()), kCount * 26 / 100);
}

TEST(OtPlans, FollowTheLink) {
  constexpr std::uint64_t kMany = 100'000'000;
  EXPECT_EQ(plan_for(0, kMany), OtPlan(OtPiece::Middle));
  EXPECT_EQ(plan_for(10e9, kMany), OtPlan(OtPiece::Middle));
  EXPECT_EQ(plan_for(1e9, kMany), OtPlan(OtPiece::Lean));
  EXPECT_EQ(plan_for(100e6, kMany), OtPlan::silently());
  // Too few for a silent start to be worth it.
  EXPECT_EQ(plan_for(100e6, 100'000), OtPlan(OtPiece::Thrifty));
  EXPECT_EQ(plan_for(0, 1), OtPlan(OtPiece::Middle));
  EXPECT_EQ(name_of(plan_for(1e6, kMany)), "silent");
  EXPECT_EQ(name_of(OtPlan()), "extension 2");
}

}  // namespace
}  // namespace privet::protocol
