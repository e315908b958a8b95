// SPDX-License-Identifier: Apache-2.0
// Scaling of shared numbers against exact fractions.
#include "protocol/wide/scaling.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "base/sampling.h"
#include "protocol/gmw/shared_bits.h"
#include "protocol/raw_share.h"
#include "tests/support/garbled_parties.h"
#include "tests/support/shared_bits.h"

namespace privet::protocol {

using protocol_only::raw;
namespace {

using circuit::Side;
using crypto::Randomness;
using net::Channel;
using testing_support::Line;
using testing_support::place_of;
using testing_support::run_garbled;
using testing_support::split;
using testing_support::with_shared_bits;

struct Ratio {
  std::int64_t numerator;
  std::int64_t denominator;
  [[nodiscard]] wide::Factor factor() const {
    return wide::Factor::ratio(Wide::of_signed(numerator), Wide::of_signed(denominator));
  }
};

// |result - ratio x| < 3/2, in whole numbers.
bool is_near(std::int64_t result, std::int64_t x, const Ratio& ratio) {
  return 2 * std::abs(result * ratio.denominator - x * ratio.numerator) < 3 * ratio.denominator;
}

std::int64_t low_word(const Wide& x) {
  return static_cast<std::int64_t>(x.words[0]);
}

template <class Shares>
auto scaled(Line line, const Shares& shares, unsigned bits, const wide::Factor& factor) {
  return run_garbled(line, [&](auto& context, auto&, Side own) {
    return raw(scale(context, Shared(shares.at(place_of(own))), bits, factor));
  });
}

// Every pair of shares of a small ring, so every number, negative ones too, shared in every way.
TEST(Scaling, IsRightForEveryPairOfShares) {
  constexpr unsigned kBits = 7;
  constexpr std::int64_t kSize = 1U << kBits;
  std::array<std::vector<Wide>, 2> shares;
  for (std::uint64_t i = 0; i < kSize * kSize; ++i) {
    shares[0].emplace_back(i / kSize);
    shares[1].emplace_back(i % kSize);
  }
  for (const auto& ratio : {Ratio{0, 1}, Ratio{1, 1}, Ratio{1, 2}, Ratio{1, 3}, Ratio{127, 128},
                            Ratio{693, 1000}, Ratio{7, 3}, Ratio{5, 1}}) {
    const auto [a, b] = scaled(Line::Memory, shares, kBits, ratio.factor());
    std::size_t tried = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      const auto x = low_word(sign_extended(shares[0][i] + shares[1][i], kBits));
      if (2 * (std::abs(x * ratio.numerator) + 2 * ratio.denominator) >=
          kSize * ratio.denominator) {
        continue;  // the product does not fit in the ring
      }
      const auto got = low_word(sign_extended(a[i] + b[i], kBits));
      ASSERT_TRUE(is_near(got, x, ratio)) << x << " became " << got << " by " << ratio.numerator;
      ASSERT_TRUE(ratio.denominator != 1 || got == x * ratio.numerator);
      ++tried;
    }
    EXPECT_GT(tried, a.size() / 8);
  }
}

// The same formula as printed, for numbers 0 .. m - 1: wrong for all that are held as negative.
TEST(Scaling, AsPrintedIsWrongForNegativeNumbers) {
  constexpr std::int64_t kSize = 256;
  const Ratio ratio{1, 3};
  const auto part = [&](std::int64_t share) { return (2 * share + 3) / 6; };  // share / 3, rounded
  std::size_t wrong = 0;
  for (std::int64_t first = 0; first < kSize; ++first) {
    for (std::int64_t second = 0; second < kSize; ++second) {
      const auto sum = first + second;
      auto x = sum % kSize;
      auto got = part(first) + part(second) - (sum >= kSize ? part(kSize) : 0);
      if (x >= kSize / 2) x -= kSize;
      if (got >= kSize / 2) got -= kSize;
      const bool near = is_near(got, x, ratio);
      EXPECT_EQ(near, x >= 0) << x;
      wrong += near ? 0 : 1;
    }
  }
  EXPECT_EQ(wrong, kSize * kSize / 2);
}

std::vector<Wide> numbers_of(unsigned magnitude) {
  Sampler sampler(magnitude);
  const auto largest = Wide::power_of_two(magnitude) - Wide(1);
  std::vector<Wide> out{Wide(),  Wide(1),  Wide(2),           Wide::of_signed(-1),
                        largest, -largest, -largest - Wide(1)};
  for (int i = 0; i < 300; ++i) {
    Wide x;
    for (auto& word : x.words) word = sampler();
    out.push_back(cut(x, magnitude) >> static_cast<unsigned>(sampler.below(magnitude)));
    if (i % 2 == 1) out.back() = -out.back();
  }
  return out;
}

// x / divisor, off by less than 3/2: 2 |result divisor - x| < 3 divisor.
bool is_quotient(const Wide& result, const Wide& x, const Wide& divisor) {
  auto off = result * divisor - x;
  if (off.bit(255) != 0) off = -off;
  return ((off << 1U) - Wide(3) * divisor).bit(255) == 1;
}

TEST(Scaling, DownInWideRings) {
  for (const unsigned bits : {64U, 100U, 152U, kWidestRing}) {
    const auto x = numbers_of(bits - 1);
    const auto shares = split(x, bits, 3);
    const auto divisor = Wide(840) << (bits / 2 - 10);
    const auto [a, b] = scaled(bits == 152 ? Line::Tls : Line::Memory, shares, bits,
                               wide::Factor::ratio(Wide(1), divisor));
    for (std::size_t i = 0; i < x.size(); ++i) {
      const auto got = sign_extended(a[i] + b[i], bits);
      if (bits == kWidestRing) {  // the check would overflow; as real numbers
        EXPECT_NEAR(static_cast<double>(to_real(got)),
                    static_cast<double>(to_real(x[i]) / to_real(divisor)),
                    1.5 + std::ldexp(std::abs(static_cast<double>(to_real(got))), -50));
      } else {
        ASSERT_TRUE(is_quotient(got, x[i], divisor)) << bits << " " << i;
      }
    }
  }
}

TEST(Scaling, OnSharedBitsToo) {
  constexpr unsigned kBits = 80;
  const auto x = numbers_of(60);
  const auto shares = split(x, kBits, 4);
  const auto factor = wide::Factor::ratio(Wide(1), Wide(1000));
  const auto side = [&](Side own) {
    return [&, own](Channel& channel) {
      Randomness randomness;
      auto ledger = Ledger::without_forecast();
      return with_shared_bits(channel, randomness, ledger, own, [&](SharedBits& context) {
        return raw(scale(context, Shared(shares.at(place_of(own))), kBits, factor));
      });
    };
  };
  const auto [a, b] = testing_support::run_two(Line::Memory, side(Side::First), side(Side::Second));
  for (std::size_t i = 0; i < x.size(); ++i) {
    ASSERT_TRUE(is_quotient(sign_extended(a[i] + b[i], kBits), x[i], Wide(1000))) << i;
  }
}

TEST(ScalingAlone, IsRightForSharesThatWrap) {
  auto randomness = Randomness::repeatable(7);
  constexpr unsigned kBits = 120;
  constexpr unsigned kMagnitude = 70;
  const auto divisor = Wide(12345678901);
  const auto factor = wide::Factor::ratio(Wide(1), divisor);
  for (const auto& x : numbers_of(kMagnitude)) {
    std::vector<Wide> first;
    std::vector<Wide> second;
    const auto pair = wrapping_shares(x, kBits, kMagnitude, 3, randomness);
    first.push_back(pair.first);
    second.push_back(pair.second);
    // The ends of what is drawn from: 2^(magnitude + 1), and the last of the ring, moved down.
    const auto down = Wide::power_of_two(kMagnitude);
    for (const auto& drawn :
         {Wide::power_of_two(kMagnitude + 1), Wide::power_of_two(kBits) - Wide(1)}) {
      first.push_back(cut(drawn - down, kBits));
      second.push_back(cut(x - first.back(), kBits));
    }
    const auto a = raw(scale_alone(Side::First, Shared(first), kBits, kMagnitude, factor));
    const auto b = raw(scale_alone(Side::Second, Shared(second), kBits, kMagnitude, factor));
    for (std::size_t i = 0; i < a.size(); ++i) {
      EXPECT_EQ(cut(first[i] + second[i], kBits), cut(x, kBits));
      ASSERT_TRUE(is_quotient(sign_extended(a[i] + b[i], kBits), x, divisor)) << i;
    }
  }
}

// What the 2^-40 are about: shares that do not exceed the number go wrong.
TEST(ScalingAlone, NeedsSharesThatWrap) {
  const auto factor = wide::Factor::ratio(Wide(1), Wide(3));
  const std::vector<Wide> first{cut(-Wide::power_of_two(20), 64)};  // 0, when moved up
  const std::vector<Wide> second{Wide(3) + Wide::power_of_two(20)};
  const auto a = raw(scale_alone(Side::First, Shared(first), 64, 20, factor));
  const auto b = raw(scale_alone(Side::Second, Shared(second), 64, 20, factor));
  EXPECT_FALSE(is_quotient(sign_extended(a[0] + b[0], 64), Wide(3), Wide(3)));
}

TEST(ScalingAlone, RefusesRingsWithoutRoom) {
  const std::vector<Wide> shares{Wide(1)};
  const auto factor = wide::Factor::ratio(Wide(1), Wide(3));
  EXPECT_NO_THROW((void)raw(scale_alone(Side::First, Shared(shares), 64, 23, factor)));
  try {
    (void)raw(scale_alone(Side::First, Shared(shares), 64, 24, factor));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Usage);
    EXPECT_NE(std::string(error.what()).find("65 are needed"), std::string::npos);
  }
  auto randomness = Randomness::repeatable(1);
  EXPECT_THROW((void)wrapping_shares(Wide(1), 64, 24, 1, randomness), Error);
  // A batch needs more, for 2^-40 is what all of it may lose.
  const std::vector<Wide> many(1000, Wide(1));
  EXPECT_THROW((void)scale_alone(Side::First, Shared(many), 64, 23, factor), Error);
  EXPECT_NO_THROW((void)scale_alone(Side::First, Shared(many), 64, 13, factor));
  EXPECT_THROW((void)scale_alone(Side::First, Shared(many), 64, 14, factor), Error);
  EXPECT_NO_THROW((void)wrapping_shares(Wide(1), 64, 13, 1000, randomness));
  EXPECT_THROW((void)wrapping_shares(Wide(1), 64, 14, 1000, randomness), Error);
}

}  // namespace
}  // namespace privet::protocol
