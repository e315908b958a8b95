// SPDX-License-Identifier: Apache-2.0
#include "protocol/permutation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>

#include "base/error.h"
#include "protocol/bit_packing.h"
#include "tests/support/chi_square.h"
#include "tests/support/recording.h"
#include "tests/support/setting.h"
#include "tests/support/short_keys.h"
#include "tests/support/two_parties.h"

namespace privet::protocol {
namespace {

const crypto::ShortKeysForTests kShortKeys;

using crypto::Randomness;
using net::Channel;
using testing_support::Line;
using testing_support::RecordingChannel;
using testing_support::run_two;
using testing_support::TestSetting;
using Numbers = std::vector<std::uint64_t>;

constexpr std::size_t kKeyBits = 1024;

const crypto::PaillierSecretKey& key() {
  static const auto kept = [] {
    auto randomness = Randomness::repeatable(1);
    return crypto::PaillierSecretKey::generate(kKeyBits, randomness);
  }();
  return kept;
}

struct Task {
  Numbers x;
  Numbers masks;
  std::vector<std::uint32_t> order;
  unsigned bits;
};

Task random_task(std::size_t count, unsigned bits, std::uint64_t seed) {
  auto randomness = Randomness::repeatable(seed);
  Task out{Numbers(count), Numbers(count), random_order(count, randomness), bits};
  randomness.fill_values(std::span(out.x));
  randomness.fill_values(std::span(out.masks));
  for (auto& value : out.x) value &= low_bits(bits);
  for (auto& value : out.masks) value &= low_bits(bits);
  if (count > 1) {
    out.x[0] = out.masks[0] = low_bits(bits);  // the largest carry
    out.x[1] = out.masks[1] = 0;
  }
  return out;
}

// The holder at the left end, or at the right one.
Numbers run(const Task& task, Channel& left, Channel& right, bool crossed) {
  const auto holder = [&](Channel& channel) {
    TestSetting setting(channel, circuit::Side::Second);
    setting.enforce({{kPermutedSums, {PartyId(0)}, PartyId(1), task.x.size()}});
    auto sums = add_and_permute_x(setting, setting.other(), key(), task.x, task.bits);
    setting.ledger().check_complete();
    return sums;
  };
  const auto other = [&](Channel& channel) {
    TestSetting setting(channel, circuit::Side::First);
    setting.enforce({{kPermutedSums, {PartyId(0)}, PartyId(1), task.masks.size()}});
    add_and_permute_v(setting, setting.other(), task.masks, task.order, task.bits, kKeyBits);
    setting.ledger().check_complete();
    return Numbers();
  };
  if (crossed) return run_two(left, right, other, holder).second;
  return run_two(left, right, holder, other).first;
}

Numbers plainly(const Task& task) {
  Numbers out;
  for (const auto from : task.order) {
    out.push_back((task.x[from] + task.masks[from]) & low_bits(task.bits));
  }
  return out;
}

TEST(Permutation, GivesThePermutedSums) {
  for (const auto line : {Line::Memory, Line::Tls}) {
    for (const bool crossed : {false, true}) {
      for (const unsigned bits : {1U, 20U, 64U}) {
        const auto task = random_task(bits == 20 ? 9 : 2, bits, bits);
        auto [left, right] = testing_support::make_pair(line);
        EXPECT_EQ(run(task, *left, *right, crossed), plainly(task)) << bits;
      }
    }
  }
  const Task nothing{{}, {}, {}, 8};
  auto [left, right] = testing_support::make_pair(Line::Memory);
  EXPECT_TRUE(run(nothing, *left, *right, false).empty());
}

TEST(Permutation, NothingOfTheNumbersIsOnTheLine) {
  Task task = random_task(6, 64, 2);
  std::ranges::fill(task.x, 0x1122334455667788ULL);
  std::ranges::fill(task.masks, 0x0fedcba987654321ULL);
  auto [left, right] = testing_support::make_pair(Line::Memory);
  RecordingChannel recording(*left);
  const auto sums = run(task, recording, *right, false);
  for (const auto secret : {task.x[0], task.masks[0], sums[0]}) {
    std::array<std::byte, 8> pattern{};
    std::memcpy(pattern.data(), &secret, 8);
    for (const auto* bytes : {&recording.sent(), &recording.received()}) {
      EXPECT_EQ(std::ranges::search(*bytes, pattern).begin(), bytes->end());
    }
  }
}

TEST(Permutation, WhatComesBackIsMoreThanTheSums) {
  // The opened integer is covered: two runs over the same numbers differ above the agreed bits, and
  // no ciphertext comes back as it went.
  const Task task{{5, 6}, {1, 2}, {1, 0}, 8};
  std::vector<std::uint64_t> above;
  for (int i = 0; i < 2; ++i) {
    auto [left, right] = testing_support::make_pair(Line::Memory);
    RecordingChannel recording(*left);
    EXPECT_EQ(run(task, recording, *right, false), (Numbers{8, 6}));
    const auto size = key().public_key().ciphertext_bytes();
    const auto back = std::span(recording.received()).last(2 * size).first(size);
    above.push_back(key().decrypt(key().public_key().decode(back)).word_at(8));
    EXPECT_EQ(std::ranges::search(recording.sent(), back).begin(), recording.sent().end());
  }
  EXPECT_NE(above[0], above[1]);
  EXPECT_LT(above[0], std::uint64_t{1} << 41U);
}

// 2^-40 is what a batch may lose, so each of 64 is covered by 46 bits.
TEST(Permutation, ALargerBatchIsCoveredByMore) {
  const auto task = random_task(64, 8, 3);
  auto [left, right] = testing_support::make_pair(Line::Memory);
  RecordingChannel recording(*left);
  EXPECT_EQ(run(task, recording, *right, false), plainly(task));
  const auto size = key().public_key().ciphertext_bytes();
  const auto back = std::span(recording.received()).last(64 * size);
  std::uint64_t largest = 0;
  for (std::size_t i = 0; i < 64; ++i) {
    const auto opened = key().decrypt(key().public_key().decode(back.subspan(i * size, size)));
    largest = std::max(largest, opened.word_at(8));
  }
  EXPECT_GT(largest, std::uint64_t{1} << 44U);
  EXPECT_LE(largest, std::uint64_t{1} << 46U);
}

TEST(Permutation, RefusesWhatDoesNotFit) {
  auto [left, right] = testing_support::make_pair(Line::Memory);
  TestSetting setting(*left, circuit::Side::First);
  const auto masks = [&](const Numbers& values, const std::vector<std::uint32_t>& order) {
    add_and_permute_v(setting, setting.other(), values, order, 4, kKeyBits);
  };
  const Numbers two{1, 2};
  EXPECT_THROW(masks({16, 1}, {0, 1}), Error);
  EXPECT_THROW(masks(two, {1, 1}), Error);
  EXPECT_THROW(masks(two, {0, 2}), Error);
  EXPECT_THROW((void)add_and_permute_x(setting, setting.other(), key(), Numbers{16}, 4), Error);
  EXPECT_TRUE(setting.ledger().entries().empty());
  EXPECT_THROW((void)run({{1, 2, 3}, two, {0, 1}, 4}, *left, *right, false), Error);
}

TEST(Permutation, RandomOrdersAreAllAsLikely) {
  auto randomness = Randomness::repeatable(9);
  std::map<std::vector<std::uint32_t>, std::size_t> seen;
  for (int i = 0; i < 1200; ++i) ++seen[random_order(3, randomness)];
  std::vector<std::size_t> counts;
  for (const auto& [order, count] : seen) counts.push_back(count);
  EXPECT_EQ(counts.size(), 6U);
  EXPECT_TRUE(testing_support::looks_uniform(counts));
}

}  // namespace
}  // namespace privet::protocol
