// SPDX-License-Identifier: Apache-2.0
#include "base/sampling.h"

#include <bit>
#include <cmath>

#include "base/error.h"

namespace privet {

Sampler::Sampler(std::uint64_t seed) : state_{} {
  for (auto& word : state_) {  // SplitMix64
    seed += 0x9e3779b97f4a7c15U;
    std::uint64_t z = seed;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    word = z ^ (z >> 31U);
  }
}

Sampler::result_type Sampler::operator()() {
  const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
  const std::uint64_t shifted = state_[1] << 17U;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

std::uint64_t Sampler::below(std::uint64_t bound) {
  PRIVET_CHECK(bound > 0);
  const std::uint64_t limit =
      max() - (max() % bound + 1) % bound;  // the last value of a whole cycle
  for (;;) {
    const std::uint64_t value = (*this)();
    if (value <= limit) return value % bound;
  }
}

double Sampler::unit() {
  return static_cast<double>((*this)() >> 11U) * 0x1p-53;
}

double Sampler::normal() {
  for (;;) {
    const double x = 2.0 * unit() - 1.0;
    const double y = 2.0 * unit() - 1.0;
    const double s = x * x + y * y;
    if (s > 0.0 && s < 1.0) return x * std::sqrt(-2.0 * std::log(s) / s);
  }
}

}  // namespace privet
