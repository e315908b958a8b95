// SPDX-License-Identifier: Apache-2.0
// A seeded generator for sampling, splits and generated data: the same seed gives the same numbers
// on every machine. It protects nobody: secrets, keys and masks come from base/os_random.h.
// Reference: Blackman and Vigna, "Scrambled linear pseudorandom number generators" (xoshiro256**),
// seeded by SplitMix64.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/shuffle.h"

namespace privet {

class Sampler {
 public:
  using result_type = std::uint64_t;  // a std::uniform_random_bit_generator
  explicit Sampler(std::uint64_t seed);

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return ~result_type{0}; }
  result_type operator()();

  // Uniform in [0, bound), without bias. Requires bound > 0.
  std::uint64_t below(std::uint64_t bound);
  // Uniform in [0, 1) with 53 bits.
  double unit();
  // Standard normal (polar method; the second value is not kept, so the stream stays simple to
  // reason about).
  double normal();

  template <class T>
  void shuffle(std::span<T> items) {
    shuffle_by(items, *this);
  }

 private:
  std::array<std::uint64_t, 4> state_;
};

}  // namespace privet
