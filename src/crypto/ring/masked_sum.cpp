// SPDX-License-Identifier: Apache-2.0
#include "crypto/ring/masked_sum.h"

#include <algorithm>

#include "base/error.h"
#include "crypto/ring/rounding.h"
#include "crypto/ring/sampling.h"

namespace privet::crypto::ring {
namespace {

void embed(std::span<const std::int8_t> small, Polynomial& out) {
  for (std::size_t p = 0; p < kPrimes; ++p) {
    const auto numbers = out.modulo(p);
    for (std::size_t i = 0; i < kDegree; ++i) numbers[i] = kModuli[p].embedded(small[i]);
  }
}

}  // namespace

Wide noise_bound(std::size_t entries, unsigned y_bits) noexcept {
  // The noise is a sum of y_i (e_i + r_i), r_i from rounding. e_i is made of 42 bits and r_i of
  // one, each of an interval of length 1, so by Hoeffding's inequality a sum exceeds 12 sqrt(43 /
  // 4) |y| with probability at most 2 exp(-12^2 / 2) < 2^-102; 12 sqrt(43 / 4) < 40. Numbers of 64
  // bits stand for those from -2^63 to 2^63 - 1.
  Wide root = 1;
  while (root * root < entries) ++root;
  const Wide sum = (Wide{40} << std::min(y_bits, 63U)) * root;
  // e s of the answer's error and e u of the encryption of zero, at the worst.
  return sum + Wide{2} * kDegree * kErrorBits;
}

MaskedSum::MaskedSum(const Transforms& transforms, const Ciphertext& zero, Randomness& randomness)
    : transforms_(&transforms) {
  SecretVector<std::int8_t> u(kDegree);
  fill_ternary(randomness, u);
  embed(u, factor_);
  transforms_->forward(factor_);
  add_product(zero, factor_);
}

void MaskedSum::add_product(const Ciphertext& chunk, const Polynomial& factor) {
  for (std::size_t p = 0; p < kPrimes; ++p) {
    const auto modulus = kModuli[p];
    const auto times = factor.modulo(p);
    const auto add = [&](std::span<const std::uint64_t> from, std::span<std::uint64_t> to) {
      for (std::size_t i = 0; i < kDegree; ++i) {
        to[i] = modulus.sum(to[i], modulus.product(from[i], times[i]));
      }
    };
    add(chunk.a.modulo(p), sum_.a.modulo(p));
    add(chunk.b.modulo(p), sum_.b.modulo(p));
  }
}

void MaskedSum::add(const Ciphertext& chunk, std::span<const std::uint64_t> y) {
  PRIVET_CHECK(y.size() <= kDegree);
  for (std::size_t p = 0; p < kPrimes; ++p) {
    const auto numbers = factor_.modulo(p);
    const auto lift = 3 * kModuli[p].prime();
    // A number from 2^63 on stands for a negative one; three times the prime make it positive.
    for (std::size_t i = 0; i < y.size(); ++i) {
      numbers[kDegree - 1 - i] = y[i] + (lift & mask_of(y[i] >> 63U));
    }
    std::ranges::fill(numbers.first(kDegree - y.size()), 0U);
  }
  transforms_->forward(factor_);
  add_product(chunk, factor_);
}

MaskedSum::Finished MaskedSum::finish(std::uint64_t margin, Randomness& randomness) {
  PRIVET_CHECK(margin <= kLargestMargin);
  transforms_->inverse(sum_.a);
  transforms_->inverse(sum_.b);
  auto mask = uniform_residues(randomness);
  keep_from_edges(mask, margin);
  Finished out{{}, 0 - rounded(mask).whole};
  SecretVector<std::int8_t> errors(kDegree);
  fill_errors(randomness, errors);
  embed(errors, out.answer.a);
  for (std::size_t p = 0; p < kPrimes; ++p) {
    const auto& modulus = kModuli[p];
    const auto to = out.answer.a.modulo(p);
    const auto from = sum_.a.modulo(p);
    for (std::size_t i = 0; i < kDegree; ++i) to[i] = modulus.sum(to[i], from[i]);
    out.answer.highest[p] = modulus.sum(sum_.b.modulo(p)[kDegree - 1], mask[p]);
  }
  wipe(std::as_writable_bytes(std::span(mask)));
  return out;
}

}  // namespace privet::crypto::ring
