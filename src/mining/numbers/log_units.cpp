// SPDX-License-Identifier: Apache-2.0
#include "mining/numbers/log_units.h"

#include <bit>
#include <cmath>

#include "base/error.h"

namespace privet::mining {

LogUnits::LogUnits(std::size_t limit) : values_(limit + 1) {
  PRIVET_CHECK(limit < (std::size_t{1} << 40U));
  const auto largest = static_cast<long double>(limit < 2 ? 2 : limit);
  // Room for n log2 n, which is more than n ln n and its rounding.
  const auto whole = static_cast<std::uint64_t>(std::ceil(largest * (std::log2(largest) + 1)));
  shift_ = kBits - static_cast<unsigned>(std::bit_width(whole));
  std::vector<std::uint64_t> logs(limit + 1);  // of n; those of primes come first
  for (std::size_t n = 2; n <= limit; ++n) {
    if (logs[n] == 0) {
      const auto log = std::ldexp(std::log(static_cast<long double>(n)), static_cast<int>(shift_));
      logs[n] = static_cast<std::uint64_t>(std::llround(log));
      // Every multiple gets it once for each power that divides it.
      for (std::size_t power = n; power <= limit; power *= n) {
        for (std::size_t m = power; m <= limit; m += power) {
          if (m != n) logs[m] += logs[n];
        }
        if (power > limit / n) break;
      }
    }
    values_[n] = n * logs[n];
  }
}

// Each prime factor is off by half a unit at most, a count n has at most log2 n of them and the
// weight n; a sum has two terms for each row, one with each sign.
double LogUnits::slack() const {
  const auto limit = static_cast<double>(values_.size() - 1);
  return std::ldexp(limit * std::log2(limit + 1), -static_cast<int>(shift_));
}

}  // namespace privet::mining
