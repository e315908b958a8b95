// SPDX-License-Identifier: Apache-2.0
// A source of random numbers that a test can repeat.
#pragma once

#include "base/random_source.h"
#include "base/sampling.h"

namespace privet::testing_support {

class SeededRandom final : public RandomSource {
 public:
  explicit SeededRandom(std::uint64_t seed) : sampler_(seed) {}
  std::uint64_t next() override { return sampler_(); }

 private:
  Sampler sampler_;
};

}  // namespace privet::testing_support
