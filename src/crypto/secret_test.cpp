// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <new>
#include <type_traits>
#include <utility>

#include "base/error.h"
#include "crypto/constant_time.h"
#include "crypto/randomness.h"
#include "crypto/secret_vector.h"

namespace privet::crypto {
namespace {

TEST(SecretVector, MovesAndNeverCopies) {
  static_assert(!std::is_copy_constructible_v<SecretBytes>);
  static_assert(!std::is_copy_assignable_v<SecretBytes>);
  const std::array<std::byte, 3> abc{std::byte{1}, std::byte{2}, std::byte{3}};
  SecretBytes a{std::span<const std::byte>(abc)};
  SecretBytes b = std::move(a);
  EXPECT_TRUE(a.empty());  // NOLINT(bugprone-use-after-move): the moved-from state is the point
  EXPECT_TRUE(equal_constant_time(b.bytes(), abc));
  SecretBytes c(8);
  c = std::move(b);
  EXPECT_EQ(c.size(), 3U);
}

TEST(SecretVector, WipeZeroes) {
  std::array<std::byte, 64> bytes{};
  bytes.fill(std::byte{0xaa});
  wipe(std::span(bytes).first(63));
  for (std::size_t i = 0; i < 63; ++i) EXPECT_EQ(bytes.at(i), std::byte{0});
  EXPECT_EQ(bytes[63], std::byte{0xaa});
}

TEST(ConstantTime, ComparesContentAndLength) {
  const std::array<std::byte, 2> a{std::byte{1}, std::byte{2}};
  const std::array<std::byte, 2> b{std::byte{1}, std::byte{3}};
  EXPECT_TRUE(equal_constant_time(a, a));
  EXPECT_FALSE(equal_constant_time(a, b));
  EXPECT_FALSE(equal_constant_time(a, std::span(a).first(1)));
  EXPECT_TRUE(equal_constant_time({}, {}));
}

TEST(ConstantTime, Selects) {
  EXPECT_EQ(select(1, 7, 9), 7U);
  EXPECT_EQ(select(0, 7, 9), 9U);
  EXPECT_EQ(mask_of(1), ~std::uint64_t{0});
}

// A copy would give the same numbers twice.
TEST(Randomness, MovesAndIsNotCopied) {
  static_assert(!std::is_copy_constructible_v<Randomness> &&
                !std::is_copy_assignable_v<Randomness>);
  static_assert(!std::is_copy_constructible_v<Prg> && !std::is_copy_assignable_v<Prg>);
  auto whole = Randomness::repeatable(1);
  auto first = Randomness::repeatable(1);
  (void)whole.u64();
  (void)first.u64();
  auto second = std::move(first);
  EXPECT_EQ(second.u64(), whole.u64());
  EXPECT_THROW((void)first.u64(), Error);  // NOLINT: that is the question
  first = std::move(second);
  EXPECT_EQ(first.u64(), whole.u64());
  EXPECT_THROW((void)second.block(), Error);  // NOLINT
}

}  // namespace
}  // namespace privet::crypto
