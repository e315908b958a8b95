// SPDX-License-Identifier: Apache-2.0
#include "crypto/ring/ntt.h"

#include "base/error.h"

namespace privet::crypto::ring {
namespace {

// A number whose n-th power is -1.
std::uint64_t root_of(const Modulus& modulus, std::uint64_t degree) {
  const auto order = modulus.prime() - 1;
  PRIVET_CHECK(order % (2 * degree) == 0);
  std::uint64_t candidate = 2;
  while (modulus.power(candidate, order / 2) != order) ++candidate;
  return modulus.power(candidate, order / (2 * degree));
}

std::size_t reversed(std::size_t index, unsigned bits) {
  std::size_t out = 0;
  for (unsigned i = 0; i < bits; ++i) out |= ((index >> i) & 1U) << (bits - 1 - i);
  return out;
}

std::vector<Factor> powers(const Modulus& modulus, std::uint64_t root, unsigned log_degree) {
  std::vector<Factor> out(std::size_t{1} << log_degree);
  std::uint64_t power = 1;
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[reversed(i, log_degree)] = modulus.factor(power);
    power = modulus.public_product(power, root);
  }
  return out;
}

}  // namespace

Ntt::Ntt(Modulus modulus, unsigned log_degree) : modulus_(modulus), scale_{} {
  const auto degree = std::uint64_t{1} << log_degree;
  const auto root = root_of(modulus_, degree);
  forward_ = powers(modulus_, root, log_degree);
  inverse_ = powers(modulus_, modulus_.inverse_of(root), log_degree);
  scale_ =
      modulus_.factor(modulus_.public_product(modulus_.power(2, 64), modulus_.inverse_of(degree)));
}

void Ntt::forward(std::span<std::uint64_t> numbers) const noexcept {
  const auto modulus = modulus_;
  const auto twice = 2 * modulus.prime();
  std::size_t half = numbers.size() / 2;
  for (std::size_t groups = 1; groups < numbers.size(); groups *= 2, half /= 2) {
    auto* low = numbers.data();
    for (std::size_t group = 0; group < groups; ++group, low += 2 * half) {
      const auto factor = forward_[groups + group];
      auto* high = low + half;
      for (std::size_t i = 0; i < half; ++i) {
        const auto a = reduce_once(low[i], twice);
        const auto b = modulus.times(high[i], factor);
        low[i] = a + b;
        high[i] = a + twice - b;
      }
    }
  }
}

void Ntt::inverse(std::span<std::uint64_t> numbers) const noexcept {
  const auto modulus = modulus_;
  const auto twice = 2 * modulus.prime();
  std::size_t half = 1;
  for (std::size_t groups = numbers.size() / 2; groups >= 1; groups /= 2, half *= 2) {
    auto* low = numbers.data();
    for (std::size_t group = 0; group < groups; ++group, low += 2 * half) {
      const auto factor = inverse_[groups + group];
      auto* high = low + half;
      for (std::size_t i = 0; i < half; ++i) {
        const auto a = low[i];
        const auto b = high[i];
        low[i] = reduce_once(a + b, twice);
        high[i] = modulus.times(a + twice - b, factor);
      }
    }
  }
  for (auto& number : numbers) {
    number = reduce_once(modulus.times(number, scale_), modulus.prime());
  }
}

}  // namespace privet::crypto::ring
