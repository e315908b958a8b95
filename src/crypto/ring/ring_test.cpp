// SPDX-License-Identifier: Apache-2.0
// Modular arithmetic, transforms and samples of the lattice ring, each against a definition.
#include <gmp.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "base/sampling.h"
#include "crypto/ring/ntt.h"
#include "crypto/ring/polynomial.h"
#include "crypto/ring/sampling.h"
#include "tests/support/chi_square.h"

namespace privet::crypto::ring {
namespace {

using Numbers = std::vector<std::uint64_t>;

std::uint64_t plain_product(std::uint64_t a, std::uint64_t b, std::uint64_t prime) {
  return static_cast<std::uint64_t>(Wide{a} * b % prime);
}

TEST(Ring, ModuliArePrimesThatHaveTheRoots) {
  for (const auto& modulus : kModuli) {
    mpz_t prime;
    mpz_init_set_ui(prime, modulus.prime());
    EXPECT_GT(mpz_probab_prime_p(prime, 40), 0);
    mpz_clear(prime);
    EXPECT_EQ(modulus.prime() % (2 * kDegree), 1U);
    // What margin_of() and uniform samples take for granted.
    EXPECT_LT((std::uint64_t{1} << 62U) - modulus.prime(), std::uint64_t{1} << 20U);
  }
  EXPECT_NE(kModuli[0].prime(), kModuli[1].prime());
  EXPECT_NE(kModuli[1].prime(), kModuli[2].prime());
}

TEST(Ring, ArithmeticAgreesWithDivision) {
  Sampler sampler(1);
  for (const auto& modulus : kModuli) {
    const auto q = modulus.prime();
    const auto shift = modulus.inverse_of(modulus.power(2, 64));
    EXPECT_EQ(plain_product(shift, modulus.power(2, 64), q), 1U);
    const Numbers edges{0, 1, 2, q / 2, q - 2, q - 1};
    const auto any = [&] {
      return sampler.below(3) == 0 ? edges[sampler.below(6)] : sampler() % q;
    };
    for (int i = 0; i < 5000; ++i) {
      const auto a = any();
      const auto b = any();
      const auto wide = i % 10 == 0 ? ~std::uint64_t{0} : sampler();
      EXPECT_EQ(modulus.sum(a, b), (a + b) % q);
      EXPECT_EQ(modulus.difference(a, b), (a + q - b) % q);
      EXPECT_EQ(modulus.product(a, wide), plain_product(plain_product(a, wide % q, q), shift, q));
      const auto lazy = modulus.times(wide, modulus.factor(b));
      ASSERT_LT(lazy, 2 * q);
      EXPECT_EQ(lazy % q, plain_product(wide % q, b, q));
      EXPECT_EQ(modulus.reduced(a + static_cast<std::uint64_t>(i % 4) * q), a);
    }
    EXPECT_EQ(modulus.reduced(4 * q - 1), q - 1);
    EXPECT_EQ(modulus.embedded(-3), q - 3);
    EXPECT_EQ(modulus.embedded(3), 3U);
  }
}

// Coefficient k of the product modulo X^n + 1, by definition.
std::uint64_t coefficient(const Numbers& a, const Numbers& b, std::size_t k, std::uint64_t prime) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const bool wraps = i > k;
    const auto term = plain_product(a[i], b[wraps ? k + b.size() - i : k - i], prime);
    sum = (sum + (wraps ? prime - term : term)) % prime;
  }
  return sum;
}

Numbers product(const Ntt& transform, Numbers a, Numbers b) {
  const auto& modulus = transform.modulus();
  // As large as they may be: the transform must not overflow.
  for (auto& number : a) number += 3 * modulus.prime();
  transform.forward(a);
  transform.forward(b);
  for (const auto number : a) EXPECT_LT(number, 4 * modulus.prime());
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = modulus.product(modulus.reduced(a[i]), b[i]);
  transform.inverse(a);
  return a;
}

TEST(Ring, TransformsMultiplyLikeTheSchoolbook) {
  Sampler sampler(2);
  for (const unsigned log_degree : {1U, 2U, 3U, 6U, 13U}) {
    const auto degree = std::size_t{1} << log_degree;
    for (const auto& modulus : kModuli) {
      const Ntt transform(modulus, log_degree);
      ASSERT_EQ(transform.degree(), degree);
      Numbers a(degree, modulus.prime() - 1);
      Numbers b(degree, modulus.prime() - 1);
      for (const bool random : {false, true}) {
        for (std::size_t i = 0; random && i < degree; ++i) {
          a[i] = sampler() % modulus.prime();
          b[i] = sampler() % modulus.prime();
        }
        const auto got = product(transform, a, b);
        // All coefficients of small ones, every 300th of the large.
        for (std::size_t k = degree; k > 0; k -= std::min<std::size_t>(k, degree > 64 ? 300 : 1)) {
          ASSERT_EQ(got[k - 1], coefficient(a, b, k - 1, modulus.prime()))
              << degree << " at " << k - 1;
        }
      }
    }
  }
}

TEST(Ring, SeedsGiveUniformWellFormedPolynomials) {
  Prg one(Block{1, 2});
  Prg same(Block{1, 2});
  Polynomial a;
  Polynomial b;
  expand(one, a);
  expand(same, b);
  EXPECT_TRUE(std::ranges::equal(a.words(), b.words()));
  expand(same, b);
  EXPECT_FALSE(std::ranges::equal(a.words(), b.words()));
  EXPECT_TRUE(well_formed(a));
  for (std::size_t p = 0; p < kPrimes; ++p) {
    std::vector<std::size_t> high(64);
    std::vector<std::size_t> low(64);
    for (const auto number : a.modulo(p)) {
      ++high.at(number >> 56U);
      ++low.at(number & 63U);
    }
    EXPECT_TRUE(testing_support::looks_uniform(high));
    EXPECT_TRUE(testing_support::looks_uniform(low));
    for (const auto number : {kModuli[p].prime(), ~std::uint64_t{0}}) {
      const auto kept = std::exchange(a.modulo(p)[kDegree - 1], number);
      EXPECT_FALSE(well_formed(a));
      a.modulo(p)[kDegree - 1] = kept;
    }
    a.modulo(p)[0] = kModuli[p].prime() - 1;
    EXPECT_TRUE(well_formed(a));
  }
}

TEST(Ring, ErrorsAreCentredBinomial) {
  constexpr std::size_t kCount = 200'000;
  auto randomness = Randomness::repeatable(3);
  std::vector<std::int8_t> errors(kCount);
  fill_errors(randomness, errors);
  std::vector<double> counts(2 * kErrorBits + 1);
  for (const auto error : errors) {
    ASSERT_LE(std::abs(error), static_cast<int>(kErrorBits));
    ++counts.at(static_cast<std::size_t>(error + static_cast<int>(kErrorBits)));
  }
  // The number of ones among 42 coins, less 21; places expected less than 20 times are left out.
  double chi_square = 0;
  double places = 0;
  double chance = std::ldexp(1.0, -2 * static_cast<int>(kErrorBits));
  for (unsigned k = 0; k <= 2 * kErrorBits; ++k) {
    const double expected = chance * kCount;
    if (expected >= 20) {
      chi_square += (counts[k] - expected) * (counts[k] - expected) / expected;
      ++places;
    }
    chance *= (2.0 * kErrorBits - k) / (k + 1.0);
  }
  EXPECT_GT(places, 20);
  EXPECT_LT(chi_square, places + 6 * std::sqrt(2 * places));
}

TEST(Ring, TernaryAndUniformSamples) {
  auto randomness = Randomness::repeatable(4);
  std::vector<std::int8_t> secrets(30'000);
  fill_ternary(randomness, secrets);
  std::vector<std::size_t> counts(3);
  for (const auto secret : secrets) ++counts.at(static_cast<std::size_t>(secret + 1));
  EXPECT_TRUE(testing_support::looks_uniform(counts));
  std::array<std::vector<std::size_t>, kPrimes> places;
  places.fill(std::vector<std::size_t>(16));
  for (int i = 0; i < 3000; ++i) {
    const auto number = uniform_residues(randomness);
    for (std::size_t p = 0; p < kPrimes; ++p) {
      ASSERT_LT(number[p], kModuli[p].prime());
      ++places[p].at(number[p] >> 58U);
    }
  }
  for (const auto& place : places) EXPECT_TRUE(testing_support::looks_uniform(place));
}

}  // namespace
}  // namespace privet::crypto::ring
