// SPDX-License-Identifier: Apache-2.0
#include "custody/coding/dice.h"

#include <cmath>

#include "base/error.h"
#include "base/os_random.h"

namespace privet::custody {

std::uint64_t Dice::bits() {
  if (sampler_) return (*sampler_)();
  if (used_ == block_.size()) {
    os_random(std::as_writable_bytes(std::span(block_)));
    used_ = 0;
  }
  return std::exchange(block_[used_++], 0);
}

std::uint64_t Dice::below(std::uint64_t bound) {
  PRIVET_CHECK(bound > 0);
  // Numbers beyond the last whole multiple of the bound would favour small answers.
  const std::uint64_t excess = (UINT64_MAX % bound + 1) % bound;
  std::uint64_t drawn = bits();
  while (drawn > UINT64_MAX - excess) drawn = bits();
  return drawn % bound;
}

double Dice::between(double low, double high) {
  constexpr int kBits = 53;
  const auto drawn = static_cast<double>(bits() >> (64U - kBits));
  return low + (high - low) * std::ldexp(drawn, -kBits);
}

double Dice::normal() {
  for (;;) {
    const double x = between(-1, 1);
    const double y = between(-1, 1);
    const double square = x * x + y * y;
    if (square > 0 && square < 1) return x * std::sqrt(-2 * std::log(square) / square);
  }
}

}  // namespace privet::custody
