// SPDX-License-Identifier: Apache-2.0
// n ln n in whole units, so that equal sums of logarithms are equal sums of units.
// Idea: each prime's logarithm is rounded once, and that of n is the sum over its prime factors.
// The logarithms of primes are independent over the rationals, so two sums of weights times ln n
// are equal just if every prime has the same weight in both, and then their units are equal too:
// ties are exact. Sums that differ, differ in units by the same up to slack(). For comparisons
// where nobody may see the numbers; mining/numbers/exact_log.h is for those where somebody may.
// Cost: 8 bytes for each n up to the limit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace privet::mining {

class LogUnits {
 public:
  // For n up to `limit`; n ln n stays below 2^kBits units.
  static constexpr unsigned kBits = 60;
  explicit LogUnits(std::size_t limit);

  // n ln n, in units.
  [[nodiscard]] std::uint64_t operator[](std::size_t n) const { return values_[n]; }
  [[nodiscard]] std::span<const std::uint64_t> values() const { return values_; }
  // Units of one natural unit of information are 2^shift().
  [[nodiscard]] unsigned shift() const { return shift_; }
  // By how much, in natural units, a sum over counts that add up to `limit` may be off.
  [[nodiscard]] double slack() const;

 private:
  std::vector<std::uint64_t> values_;
  unsigned shift_ = 0;
};

}  // namespace privet::mining
