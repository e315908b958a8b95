// SPDX-License-Identifier: Apache-2.0
#include "crypto/ristretto.h"

#include <gtest/gtest.h>

#include <string>

#include "base/error.h"
#include "crypto/constant_time.h"
#include "crypto/digest.h"

namespace privet::crypto {
namespace {

bool same(const Point& a, const Point& b) {
  return equal_constant_time(a.bytes(), b.bytes());
}

TEST(Ristretto, KeysAgree) {
  auto randomness = Randomness::repeatable(1);
  const auto a = Scalar::random(randomness);
  const auto b = Scalar::random(randomness);
  EXPECT_TRUE(same(Point::base_times(a).times(b), Point::base_times(b).times(a)));
  EXPECT_FALSE(same(Point::base_times(a), Point::base_times(b)));
}

TEST(Ristretto, AddsAndSubtracts) {
  auto randomness = Randomness::repeatable(2);
  const auto p = Point::random(randomness);
  const auto q = Point::random(randomness);
  EXPECT_TRUE(same((p + q) - q, p));
  EXPECT_TRUE(same(p + q, q + p));
  const auto s = Scalar::random(randomness);
  EXPECT_TRUE(same((p + q).times(s), p.times(s) + q.times(s)));
}

TEST(Ristretto, RefusesWhatIsNoPoint) {
  std::array<std::byte, 32> bytes{};
  EXPECT_THROW((void)Point::decode(bytes), Error);  // the zero element
  bytes.fill(std::byte{0xff});
  EXPECT_THROW((void)Point::decode(bytes), Error);
  auto randomness = Randomness::repeatable(3);
  const auto p = Point::random(randomness);
  EXPECT_TRUE(same(Point::decode(p.bytes()), p));
}

TEST(Ristretto, AnInverseUndoesAMultiple) {
  auto randomness = Randomness::repeatable(4);
  const auto p = Point::random(randomness);
  const auto s = Scalar::random(randomness);
  EXPECT_TRUE(same(p.times(s).times(s.inverse()), p));
  EXPECT_FALSE(same(p.times(s).times(s), p));
}

TEST(Digest, DerivedBlocksDependOnEveryPartAndBorder) {
  const std::string ab = "ab";
  const auto bytes = std::as_bytes(std::span(ab));
  const std::array<std::span<const std::byte>, 2> split{bytes.first(1), bytes.subspan(1)};
  const std::array<std::span<const std::byte>, 2> whole{bytes, bytes.first(0)};
  EXPECT_NE(derive_block(split).low, derive_block(whole).low);
  EXPECT_EQ(derive_block(split).low, derive_block(split).low);
  EXPECT_NE(digest_of(split), digest_of(whole));
}

}  // namespace
}  // namespace privet::crypto
