// SPDX-License-Identifier: Apache-2.0
#include "protocol/psi/key_value_store.h"

#include <gtest/gtest.h>

#include "base/sampling.h"
#include "crypto/gf64.h"

namespace privet::protocol::psi {
namespace {

using crypto::Block;

crypto::SecretVector<Block> some_keys(std::size_t count, std::uint64_t seed) {
  Sampler sampler(seed);
  crypto::SecretVector<Block> out(count);
  for (auto& key : out) key = {sampler(), sampler()};
  return out;
}

// By the definition: three places and the powers of the point.
std::uint64_t value_at(const StoreShape& shape, std::span<const std::uint64_t> store,
                       const StoreRows& rows, std::size_t i) {
  std::uint64_t sum = 0;
  for (const auto place : rows.places[i]) sum ^= store[place];
  std::uint64_t power = 1;
  for (std::size_t j = 0; j < shape.dense; ++j) {
    power = crypto::gf64_multiply(power, rows.points[i]);
    sum ^= crypto::gf64_multiply(power, store[3 * shape.third + j]);
  }
  return sum;
}

void check_filled(const StoreShape& shape, const StoreRows& rows) {
  const auto store = fill_store(shape, rows);
  ASSERT_TRUE(store.has_value());
  ASSERT_EQ(store->size(), shape.size());
  for (std::size_t i = 0; i < rows.values.size(); ++i) {
    ASSERT_EQ(value_at(shape, *store, rows, i), rows.values[i])
        << i << " of " << rows.values.size();
  }
}

TEST(KeyValueStore, EveryKeyHasItsValue) {
  for (const std::size_t count : {1U, 2U, 3U, 4U, 7U, 16U, 33U, 100U, 1'000U, 30'000U}) {
    const auto shape = StoreShape::for_keys(count);
    for (std::uint64_t seed = 0; seed < (count < 200 ? 200 : 2); ++seed) {
      StoreRows rows(count);
      StoreHash(Block{seed, count}, shape).hash(some_keys(count, seed), rows);
      for (const auto& [a, b, c] : rows.places) {
        ASSERT_LT(a, shape.third);
        ASSERT_TRUE(b >= shape.third && b < 2 * shape.third);
        ASSERT_TRUE(c >= 2 * shape.third && c < 3 * shape.third);
      }
      check_filled(shape, rows);
    }
  }
}

// Peeling alone does not do here: keys at the same three places, up to as many as are put aside.
TEST(KeyValueStore, KeysAtTheSamePlacesAreToldApartByTheirPoints) {
  const std::size_t count = 100;
  const auto shape = StoreShape::for_keys(count);
  for (std::size_t same = 1; same <= shape.dense + 2; ++same) {
    StoreRows rows(count);
    StoreHash(Block{5, same}, shape).hash(some_keys(count, same), rows);
    // same + 1 keys at one triple; and a ring of keys that only moves on when one is put aside.
    for (std::size_t i = 1; i <= same; ++i) rows.places[i] = rows.places[0];
    if (same <= shape.dense) {
      check_filled(shape, rows);
    } else {
      EXPECT_FALSE(fill_store(shape, rows).has_value());
    }
  }
}

TEST(KeyValueStore, TheSameRowTwiceIsNoStore) {
  const auto shape = StoreShape::for_keys(50);
  StoreRows rows(50);
  StoreHash(Block{5, 6}, shape).hash(some_keys(50, 1), rows);
  rows.places[3] = rows.places[4];
  rows.points[3] = rows.points[4];
  EXPECT_FALSE(fill_store(shape, rows).has_value());
}

// How often keys are put aside is what the sizes rest on. With h elements d instead of the shape's,
// filling fails as often as more than h keys are put aside: about 2^-(h + 1) b.
TEST(KeyValueStore, FailsAsSeldomAsTheSizesAssume) {
  for (const auto& [count, most_none, most_one] :
       {std::array<std::size_t, 3>{32, 600, 20}, {128, 480, 12}, {512, 240, 8}}) {
    std::array<std::size_t, 2> failed{};
    for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
      auto shape = StoreShape::for_keys(count);
      StoreRows rows(count);
      StoreHash(Block{seed, 7}, shape).hash(some_keys(count, seed), rows);
      for (const std::size_t dense : {0U, 1U}) {
        shape.dense = dense;
        if (fill_store(shape, rows)) break;
        ++failed[dense];
      }
    }
    EXPECT_LT(failed[0], most_none) << count;
    EXPECT_LT(failed[1], most_one) << count;
    EXPECT_GT(failed[0], most_none / 10) << count;
  }
}

TEST(KeyValueStore, LooksUpPairsLinearly) {
  Sampler sampler(3);
  const std::size_t count = 1'000;
  const auto shape = StoreShape::for_keys(count);
  StoreRows rows(count);
  StoreHash(Block{1, 2}, shape).hash(some_keys(count, 9), rows);
  std::vector<Block> store(shape.size());
  std::vector<std::uint64_t> lows;
  std::vector<std::uint64_t> highs;
  for (auto& element : store) {
    element = {sampler(), sampler()};
    lows.push_back(element.low);
    highs.push_back(element.high);
  }
  std::vector<Block> found(count);
  look_up(shape, store, rows, found);
  for (std::size_t i = 0; i < count; ++i) {
    ASSERT_EQ(found[i].low, value_at(shape, lows, rows, i));
    ASSERT_EQ(found[i].high, value_at(shape, highs, rows, i));
  }
}

}  // namespace
}  // namespace privet::protocol::psi
