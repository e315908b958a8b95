// SPDX-License-Identifier: Apache-2.0
// Numbers of four words against arithmetic bit by bit.
#include "protocol/wide/number.h"

#include <gtest/gtest.h>

#include <bitset>
#include <vector>

#include "base/sampling.h"
#include "protocol/wide/scaling.h"

namespace privet::protocol {
namespace {

using Bits = std::bitset<512>;

Bits bits_of(const Wide& x) {
  Bits out;
  for (unsigned i = 0; i < Wide::kBits; ++i) out[i] = x.bit(i) != 0;
  return out;
}
Wide number_of(const Bits& bits) {
  Wide out;
  for (unsigned i = 0; i < Wide::kBits; ++i)
    out.words.at(i / 64) |= std::uint64_t{bits[i]} << (i % 64);
  return out;
}
Bits sum(const Bits& a, const Bits& b) {
  Bits out;
  int carry = 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const int all = int{a[i]} + int{b[i]} + carry;
    out[i] = all % 2 == 1;
    carry = all / 2;
  }
  return out;
}
Bits product(const Bits& a, const Bits& b) {
  Bits out;
  for (std::size_t i = 0; i < Wide::kBits; ++i) {
    if (b[i]) out = sum(out, a << i);
  }
  return out;
}

std::vector<Wide> some_numbers() {
  Sampler sampler(8);
  std::vector<Wide> out{Wide(), Wide(1), Wide::of_signed(-1), Wide::power_of_two(255)};
  for (const unsigned exponent : {63U, 64U, 127U, 128U, 200U}) {
    out.push_back(Wide::power_of_two(exponent));
    out.push_back(Wide::power_of_two(exponent) - Wide(1));
  }
  for (int i = 0; i < 12; ++i) {
    Wide x;
    for (auto& word : x.words) word = sampler();
    out.push_back(x >> static_cast<unsigned>(sampler.below(250)));
  }
  return out;
}

TEST(Wide, SumsDifferencesAndProducts) {
  for (const auto& x : some_numbers()) {
    for (const auto& y : some_numbers()) {
      EXPECT_EQ(x + y, number_of(sum(bits_of(x), bits_of(y))));
      EXPECT_EQ((x - y) + y, x);
      const auto whole = product(bits_of(x), bits_of(y));
      EXPECT_EQ(x * y, number_of(whole));
      const auto half = Bits().set(Wide::kBits - 1);
      EXPECT_EQ(high_product(x, y), number_of(sum(whole, half) >> Wide::kBits));
    }
    EXPECT_EQ(-x + x, Wide());
    EXPECT_EQ(~x, -x - Wide(1));
  }
}

TEST(Wide, ShiftsAndCuts) {
  for (const auto& x : some_numbers()) {
    for (unsigned by = 0; by < Wide::kBits; ++by) {
      EXPECT_EQ(x << by, number_of(bits_of(x) << by)) << by;
      EXPECT_EQ(x >> by, number_of(bits_of(x) >> by)) << by;
      if (by == 0) continue;
      const auto low = cut(x, by);
      EXPECT_EQ(low, number_of(bits_of(x) & (~Bits() >> (512 - by)))) << by;
      const auto meant = sign_extended(x, by);
      EXPECT_EQ(cut(meant, by), low) << by;
      EXPECT_EQ(meant.bit(255), x.bit(by - 1)) << by;
    }
    EXPECT_EQ(cut(x, 256), x);
  }
}

TEST(Wide, Quotients) {
  for (const auto& x : some_numbers()) {
    for (const auto& y : some_numbers()) {
      if (y == Wide() || y.bit(255) != 0) continue;
      const auto [quotient, remainder] = divide(x, y);
      EXPECT_EQ(sum(product(bits_of(quotient), bits_of(y)), bits_of(remainder)), bits_of(x));
      EXPECT_EQ((remainder - y).bit(255), 1U);  // it is the smaller one
    }
  }
  EXPECT_ANY_THROW((void)divide(Wide(5), Wide()));
}

TEST(Wide, AsRealNumbers) {
  EXPECT_EQ(to_real(Wide::of_signed(-5)), -5.0L);
  EXPECT_EQ(to_real(Wide::power_of_two(200)), std::ldexp(1.0L, 200));
  EXPECT_EQ(to_real(-Wide::power_of_two(200)), -std::ldexp(1.0L, 200));
}

// ln 2 is the sum of 1 / (i 2^i); each term is rounded down, so the sum is short of it by less than
// their number.
TEST(Wide, KnowsTheLogarithmOfTwo) {
  Wide series;
  for (unsigned i = 1; i < 256; ++i) {
    series += divide(Wide::power_of_two(256 - i), Wide(i)).quotient;
  }
  const auto missing = kLn2 - series;
  EXPECT_EQ(missing >> 9U, Wide());
}

TEST(Factor, IsTheRatioToTheLastBit) {
  const auto third = wide::Factor::ratio(Wide(7), Wide(3));
  EXPECT_EQ(third.whole, Wide(2));
  EXPECT_EQ(third.fraction, divide(Wide::of_signed(-1), Wide(3)).quotient);
  const auto half = wide::Factor::ratio(Wide::power_of_two(100), Wide::power_of_two(101));
  EXPECT_EQ(half.whole, Wide());
  EXPECT_EQ(half.fraction, Wide::power_of_two(255));
  const auto whole = wide::Factor::ratio(Wide(12), Wide(4));
  EXPECT_EQ(whole.whole, Wide(3));
  EXPECT_EQ(whole.fraction, Wide());
}

}  // namespace
}  // namespace privet::protocol
