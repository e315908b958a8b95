// SPDX-License-Identifier: Apache-2.0
// What the unions are made of: blocks, secret orders, rows as group elements, encrypted elements.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "base/error.h"
#include "base/sampling.h"
#include "base/thread_pool.h"
#include "crypto/ristretto.h"
#include "protocol/records.h"
#include "protocol/union/hidden_items.h"
#include "protocol/union/item_points.h"
#include "protocol/union/row_block.h"
#include "tests/support/chi_square.h"

namespace privet::protocol::unions {
namespace {

using crypto::Point;
using crypto::Randomness;
using crypto::Scalar;
using Bytes = std::vector<std::byte>;

TEST(RowBlock, GivesTheRowBackAndNothingForWhatIsNone) {
  for (const std::string& row :
       {std::string(), std::string("a"), std::string(22, '\0'), std::string("\xff\x00z", 3)}) {
    Bytes block(30);
    write_row(row, block);
    EXPECT_EQ(read_row(block), row);
    for (std::size_t i = 4; i < block.size(); ++i) {
      if (i >= kRowHeader && i < kRowHeader + row.size()) continue;  // the row itself
      auto changed = block;
      changed[i] ^= std::byte{4};
      EXPECT_EQ(read_row(changed), std::nullopt) << i;
    }
    block[3] = std::byte{1};
    EXPECT_EQ(read_row(block), std::nullopt);
  }
  Bytes none(30);
  write_no_row(none);
  EXPECT_EQ(read_row(none), std::nullopt);
}

Records numbered(std::size_t count, std::size_t size) {
  Records out(count, size);
  for (std::size_t i = 0; i < count; ++i) {
    std::ranges::fill(out.at(i), static_cast<std::byte>(i));
    if (size > 1) out.at(i)[1] = static_cast<std::byte>(i >> 8U);
  }
  return out;
}

TEST(Records, AreArrangedByAnyKeys) {
  Sampler sampler(1);
  for (std::size_t count = 0; count < 70; ++count) {
    for (const bool high : {false, true}) {
      std::vector<std::size_t> places(count);
      std::iota(places.begin(), places.end(), std::size_t{0});
      sampler.shuffle(std::span(places));
      std::vector<crypto::Block> keys;
      // All over the range, to see that keys count as unsigned.
      for (const auto place : places) {
        const std::uint64_t key = place * (~std::uint64_t{0} / 70);
        keys.push_back(high ? crypto::Block{~key, key} : crypto::Block{key, 7});
      }
      auto records = numbered(count, 3);
      arrange(records, keys);
      for (std::size_t i = 0; i < count; ++i) {
        EXPECT_EQ(std::to_integer<std::size_t>(records.at(places[i])[0]), i) << count;
      }
    }
  }
}

TEST(Records, EveryOrderIsAsLikely) {
  auto randomness = Randomness::repeatable(5);
  std::map<std::vector<int>, std::size_t> seen;
  for (int run = 0; run < 6000; ++run) {
    auto records = numbered(4, 8);
    shuffle(records, randomness);
    std::vector<int> order;
    for (std::size_t i = 0; i < 4; ++i) order.push_back(std::to_integer<int>(records.at(i)[0]));
    ++seen[order];
  }
  std::vector<std::size_t> counts;
  for (const auto& [order, count] : seen) counts.push_back(count);
  EXPECT_EQ(counts.size(), 24U);
  EXPECT_TRUE(testing_support::looks_uniform(counts));
}

TEST(Records, TellRepetitionsAndRefuseTooMany) {
  auto records = numbered(300, 5);
  EXPECT_FALSE(records.repeats(2));
  EXPECT_TRUE(records.repeats(1));  // 300 numbers, one byte
  std::ranges::copy(records.at(7), records.at(200).begin());
  EXPECT_TRUE(records.repeats(5));
  EXPECT_THROW((void)Records(std::size_t{1} << 40U, std::size_t{1} << 40U), Error);
}

TEST(ItemPoints, RowsComeBack) {
  RunSeed seed{};
  seed[3] = std::byte{9};
  Sampler sampler(2);
  for (std::size_t most = 0; most <= 90; most += 5) {
    const auto points = points_of_row(most);
    EXPECT_EQ(points, most <= 22 ? 1U : most <= 52 ? 2U : most <= 82 ? 3U : 4U);
    for (const std::size_t length : {std::size_t{0}, most / 2, most}) {
      std::string row(length, 'x');
      for (auto& c : row) c = static_cast<char>(sampler.below(256));
      Bytes out(points * Point::kSize);
      write_item(row, seed, out);
      for (std::size_t p = 0; p < points; ++p) {
        EXPECT_TRUE(Point::decodes(std::span(out).subspan(p * Point::kSize).first<32>()));
      }
      EXPECT_EQ(read_item(out, seed), row);
      auto other = seed;
      other[0] ^= std::byte{1};
      EXPECT_EQ(read_item(out, other), std::nullopt);
    }
  }
}

TEST(ItemPoints, RowsThatAreAlikeShareNoElement) {
  const RunSeed seed{};
  std::set<Bytes> seen;
  std::string row(80, 'a');
  for (int i = 0; i < 20; ++i) {
    row[79] = static_cast<char>(i);
    Bytes out(3 * Point::kSize);
    write_item(row, seed, out);
    for (std::size_t p = 0; p < 3; ++p) {
      const auto at = out.begin() + static_cast<std::ptrdiff_t>(p * Point::kSize);
      EXPECT_TRUE(seen.insert(Bytes(at, at + Point::kSize)).second);
    }
  }
}

TEST(ItemPoints, RandomElementsAreNoRows) {
  auto randomness = Randomness::repeatable(3);
  for (int i = 0; i < 3000; ++i) {
    const auto point = Point::random(randomness);
    EXPECT_EQ(read_item(point.bytes(), RunSeed{}), std::nullopt);
  }
}

TEST(HiddenItems, StepsTakeKeysOffAndFactorsStay) {
  auto randomness = Randomness::repeatable(4);
  ThreadPool pool(2);
  const auto x1 = Scalar::random(randomness);
  const auto x2 = Scalar::random(randomness);
  const auto factor = Scalar::random(randomness);
  const auto second = Point::base_times(x2);
  const auto both = Point::base_times(x1) + second;
  Records items(5, 2 * Point::kSize);
  for (std::size_t i = 0; i < 10; ++i) {
    std::ranges::copy(Point::random(randomness).bytes(), items.all().subspan(32 * i).begin());
  }
  const auto hidden = hide_items(items, encrypt_zeros(10, both, randomness, pool), pool);
  const auto passed =
      pass_hidden(hidden, x1, factor, encrypt_zeros(10, second, randomness, pool), pool);
  const auto bare = reveal_items(passed, x2, pool);
  const auto wanted = times_factor(items, factor, pool);
  EXPECT_TRUE(std::ranges::equal(bare.all(), wanted.all()));
  const auto back = times_factor(bare, factor.inverse(), pool);
  EXPECT_TRUE(std::ranges::equal(back.all(), items.all()));
}

TEST(HiddenItems, RefuseWhatIsNoElement) {
  auto randomness = Randomness::repeatable(6);
  ThreadPool pool(1);
  const auto key = Scalar::random(randomness);
  const auto target = Point::base_times(key);
  const auto zeros = encrypt_zeros(1, target, randomness, pool);
  Records bad(1, 64);
  EXPECT_THROW((void)pass_hidden(bad, key, key, zeros, pool), Error);
  EXPECT_THROW((void)reveal_items(bad, key, pool), Error);
  EXPECT_THROW((void)times_factor(Records(1, 32), key, pool), Error);
  // An encryption of zero itself is not an item.
  try {
    Records nothing(1, 64);
    std::ranges::copy(zeros[0].bytes(), nothing.at(0).begin());
    std::ranges::copy(zeros[1].bytes(), nothing.at(0).last<32>().begin());
    (void)reveal_items(nothing, key, pool);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Peer);
  }
}

}  // namespace
}  // namespace privet::protocol::unions
