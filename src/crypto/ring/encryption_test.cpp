// SPDX-License-Identifier: Apache-2.0
// Encryption and masked sums: that they are right at the worst inputs, and that every random part
// which hides something is there.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "base/sampling.h"
#include "crypto/ring/masked_sum.h"
#include "crypto/ring/rounding.h"
#include "crypto/ring/sampling.h"
#include "crypto/ring/secret_key.h"
#include "tests/support/chi_square.h"

namespace privet::crypto::ring {
namespace {

using Numbers = std::vector<std::uint64_t>;
using testing_support::looks_uniform;

// Coefficients of a transform.
void open(const Transforms& transforms, Polynomial& polynomial) {
  for (std::size_t p = 0; p < kPrimes; ++p) {
    for (auto& number : polynomial.modulo(p)) number = kModuli[p].product(number, 1);
  }
  transforms.inverse(polynomial);
}

// A number near 0, if all remainders agree that it is one.
std::int64_t small(const Residues& number) {
  const auto q = kModuli[0].prime();
  const auto value = number[0] < q / 2 ? static_cast<std::int64_t>(number[0])
                                       : -static_cast<std::int64_t>(q - number[0]);
  for (std::size_t p = 0; p < kPrimes; ++p) EXPECT_EQ(kModuli[p].embedded(value), number[p]);
  return value;
}

Residues at(const Polynomial& polynomial, std::size_t i) {
  return {polynomial.modulo(0)[i], polynomial.modulo(1)[i], polynomial.modulo(2)[i]};
}

struct Scene {
  Transforms transforms;
  Randomness randomness = Randomness::repeatable(11);
  SecretKey key{transforms, randomness};
  Prg seeded{Block{5, 6}};

  void encrypt(const Numbers& numbers, Ciphertext& out) {
    expand(seeded, out.a);
    key.encrypt(numbers, out.a, randomness, out.b);
  }
  std::uint64_t open_answer(const MaskedAnswer& answer) const {
    return rounded(key.opened_highest(answer.highest, answer.a)).whole;
  }
};

// With a = 0 the ciphertext is the scaled number and its error.
TEST(LatticeKey, ErrorsAreFreshAndTheRoundingFair) {
  Scene scene;
  const Polynomial none;
  Polynomial b;
  scene.key.encrypt({}, none, scene.randomness, b);
  open(scene.transforms, b);
  double squares = 0;
  for (std::size_t i = 0; i < kDegree; ++i) {
    const auto error = static_cast<double>(small(at(b, i)));
    EXPECT_LE(std::abs(error), kErrorBits);
    squares += error * error;
  }
  EXPECT_NEAR(squares / kDegree, 10.5, 6 * 10.5 * std::sqrt(2.0 / kDegree));

  // The same number 8192 times: rounded up as often as its fraction says.
  const std::uint64_t low_word =
      kModuli[0].prime() * kModuli[1].prime() * kModuli[2].prime();  // of q
  for (const std::uint64_t x : {std::uint64_t{1}, std::uint64_t{12345}, ~std::uint64_t{0}}) {
    scene.key.encrypt(Numbers(kDegree, x), none, scene.randomness, b);
    open(scene.transforms, b);
    double sum = 0;
    for (std::size_t i = 0; i < kDegree; ++i) {
      auto residues = at(b, i);
      // floor(q x / 2^64) is -(q x modulo 2^64) / 2^64 modulo each prime.
      for (std::size_t p = 0; p < kPrimes; ++p) {
        const auto z = (low_word * x) % kModuli[p].prime();
        const auto down = kModuli[p].inverse_of(kModuli[p].power(2, 64));
        residues[p] = kModuli[p].sum(residues[p], kModuli[p].public_product(z, down));
      }
      sum += static_cast<double>(small(residues));
    }
    const double fraction = std::ldexp(static_cast<double>(low_word * x), -64);
    EXPECT_NEAR(sum / kDegree, fraction, 6 * std::sqrt(10.75 / kDegree)) << x;
  }
}

TEST(LatticeKey, OnlyTheKeyOpens) {
  Scene scene;
  Ciphertext zero;
  scene.encrypt({}, zero);
  std::vector<std::size_t> counts(64);
  for (const auto number : zero.b.modulo(1)) ++counts.at(number >> 56U);
  EXPECT_TRUE(looks_uniform(counts));
  open(scene.transforms, zero.a);
  open(scene.transforms, zero.b);
  const auto highest = at(zero.b, kDegree - 1);
  EXPECT_LE(std::abs(small(scene.key.opened_highest(highest, zero.a))), kErrorBits);
  const SecretKey other(scene.transforms, scene.randomness);
  EXPECT_GT(rounded(other.opened_highest(highest, zero.a)).whole + 1, 2U);
}

struct Worst {
  std::uint64_t x;
  std::uint64_t y;
  unsigned y_bits;  // of y between -2^63 and 2^63 - 1, without the sign
};
constexpr std::uint64_t kAll = ~std::uint64_t{0};
constexpr std::uint64_t kTop = std::uint64_t{1} << 63U;  // stands for -2^63
constexpr std::array kWorst{Worst{kAll, kTop, 63}, Worst{kAll, kTop - 1, 63}, Worst{kAll, kAll, 1},
                            Worst{kTop, kTop, 63}};
constexpr std::size_t kChunks = 6;

MaskedSum worst_sum(Scene& scene, const Worst& worst) {
  Ciphertext chunk;
  scene.encrypt({}, chunk);
  MaskedSum sum(scene.transforms, chunk, scene.randomness);
  for (std::size_t i = 0; i < kChunks; ++i) {
    scene.encrypt(Numbers(kDegree, worst.x), chunk);
    sum.add(chunk, Numbers(kDegree, worst.y));
  }
  return sum;
}

TEST(MaskedSum, NoiseOfTheWorstInputsIsWithinItsBound) {
  Scene scene;
  for (const auto& worst : kWorst) {
    auto sum = worst_sum(scene, worst);
    auto first = Randomness::repeatable(worst.y_bits);
    auto same = Randomness::repeatable(worst.y_bits);
    const auto mask = uniform_residues(first);  // the first that finish() draws
    const auto answer = sum.finish(0, same).answer;
    auto left = scene.key.opened_highest(answer.highest, answer.a);
    for (std::size_t p = 0; p < kPrimes; ++p) left[p] = kModuli[p].difference(left[p], mask[p]);
    EXPECT_EQ(rounded(left).whole, kChunks * kDegree * worst.x * worst.y);
    // How far beside a whole number, in 2^-64; half of that lies above the edge.
    const auto noise =
        std::abs(static_cast<std::int64_t>(rounded(left).above_edge - (std::uint64_t{1} << 63U)));
    const auto bound = margin_of(noise_bound(kChunks * kDegree, worst.y_bits));
    EXPECT_LE(static_cast<std::uint64_t>(noise), bound);
    // Of Gaussian noise, less than a thousandth of the bound is seen in one of a hundred tries.
    if (worst.y_bits == 63) {
      EXPECT_GT(static_cast<std::uint64_t>(noise), bound / 1000);
    }
  }
}

TEST(MaskedSum, RightAtTheWorstInputsAndWithAllTheNoiseThereMayBe) {
  Scene scene;
  const Wide bound = noise_bound(std::size_t{1} << 24U, 64);
  const Wide own = noise_bound(kChunks * kDegree, 64);
  for (const auto& worst : kWorst) {
    auto sum = worst_sum(scene, worst);
    auto [answer, share] = sum.finish(margin_of(bound), scene.randomness);
    const auto want = kChunks * kDegree * worst.x * worst.y;
    EXPECT_EQ(scene.open_answer(answer) + share, want);
    // The margin is for 2^24 entries: add what these few left of it, either way.
    const auto honest = answer.highest;
    for (const bool up : {false, true}) {
      for (std::size_t p = 0; p < kPrimes; ++p) {
        const auto more = static_cast<std::uint64_t>((bound - own) % kModuli[p].prime());
        answer.highest[p] =
            up ? kModuli[p].sum(honest[p], more) : kModuli[p].difference(honest[p], more);
      }
      EXPECT_EQ(scene.open_answer(answer) + share, want);
    }
  }
}

// x's holder knows the product; what is left of the coefficient must be a uniform number modulo q.
TEST(MaskedSum, MaskAndFloodAreUniform) {
  constexpr int kAnswers = 160;
  Scene scene;
  Ciphertext zero;
  Ciphertext chunk;
  scene.encrypt({}, zero);
  scene.encrypt({7}, chunk);
  const auto margin = margin_of(noise_bound(kDegree, 64));
  std::vector<std::size_t> upper(8);
  std::vector<std::size_t> below(8);
  std::vector<std::size_t> shares(8);
  for (int i = 0; i < kAnswers; ++i) {
    MaskedSum sum(scene.transforms, zero, scene.randomness);
    sum.add(chunk, Numbers{6});
    const auto [answer, share] = sum.finish(margin, scene.randomness);
    const auto seen = rounded(scene.key.opened_highest(answer.highest, answer.a));
    ASSERT_EQ(seen.whole + share, 42U);
    ++upper.at((seen.whole - 42) >> 61U);
    ++below.at(seen.above_edge >> 61U);
    ++shares.at(share & 7U);
  }
  EXPECT_TRUE(looks_uniform(upper)) << "the mask";
  EXPECT_TRUE(looks_uniform(below)) << "the flood";
  EXPECT_TRUE(looks_uniform(shares));
}

// The public part given back, less what it would be without hiding: u times that of the encryption
// of zero, plus an error.
TEST(MaskedSum, ThePublicPartHidesTheFactors) {
  Scene scene;
  Ciphertext zero;
  Ciphertext chunk;
  scene.encrypt({}, zero);
  scene.encrypt(Numbers(kDegree, 3), chunk);
  Sampler sampler(8);
  Numbers y(kDegree);
  for (auto& number : y) number = sampler() >> 1U;
  MaskedSum sum(scene.transforms, zero, scene.randomness);
  sum.add(chunk, y);
  auto answer = sum.finish(margin_of(noise_bound(kDegree, 63)), scene.randomness).answer;
  Polynomial factor;
  for (std::size_t p = 0; p < kPrimes; ++p) {
    for (std::size_t i = 0; i < kDegree; ++i) {
      factor.modulo(p)[kDegree - 1 - i] = y[i] % kModuli[p].prime();
    }
  }
  scene.transforms.forward(factor);
  Polynomial plain;
  for (std::size_t p = 0; p < kPrimes; ++p) {
    for (std::size_t i = 0; i < kDegree; ++i) {
      plain.modulo(p)[i] = kModuli[p].product(chunk.a.modulo(p)[i], factor.modulo(p)[i]);
    }
  }
  scene.transforms.inverse(plain);
  const auto& modulus = kModuli[0];
  Numbers left(kDegree);
  for (std::size_t i = 0; i < kDegree; ++i) {
    left[i] = modulus.difference(answer.a.modulo(0)[i], plain.modulo(0)[i]);
  }
  std::vector<std::size_t> counts(64);
  for (const auto number : left) ++counts.at(number >> 56U);
  EXPECT_TRUE(looks_uniform(counts)) << "without u this is the error alone";

  // Divided by the public part of the encryption of zero, it would be u if there were no error.
  const Ntt transform(modulus, kLogDegree);
  transform.forward(left);
  for (std::size_t i = 0; i < kDegree; ++i) {
    const auto divisor = modulus.inverse_of(zero.a.modulo(0)[i]);
    left[i] = modulus.product(modulus.public_product(modulus.reduced(left[i]), divisor), 1);
  }
  transform.inverse(left);
  std::ranges::fill(counts, 0U);
  for (const auto number : left) ++counts.at(number >> 56U);
  EXPECT_TRUE(looks_uniform(counts)) << "without the error this is u";
}

TEST(MaskedSum, NeverGivesTheSameAnswerTwice) {
  Scene scene;
  Ciphertext zero;
  scene.encrypt({}, zero);
  std::array<MaskedAnswer, 2> answers;
  for (auto& answer : answers) {
    MaskedSum sum(scene.transforms, zero, scene.randomness);
    answer = sum.finish(100, scene.randomness).answer;
  }
  EXPECT_NE(answers[0].highest, answers[1].highest);
  EXPECT_FALSE(std::ranges::equal(answers[0].a.words(), answers[1].a.words()));
}

}  // namespace
}  // namespace privet::crypto::ring
