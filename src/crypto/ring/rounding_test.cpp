// SPDX-License-Identifier: Apache-2.0
// Rounding from q to 2^64 and the margin for noise, against GMP.
#include "crypto/ring/rounding.h"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <vector>

#include "crypto/ring/masked_sum.h"
#include "crypto/ring/sampling.h"

namespace privet::crypto::ring {
namespace {

const mpz_class& q() {
  static const mpz_class product = [] {
    mpz_class out = 1;
    for (const auto& modulus : kModuli) out *= modulus.prime();
    return out;
  }();
  return product;
}

mpz_class power_of_two(unsigned exponent) {
  return mpz_class(1) << exponent;
}
mpz_class big(Wide number) {
  return (mpz_class(static_cast<std::uint64_t>(number >> 64U)) << 64U) +
         static_cast<std::uint64_t>(number);
}

mpz_class floor_of(const mpz_class& a, const mpz_class& b) {
  mpz_class out;
  mpz_fdiv_q(out.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
  return out;
}
mpz_class remainder_of(const mpz_class& a, const mpz_class& b) {
  mpz_class out;
  mpz_fdiv_r(out.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
  return out;
}

Residues residues_of(const mpz_class& number) {
  Residues out{};
  for (std::size_t p = 0; p < kPrimes; ++p) {
    out[p] = remainder_of(number, kModuli[p].prime()).get_ui();
  }
  return out;
}

// The number from 0 to q - 1 with these remainders.
mpz_class number_of(const Residues& residues) {
  mpz_class out = 0;
  for (std::size_t p = 0; p < kPrimes; ++p) {
    const mpz_class prime = kModuli[p].prime();
    const mpz_class others = q() / prime;
    mpz_class inverse;
    mpz_invert(inverse.get_mpz_t(), others.get_mpz_t(), prime.get_mpz_t());
    out += others * inverse * residues[p];
  }
  return remainder_of(out, q());
}

// 2^128 w / q + 2^63, exactly: the whole and how far it lies above the edge.
mpz_class exact(const mpz_class& number) {
  return remainder_of(floor_of(number << 128U, q()) + power_of_two(63), power_of_two(128));
}

// The number nearest to (k + 1/2) q / 2^64: an edge.
mpz_class edge(const mpz_class& k) {
  return floor_of((2 * k + 1) * q(), power_of_two(65));
}

TEST(Rounding, AgreesWithGmp) {
  auto randomness = Randomness::repeatable(5);
  std::vector<mpz_class> numbers{0, 1, q() - 1, q() / 2, q() / 3};
  for (const std::uint64_t k : {std::uint64_t{0}, std::uint64_t{77}, ~std::uint64_t{0}}) {
    for (const int off : {-1, 0, 1}) numbers.emplace_back(edge(k) + off * power_of_two(70));
  }
  for (int i = 0; i < 300; ++i) {
    const auto residues = uniform_residues(randomness);
    numbers.push_back(number_of(residues));
    EXPECT_EQ(residues_of(numbers.back()), residues);
  }
  for (const auto& number : numbers) {
    const auto got = rounded(residues_of(number));
    const mpz_class off = remainder_of(
        exact(number) - ((mpz_class(got.whole) << 64U) + got.above_edge), power_of_two(128));
    EXPECT_TRUE(off <= 3) << "each division rounds down";
  }
}

TEST(Rounding, MarginCoversTheNoise) {
  for (const Wide bound : {Wide{0}, Wide{1} << 60U, noise_bound(1 << 24, 64), Wide{1} << 119U}) {
    const auto margin = margin_of(bound);
    EXPECT_TRUE(mpz_class(margin) * q() >= (big(bound) << 128U) + 4 * q());
    EXPECT_TRUE(mpz_class(margin) * q() <= (big(bound) << 128U) * 1001 / 1000 + 9 * q());
  }
  // The longest answer is within the statistical distance promised, one four times as long is not.
  EXPECT_LE(margin_of(noise_bound(std::size_t{1} << 24U, 64)), kLargestMargin);
  EXPECT_GT(margin_of(noise_bound(std::size_t{1} << 26U, 64)), kLargestMargin);
  EXPECT_EQ(kLargestMargin * 2, std::uint64_t{1} << 24U) << "of 2^64: 2^-40";
}

TEST(Rounding, NoiseBoundIsHoeffdings) {
  for (const unsigned y_bits : {1U, 32U, 63U, 64U}) {
    for (const std::size_t entries : {1U, 1000U, 8192U, 1U << 20U}) {
      // 144 (43 / 4) n y^2, and the parts that are bounded.
      const mpz_class y = power_of_two(std::min(y_bits, 63U));
      const mpz_class sum = big(noise_bound(entries, y_bits)) - 2 * 21 * 8192;
      EXPECT_TRUE(sum * sum >= mpz_class(entries) * y * y * 36 * 43);
    }
  }
}

TEST(Rounding, KeptFromEdgesNoiseDoesNotMatter) {
  auto randomness = Randomness::repeatable(6);
  const Wide bound = noise_bound(std::size_t{1} << 24U, 64);
  const auto margin = margin_of(bound);
  // On the edge, just within the margin, at its end, beyond.
  for (const std::uint64_t from : {std::uint64_t{0}, margin / 2, margin - 1, margin, 2 * margin}) {
    for (const int side : {-1, 1}) {
      for (int i = 0; i < 20; ++i) {
        const mpz_class at =
            edge(randomness.u64()) + side * floor_of(from * q(), power_of_two(128));
        auto mask = residues_of(remainder_of(at, q()));
        const auto before = mask;
        keep_from_edges(mask, margin);
        if (from == 2 * margin) {
          EXPECT_EQ(mask, before) << "far from an edge nothing changes";
        }
        if (from < margin - 1) {
          EXPECT_NE(mask, before);
        }
        const auto product = randomness.u64();
        for (const int sign : {-1, 1}) {
          const mpz_class w =
              number_of(mask) + floor_of(product * q(), power_of_two(64)) + sign * (big(bound) - 1);
          EXPECT_EQ(rounded(residues_of(w)).whole, rounded(mask).whole + product);
        }
      }
    }
  }
}

}  // namespace
}  // namespace privet::crypto::ring
