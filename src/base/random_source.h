// SPDX-License-Identifier: Apache-2.0
// Random numbers that protect people, as something that is handed in: the program hands in the
// kernel's, which no seed repeats; a test hands in its own, so that distributions can be checked.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace privet {

class RandomSource {
 public:
  virtual ~RandomSource() = default;
  // 64 uniform bits.
  virtual std::uint64_t next() = 0;

  // Uniform below `bound`, which is not 0.
  std::uint64_t below(std::uint64_t bound);
  // Uniform in [0, 1) with 53 bits.
  double unit();
  // Standard normal, by the polar method.
  double normal();
};

// From the operating system, many numbers at a time.
class KernelRandom final : public RandomSource {
 public:
  std::uint64_t next() override;

 private:
  std::array<std::uint64_t, 1024> numbers_ = {};
  std::size_t at_ = numbers_.size();
};

}  // namespace privet
