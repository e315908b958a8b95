// SPDX-License-Identifier: Apache-2.0
#include "crypto/gf64.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "base/sampling.h"

namespace privet::crypto {
namespace {

// By hand: all products of bits, then long division by the modulus.
std::uint64_t schoolbook(std::uint64_t a, std::uint64_t b) {
  std::array<bool, 128> bits{};
  for (std::size_t i = 0; i < 64; ++i) {
    for (std::size_t j = 0; j < 64; ++j) {
      bits.at(i + j) ^= ((a >> i) & 1U) != 0 && ((b >> j) & 1U) != 0;
    }
  }
  for (std::size_t i = 127; i >= 64; --i) {
    if (!bits.at(i)) continue;
    for (const std::size_t power : {64U, 4U, 3U, 1U, 0U}) bits.at(i - 64 + power) ^= true;
  }
  std::uint64_t out = 0;
  for (std::size_t i = 0; i < 64; ++i) out |= std::uint64_t{bits.at(i)} << i;
  return out;
}

std::vector<std::uint64_t> numbers() {
  Sampler sampler(1);
  std::vector<std::uint64_t> out{0, 1, 2, 3, 0x1b, ~0ULL, 1ULL << 63U, 0x8000000000000001ULL};
  while (out.size() < 50) out.push_back(sampler());
  for (std::size_t i = 0; i < 8; ++i) out.push_back(1ULL << (8 * i + i));
  return out;
}

std::vector<Gf64Kernel> kernels() {
  std::vector<Gf64Kernel> out{Gf64Kernel::Portable};
  if (runs_here(Gf64Kernel::Clmul)) out.push_back(Gf64Kernel::Clmul);
  return out;
}

TEST(Gf64, ProductsAreTheSchoolbooks) {
  const auto all = numbers();
  for (const auto kernel : kernels()) {
    for (const auto a : all) {
      std::vector<std::uint64_t> words(all.size());
      std::vector<Block> blocks(all.size(), Block{5, 6});
      gf64_add_powers(words, all, std::array{a}, kernel);
      gf64_add_powers(blocks, all, std::array{Block{a, ~a}}, kernel);
      for (std::size_t i = 0; i < all.size(); ++i) {
        const auto expected = schoolbook(a, all[i]);
        ASSERT_EQ(words[i], expected);
        ASSERT_EQ(blocks[i].low, expected ^ 5U);
        ASSERT_EQ(blocks[i].high, schoolbook(~a, all[i]) ^ 6U);
        ASSERT_EQ(gf64_multiply(a, all[i]), expected);
      }
    }
  }
}

TEST(Gf64, PowersAreSummedWithTheirCoefficients) {
  Sampler sampler(2);
  for (const auto kernel : kernels()) {
    for (const std::size_t count : {0U, 1U, 2U, 5U}) {
      const auto points = numbers();
      std::vector<Block> coefficients(count);
      std::vector<std::uint64_t> lows(count);
      for (std::size_t j = 0; j < count; ++j) {
        coefficients[j] = {sampler(), sampler()};
        lows[j] = coefficients[j].low;
      }
      std::vector<Block> sums(points.size(), Block{1, 2});
      std::vector<std::uint64_t> words(points.size(), 1);
      gf64_add_powers(sums, points, coefficients, kernel);
      gf64_add_powers(words, points, lows, kernel);
      for (std::size_t i = 0; i < points.size(); ++i) {
        Block expected{1, 2};
        std::uint64_t power = 1;
        for (const auto& c : coefficients) {
          power = schoolbook(power, points[i]);
          expected ^= Block{schoolbook(power, c.low), schoolbook(power, c.high)};
        }
        ASSERT_EQ(sums[i].low, expected.low);
        ASSERT_EQ(sums[i].high, expected.high);
        ASSERT_EQ(words[i], expected.low);
      }
    }
  }
}

TEST(Gf64, ProductsWithChosenValuesAreSummed) {
  Sampler sampler(3);
  std::vector<Block> values(7);
  std::vector<std::uint64_t> lows(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = {sampler(), sampler()};
    lows[i] = values[i].low;
  }
  for (const auto kernel : kernels()) {
    for (const std::size_t terms : {1U, 3U, 10U}) {
      std::vector<std::uint64_t> factors(5 * terms);
      std::vector<std::uint32_t> places(factors.size());
      for (auto& factor : factors) factor = sampler();
      for (auto& place : places) place = static_cast<std::uint32_t>(sampler() % values.size());
      std::vector<Block> sums(5, Block{1, 2});
      std::vector<std::uint64_t> words(5, 1);
      gf64_add_products(sums, terms, factors, places, values, kernel);
      gf64_add_products(words, terms, factors, places, lows, kernel);
      for (std::size_t i = 0; i < sums.size(); ++i) {
        Block expected{1, 2};
        for (std::size_t j = i * terms; j < (i + 1) * terms; ++j) {
          expected ^= Block{schoolbook(factors[j], values[places[j]].low),
                            schoolbook(factors[j], values[places[j]].high)};
        }
        ASSERT_EQ(sums[i].low, expected.low);
        ASSERT_EQ(sums[i].high, expected.high);
        ASSERT_EQ(words[i], expected.low);
      }
    }
  }
}

TEST(Gf64, EveryElementButZeroHasAnInverse) {
  for (const auto a : numbers()) {
    EXPECT_EQ(gf64_multiply(a, gf64_inverse(a)), a == 0 ? 0U : 1U);
    EXPECT_EQ(gf64_double(a), schoolbook(a, 2));
    // The polynomial is irreducible: a field of 2^64 elements has a^(2^64) = a.
    auto power = a;
    for (int i = 0; i < 64; ++i) power = gf64_multiply(power, power);
    EXPECT_EQ(power, a);
  }
}

}  // namespace
}  // namespace privet::crypto
