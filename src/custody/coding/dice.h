// SPDX-License-Identifier: Apache-2.0
// The random choices of an encoding. They protect people, so they come from the operating system,
// in blocks; tests and experiments may seed them to see a case again.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "base/sampling.h"
#include "base/shuffle.h"

namespace privet::custody {

class Dice {
 public:
  // From the operating system.
  Dice() = default;
  // Repeatable, protects nobody.
  explicit Dice(Sampler sampler) : sampler_(sampler) {}

  std::uint64_t bits();
  // Uniform in [0, bound), without bias. Requires bound > 0.
  std::uint64_t below(std::uint64_t bound);
  // Uniform in [low, high).
  double between(double low, double high);
  // Standard normal.
  double normal();

  template <class T>
  void shuffle(std::span<T> items) {
    shuffle_by(items, *this);
  }

 private:
  std::optional<Sampler> sampler_;
  std::array<std::uint64_t, 512> block_{};
  std::size_t used_ = 512;
};

}  // namespace privet::custody
