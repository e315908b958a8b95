// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <future>
#include <vector>

#include "base/error.h"
#include "base/sampling.h"
#include "crypto/bit_vector.h"
#include "net/counting.h"
#include "net/digest.h"
#include "protocol/bit_packing.h"
#include "protocol/ot/transfer.h"
#include "protocol/ot/transpose.h"
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
std::vector<Block> random_blocks(std::size_t count, std::uint64_t seed) {
  auto randomness = Randomness::repeatable(seed);
  std::vector<Block> out(count);
  randomness.fill_values(std::span(out));
  return out;
}
std::uint64_t bit_at(const std::vector<Block>& bits, std::size_t i) {
  return crypto::BitView(bits)[i];
}

TEST(Transpose, AgreesWithTheDefinition) {
  Sampler sampler(1);
  BitTile tile;
  for (auto& row : tile) row = {sampler(), sampler()};
  const BitTile before = tile;
  transpose(tile);
  const auto bit = [](const BitTile& t, std::size_t r, std::size_t c) {
    return ((c < 64 ? t[r].low : t[r].high) >> (c % 64)) & 1U;
  };
  for (std::size_t r = 0; r < 128; ++r) {
    for (std::size_t c = 0; c < 128; ++c) ASSERT_EQ(bit(tile, r, c), bit(before, c, r));
  }
}

TEST(BitPacking, RoundTripsEveryWidth) {
  Sampler sampler(2);
  for (unsigned width = 1; width <= 64; ++width) {
    std::vector<std::uint64_t> values(131);
    for (auto& value : values) value = sampler() & low_bits(width);
    std::vector<std::uint64_t> words(packed_words(values.size(), width));
    pack_bits(values, width, words);
    std::vector<std::uint64_t> back(values.size());
    unpack_bits(words, width, back);
    EXPECT_EQ(back, values) << width;
  }
}

TEST(BaseOt, ReceiverGetsTheKeyItChose) {
  const std::vector<std::uint8_t> choices{0, 1, 1, 0, 1};
  const auto run = [&] {
    return run_two(
        Line::Memory,
        [&](Channel& channel) {
          Randomness randomness;
          std::vector<BlockPair> keys(choices.size());
          const auto agreed = base_ot_send(channel, randomness, keys);
          return std::pair(keys, agreed);
        },
        [&](Channel& channel) {
          Randomness randomness;
          std::vector<Block> keys(choices.size());
          const auto agreed = base_ot_receive(channel, randomness, choices, keys);
          return std::pair(keys, agreed);
        });
  };
  const auto [sender, receiver] = run();
  const auto& [sent, sender_agreed] = sender;
  const auto& [got, receiver_agreed] = receiver;
  // What trees are keyed with: the same at both sides, another one in the next session.
  EXPECT_TRUE(same(sender_agreed, receiver_agreed));
  EXPECT_FALSE(same(run().first.second, sender_agreed));
  for (std::size_t i = 0; i < choices.size(); ++i) {
    EXPECT_TRUE(same(got[i], sent[i].at(choices[i])));
    EXPECT_FALSE(same(got[i], sent[i].at(1U - choices[i])));
  }
}

class OtTest : public testing::TestWithParam<OtPlan> {};
INSTANTIATE_TEST_SUITE_P(Plans, OtTest,
                         testing::Values(OtPlan(OtPiece::Fast), OtPlan(OtPiece::Middle),
                                         OtPlan(OtPiece::Lean), OtPlan(OtPiece::Thrifty),
                                         OtPlan::silently()));

struct Correlated {
  Block delta;
  std::vector<Block> zeros;
};

TEST_P(OtTest, CorrelationHolds) {
  // Several calls of odd sizes, more than a batch, to cross every border.
  const std::vector<std::size_t> sizes{1, 127, 129, 4096, 9000};
  const auto choices = random_blocks(200, 5);
  const auto [sender, taken] = run_two(
      Line::Memory,
      [&](Channel& channel) {
        Randomness randomness;
        auto ot = OtSender::set_up(channel, randomness, GetParam());
        Correlated out{ot.delta(), {}};
        for (const auto size : sizes) {
          std::vector<Block> zeros(size);
          ot.correlated(channel, zeros);
          out.zeros.insert(out.zeros.end(), zeros.begin(), zeros.end());
        }
        return out;
      },
      [&](Channel& channel) {
        Randomness randomness;
        auto ot = OtReceiver::set_up(channel, randomness, GetParam());
        std::vector<Block> out;
        for (const auto size : sizes) {
          std::vector<Block> part(size);
          ot.correlated(channel, choices, part);
          out.insert(out.end(), part.begin(), part.end());
        }
        return out;
      });
  EXPECT_EQ(sender.delta.lowest(), 1U);
  std::size_t at = 0;
  for (const auto size : sizes) {
    for (std::size_t i = 0; i < size; ++i, ++at) {
      ASSERT_TRUE(same(taken[at], sender.zeros[at] ^ when(bit_at(choices, i), sender.delta)));
    }
  }
  // Rows are uniform bytes, and no two are alike.
  std::vector<std::size_t> counts(256);
  for (const auto& zero : sender.zeros) ++counts.at(zero.low & 0xffU);
  EXPECT_TRUE(testing_support::looks_uniform(counts));
}

TEST_P(OtTest, ChosenRandomAndAdditiveInBothDirections) {
  constexpr std::size_t kCount = 5000;
  const auto choices = random_blocks(40, 6);
  const auto as_sender = [&](Channel& channel, OtSender& ot, unsigned width) {
    std::vector<BlockPair> messages(kCount);
    for (std::size_t i = 0; i < kCount; ++i) messages[i] = {Block{i, 1}, Block{i, 2}};
    ot.chosen(channel, messages);
    std::vector<std::uint64_t> offsets(kCount);
    for (std::size_t i = 0; i < kCount; ++i)
      offsets[i] = (i * 0x9e3779b97f4a7c15ULL) & low_bits(width);
    std::vector<std::uint64_t> shares(kCount);
    ot.additive(channel, offsets, width, shares);
    return shares;
  };
  const auto as_receiver = [&](Channel& channel, OtReceiver& ot, unsigned width) {
    std::vector<Block> taken(kCount);
    ot.chosen(channel, choices, taken);
    for (std::size_t i = 0; i < kCount; ++i) {
      EXPECT_TRUE(same(taken[i], Block{i, 1 + bit_at(choices, i)}));
    }
    std::vector<std::uint64_t> shares(kCount);
    ot.additive(channel, choices, width, shares);
    return shares;
  };
  for (const auto& [width, line] :
       {std::pair(1U, Line::Tcp), std::pair(33U, Line::Memory), std::pair(64U, Line::Tls)}) {
    const auto [a, b] = run_two(
        line,
        [&, width = width](Channel& channel) {
          Randomness randomness;
          auto send = OtSender::set_up(channel, randomness, GetParam());
          auto receive = OtReceiver::set_up(channel, randomness, GetParam());
          auto first = as_sender(channel, send, width);
          auto second = as_receiver(channel, receive, width);
          return std::make_pair(first, second);
        },
        [&, width = width](Channel& channel) {
          Randomness randomness;
          auto receive = OtReceiver::set_up(channel, randomness, GetParam());
          auto send = OtSender::set_up(channel, randomness, GetParam());
          auto first = as_receiver(channel, receive, width);
          auto second = as_sender(channel, send, width);
          return std::make_pair(first, second);
        });
    for (std::size_t i = 0; i < kCount; ++i) {
      const auto want = bit_at(choices, i) * (i * 0x9e3779b97f4a7c15ULL) & low_bits(width);
      ASSERT_EQ((a.first[i] + b.first[i]) & low_bits(width), want);
      ASSERT_EQ((a.second[i] + b.second[i]) & low_bits(width), want);
    }
  }
}

TEST_P(OtTest, OneOfManyAndRandom) {
  const std::vector<std::uint32_t> indices{0, 15, 7, 8, 1};
  const auto messages = random_blocks(16 * indices.size(), 9);
  const auto choices = random_blocks(3, 4);
  for (const auto line : {Line::Memory, Line::Tls}) {
    const auto [pairs, taken] = run_two(
        line,
        [&](Channel& channel) {
          Randomness randomness;
          auto ot = OtSender::set_up(channel, randomness, GetParam());
          ot.one_of_many(channel, messages, 4);
          std::vector<BlockPair> out(300);
          ot.random(channel, out);
          return out;
        },
        [&](Channel& channel) {
          Randomness randomness;
          auto ot = OtReceiver::set_up(channel, randomness, GetParam());
          std::vector<Block> out(indices.size());
          ot.one_of_many(channel, indices, 4, out);
          std::vector<Block> keys(300);
          ot.random(channel, choices, keys);
          out.insert(out.end(), keys.begin(), keys.end());
          return out;
        });
    for (std::size_t t = 0; t < indices.size(); ++t) {
      EXPECT_TRUE(same(taken[t], messages[16 * t + indices[t]]));
    }
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const auto choice = bit_at(choices, i);
      EXPECT_TRUE(same(taken[indices.size() + i], pairs[i].at(choice)));
      EXPECT_FALSE(same(taken[indices.size() + i], pairs[i].at(1 - choice)));
    }
  }
}

// Over a line that holds little, so that neither side gets ahead of the other by luck.
TEST_P(OtTest, RandomAndChosenOfManyBatchesNeitherWaitForeverNorDiffer) {
  constexpr std::size_t kCount = 30'001;  // several trees of a silent turn, and a rest
  const auto choices = random_blocks(kCount / 128 + 1, 7);
  std::vector<BlockPair> messages(kCount);
  for (std::size_t i = 0; i < kCount; ++i) messages[i] = {Block{i, 1}, Block{i, 2}};
  const auto [left, right] = net::make_memory_pair(testing_support::quick(30'000), 4096);
  const auto [pairs, taken] = run_two(
      *left, *right,
      [&](Channel& channel) {
        Randomness randomness;
        auto ot = OtSender::set_up(channel, randomness, GetParam());
        std::vector<BlockPair> out(kCount);
        ot.random(channel, out);
        ot.chosen(channel, messages);
        return out;
      },
      [&](Channel& channel) {
        Randomness randomness;
        auto ot = OtReceiver::set_up(channel, randomness, GetParam());
        std::vector<Block> out(kCount);
        ot.random(channel, choices, out);
        std::vector<Block> got(kCount);
        ot.chosen(channel, choices, got);
        out.insert(out.end(), got.begin(), got.end());
        return out;
      });
  for (std::size_t i = 0; i < kCount; ++i) {
    const auto choice = bit_at(choices, i);
    ASSERT_TRUE(same(taken[i], pairs[i].at(choice))) << i;
    ASSERT_FALSE(same(taken[i], pairs[i].at(1 - choice))) << i;
    ASSERT_TRUE(same(taken[kCount + i], messages[i].at(choice))) << i;
  }
}

// One call is one round, however long; and many short calls of correlated transfers take none where
// the receiver only sends, or a number that grows with their logarithm where they are made
// silently.
TEST_P(OtTest, RoundsDoNotGrowWithTheTransfers) {
  constexpr std::size_t kFew = 100;
  constexpr std::size_t kMany = 300'000;
  constexpr std::size_t kCalls = 150;
  constexpr std::size_t kOfCall = 3'500;
  const auto choices = random_blocks(kMany / 128 + 1, 8);
  auto [left, right] = testing_support::make_pair(Line::Memory);
  net::CountingChannel counting(*right);
  std::vector<std::uint64_t> rounds;
  run_two(
      *left, counting,
      [&](Channel& channel) {
        Randomness randomness;
        auto ot = OtSender::set_up(channel, randomness, GetParam());
        for (const auto count : {kFew, kMany}) {
          const std::vector<std::uint64_t> offsets(count, 3);
          std::vector<std::uint64_t> shares(count);
          ot.additive(channel, offsets, 2, shares);
        }
        std::vector<Block> zeros(kOfCall);
        for (std::size_t i = 0; i < kCalls; ++i) ot.correlated(channel, zeros);
        channel.flush();
        return 0;
      },
      [&](Channel& channel) {
        Randomness randomness;
        auto ot = OtReceiver::set_up(channel, randomness, GetParam());
        for (const auto count : {kFew, kMany}) {
          rounds.push_back(counting.traffic().rounds);
          std::vector<std::uint64_t> shares(count);
          ot.additive(channel, choices, 2, shares);
        }
        rounds.push_back(counting.traffic().rounds);
        std::vector<Block> taken(kOfCall);
        for (std::size_t i = 0; i < kCalls; ++i) ot.correlated(channel, choices, taken);
        channel.flush();
        rounds.push_back(counting.traffic().rounds);
        return 0;
      });
  EXPECT_LE(rounds[1] - rounds[0], 2U);
  EXPECT_LE(rounds[2] - rounds[1], 6U);  // 300,000 silent ones are made in parts that grow
  EXPECT_LE(rounds[3] - rounds[2], GetParam().silent ? 4U : 0U);
}

// How many bytes the sender of `agreed` transfers takes off its line if it is asked for `asked`.
std::uint64_t heard_by_sender(const OtPlan& plan, std::size_t agreed, std::size_t asked) {
  auto [left, right] = testing_support::make_pair(Line::Memory);  // takes all answers of those
  net::CountingChannel counting(*left);
  auto liar = std::async(std::launch::async, [&, &line = *right] {
    try {
      Randomness randomness;
      auto ot = OtReceiver::set_up(line, randomness, plan);
      std::vector<std::uint64_t> shares(asked);
      ot.additive(line, random_blocks(asked / 128 + 1, 9), 64, shares);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Peer);
    }
    line.close();
  });
  try {
    Randomness randomness;
    auto ot = OtSender::set_up(counting, randomness, plan);
    const std::vector<std::uint64_t> offsets(agreed, 3);
    std::vector<std::uint64_t> shares(agreed);
    ot.additive(counting, offsets, 64, shares);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Peer);
  }
  counting.close();
  liar.get();
  return counting.traffic().received;
}

// How many transfers there are is agreed and on no line: who asks for more is heard no further.
TEST_P(OtTest, WhoAsksForMoreThanAgreedIsNotHeard) {
  constexpr std::size_t kAgreed = 20'000;
  const auto sound = heard_by_sender(GetParam(), kAgreed, kAgreed);
  EXPECT_GT(sound, kAgreed / 8);
  EXPECT_LE(heard_by_sender(GetParam(), kAgreed, 100 * kAgreed), sound);
}

// With fixed randomness the bytes on the wire are fixed: a change of the format is seen here.
TEST(Ot, WireDigestAndCost) {
  auto [left, right] = testing_support::make_pair(Line::Memory);
  net::DigestChannel digest(*left);
  net::CountingChannel counting(digest);
  run_two(
      counting, *right,
      [&](Channel& channel) {
        auto randomness = Randomness::repeatable(1);
        auto ot = OtSender::set_up(channel, randomness, OtPiece::Lean);
        const std::vector<std::uint64_t> offsets(1280, 3);
        std::vector<std::uint64_t> shares(1280);
        ot.additive(channel, offsets, 10, shares);
        return 0;
      },
      [&](Channel& channel) {
        auto randomness = Randomness::repeatable(2);
        auto ot = OtReceiver::set_up(channel, randomness, OtPiece::Lean);
        std::vector<std::uint64_t> shares(1280);
        ot.additive(channel, random_blocks(10, 3), 10, shares);
        return 0;
      });
  // Sent: 128 pairs of points, the hash seed, 1280 corrections of 10 bits. Received: a point, 128
  // pairs of sums, 4 bytes for each transfer.
  EXPECT_EQ(counting.traffic(), (net::Traffic{128 * 64 + 16 + 1600, 32 + 128 * 32 + 1280 * 4, 2}));
  EXPECT_EQ(digest.sent_digest(),
            "55b26242a17f0015d270be27ee87f9605c4b3e628d357baee9b8773af34898b7");
  EXPECT_EQ(digest.received_digest(),
            "be875cd01cb93a38403b6bff3cd398c502263b0e5e1b5043a68086f454f86cae");
}

}  // namespace
}  // namespace privet::protocol
