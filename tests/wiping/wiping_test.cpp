// SPDX-License-Identifier: Apache-2.0
// Memory given back holds no keys of base transfers, no offsets, no leaves of seed trees and
// nothing that went over a line, as the threat model says. The same secrets are made twice from
// repeatable randomness: once to know them, once to look for them in everything that is freed.
#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <new>
#include <span>
#include <vector>

#include "net/identity.h"
#include "net/signature.h"
#include "protocol/garbled/garbler.h"
#include "protocol/ot/correlated_ot.h"
#include "protocol/ot/punctured.h"
#include "protocol/vole/vole.h"
#include "tests/support/two_parties.h"

namespace {

// What is looked for, sorted; nothing while there is none.
std::atomic<const std::vector<std::uint64_t>*> g_wanted{nullptr};
std::atomic<std::size_t> g_found{0};

void look_and_free(void* memory) noexcept {
  if (memory == nullptr) return;
  if (const auto* const wanted = g_wanted.load()) {
    const auto size = malloc_usable_size(memory);
    for (std::size_t at = 0; at + 8 <= size; at += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, static_cast<const char*>(memory) + at, 8);
      if (std::ranges::binary_search(*wanted, word)) ++g_found;
    }
  }
  std::free(memory);
}

}  // namespace

void* operator new(std::size_t size) {
  // Cleared, so that only what the program wrote is found.
  void* const memory = std::calloc(1, std::max<std::size_t>(size, 1));
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void operator delete(void* memory) noexcept {
  look_and_free(memory);
}
void operator delete(void* memory, std::size_t /*size*/) noexcept {
  look_and_free(memory);
}

namespace privet::protocol {
namespace {

using crypto::Block;
using crypto::Randomness;
using net::Channel;
using testing_support::Line;

std::size_t found_in_freed_memory(std::vector<std::uint64_t> wanted, auto act) {
  std::ranges::sort(wanted);
  g_found = 0;
  g_wanted = &wanted;
  act();
  g_wanted = nullptr;
  return g_found;
}

// The secrets of a set-up with pieces of 4 bits: all keys of the base transfers and all leaves.
std::vector<std::uint64_t> secrets_of_set_up() {
  std::vector<std::uint64_t> out;
  const auto add = [&](const Block& block) { out.push_back(block.low); };
  testing_support::run_two(
      Line::Memory,
      [&](Channel& channel) {
        auto randomness = Randomness::repeatable(1);
        std::array<BlockPair, 128> keys{};
        SeedTrees trees(base_ot_send(channel, randomness, keys));
        for (const auto& pair : keys) std::ranges::for_each(pair, add);
        for (std::size_t at = 0; at < 128; at += 4) {
          const auto tree = trees.grow(randomness, std::span(keys).subspan(at, 4));
          std::ranges::for_each(tree.leaves, add);
        }
        return 0;
      },
      [&](Channel& channel) {
        auto randomness = Randomness::repeatable(2);
        Block delta = randomness.block();
        delta.low |= 1U;
        std::array<std::uint8_t, 128> choices{};
        for (std::size_t i = 0; i < 128; ++i) {
          const auto bit = i - i % 4 + 3 - i % 4;
          choices.at(i) = static_cast<std::uint8_t>(
              1U ^ (((bit < 64 ? delta.low : delta.high) >> (bit % 64)) & 1U));
        }
        std::array<Block, 128> keys{};
        base_ot_receive(channel, randomness, choices, keys);
        return 0;
      });
  return out;
}

TEST(FreedMemory, IsLookedAt) {
  const std::vector<std::uint64_t> secret{0x1234'5678'9abc'def0U};
  EXPECT_EQ(found_in_freed_memory(secret,
                                  [&] {
                                    const std::vector<std::uint64_t> copy(10, secret[0]);
                                    EXPECT_EQ(copy.size(), 10U);
                                  }),
            10U);
  EXPECT_EQ(found_in_freed_memory(secret,
                                  [&] {
                                    const crypto::SecretVector<std::uint64_t> copy(10, secret[0]);
                                    EXPECT_EQ(copy.size(), 10U);
                                  }),
            0U);
}

TEST(FreedMemory, HoldsNoKeysAndNoLeavesOfTransfers) {
  const auto secrets = secrets_of_set_up();
  EXPECT_EQ(secrets.size(), 256U + 32 * 16);
  const auto found = found_in_freed_memory(secrets, [] {
    testing_support::run_two(
        Line::Memory,
        [&](Channel& channel) {
          auto randomness = Randomness::repeatable(1);
          auto ot = CorrelatedOtReceiver::set_up(channel, randomness, OtPiece::Lean);
          std::vector<Block> taken(100);
          ot.extend(channel, std::vector<Block>(1, Block{3, 4}), taken);
          return 0;
        },
        [&](Channel& channel) {
          auto randomness = Randomness::repeatable(2);
          auto ot = CorrelatedOtSender::set_up(channel, randomness, OtPiece::Lean);
          std::vector<Block> zeros(100);
          ot.extend(channel, zeros);
          return 0;
        });
  });
  EXPECT_EQ(found, 0U);
}

// What a session keeps beside the transfers themselves: the offset of silent ones, and that of a
// garbler.
TEST(FreedMemory, HoldsNoOffset) {
  const Block delta{0x0123'4567'89ab'cdefU, 0xfedc'ba98'7654'3211U};
  const std::vector secrets{delta.low, delta.high};
  EXPECT_EQ(found_in_freed_memory(secrets,
                                  [&] {
                                    auto randomness = Randomness::repeatable(3);
                                    const std::vector<Block> seeds(seeds_needed(kSilentShape));
                                    const auto kept = std::make_unique<SilentSender>(
                                        kSilentShape, Block{5, 6}, delta, seeds, randomness);
                                  }),
            0U);
  std::vector<std::uint64_t> garbled;
  const auto garble = [&](bool look) {
    testing_support::run_two(
        Line::Memory,
        [&](Channel& channel) {
          auto randomness = Randomness::repeatable(7);
          auto transfers = OtSender::set_up(channel, randomness, {});
          auto ledger = Ledger::without_forecast();
          const CircuitEnd end(circuit::Side::First, channel, randomness, ledger,
                               {PartyId(0), PartyId(1)});
          auto kept = std::make_unique<Garbler>(end, transfers);
          if (look) {
            EXPECT_EQ(found_in_freed_memory(garbled, [&] { kept.reset(); }), 0U);
          } else {
            garbled = {transfers.delta().low, transfers.delta().high};
          }
          channel.flush();
          return 0;
        },
        [&](Channel& channel) {
          auto randomness = Randomness::repeatable(8);
          auto transfers = OtReceiver::set_up(channel, randomness, {});
          std::array<Block, 2> seeds{};
          net::receive_values(channel, seeds);
          return 0;
        });
  };
  garble(false);
  garble(true);
}

// Keys and shares pass through the buffers of a line.
TEST(FreedMemory, HoldsNothingThatWentOverALine) {
  const std::vector<std::uint64_t> secret{0x0f1e'2d3c'4b5a'6978U};
  EXPECT_EQ(found_in_freed_memory(secret,
                                  [&] {
                                    auto [left, right] =
                                        testing_support::make_tcp_pair(testing_support::quick());
                                    net::send_values(*left, secret);
                                    left->flush();
                                    crypto::SecretVector<std::uint64_t> got(1);
                                    net::receive_values(*right, got);
                                    EXPECT_EQ(got[0], secret[0]);
                                  }),
            0U);
}

// A large tree, filled in place.
TEST(FreedMemory, HoldsNoLeavesOfATree) {
  std::vector<std::uint64_t> secrets;
  auto randomness = Randomness::repeatable(3);
  const std::vector<BlockPair> keys(8, BlockPair{Block{1, 2}, Block{3, 4}});
  std::vector<BlockPair> sums;
  {
    const auto tree = SeedTrees(Block{5, 6}).grow(randomness, keys);
    sums = tree.sums;
    for (const auto& leaf : tree.leaves) secrets.push_back(leaf.low);
  }
  const std::vector<Block> beside(8, Block{3, 4});  // the path goes left
  EXPECT_EQ(found_in_freed_memory(secrets,
                                  [&] {
                                    auto again = Randomness::repeatable(3);
                                    (void)SeedTrees(Block{5, 6}).grow(again, keys);
                                    (void)SeedTrees(Block{5, 6}).fill(beside, 0, sums);
                                  }),
            0U);
}

// A party's private key: copies, what was moved from, and what replaced it.
TEST(FreedMemory, HoldsNoPrivateKey) {
  const auto identity = net::make_identity("a", std::chrono::hours(1));
  const auto& text = identity.key.text();
  std::vector<std::uint64_t> words;
  constexpr std::size_t kHeading = 32;  // the same in every key
  for (std::size_t at = kHeading; at + 8 <= text.size(); at += 8) {
    words.push_back(0);
    std::memcpy(&words.back(), text.data() + at, 8);
  }
  ASSERT_GT(words.size(), 10U);
  EXPECT_GT(found_in_freed_memory(words, [&] { const std::string plain(text + " "); }), 0U);
  EXPECT_EQ(found_in_freed_memory(words,
                                  [&] {
                                    net::Identity copy = identity;
                                    net::Identity moved = std::move(copy);
                                    net::Identity replaced = moved;
                                    replaced = net::make_identity("b", std::chrono::hours(1));
                                    (void)net::sign(moved, "context", "message");
                                  }),
            0U);
}

}  // namespace
}  // namespace privet::protocol
