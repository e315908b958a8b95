// SPDX-License-Identifier: Apache-2.0
#include "base/random_source.h"

#include <cmath>
#include <limits>
#include <span>

#include "base/os_random.h"

namespace privet {

std::uint64_t RandomSource::below(std::uint64_t bound) {
  // Numbers beyond the largest multiple are drawn again.
  const std::uint64_t limit = std::numeric_limits<std::uint64_t>::max() / bound * bound;
  std::uint64_t number = next();
  while (number >= limit) number = next();
  return number % bound;
}

double RandomSource::unit() {
  return static_cast<double>(next() >> 11U) * 0x1p-53;
}

double RandomSource::normal() {
  for (;;) {
    const double x = 2.0 * unit() - 1.0;
    const double y = 2.0 * unit() - 1.0;
    const double s = x * x + y * y;
    if (s > 0.0 && s < 1.0) return x * std::sqrt(-2.0 * std::log(s) / s);
  }
}

std::uint64_t KernelRandom::next() {
  if (at_ == numbers_.size()) {
    os_random(std::as_writable_bytes(std::span(numbers_)));
    at_ = 0;
  }
  return numbers_[at_++];
}

}  // namespace privet
