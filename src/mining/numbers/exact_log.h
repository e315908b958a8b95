// SPDX-License-Identifier: Apache-2.0
// Sums of whole numbers times logarithms of whole numbers, compared exactly.
// Idea: an information gain times the number of rows is a sum of terms +-n ln n. A fixed-point
// table of n ln n adds in integers, so the order of adding never matters; where two sums come out
// closer than the rounding of the table, the difference is decided exactly: ln 2, ln 3, ln 5, ...
// are independent over the rationals, so a sum of weights times ln n is zero if and only if the
// weight of every prime is. A difference that is not zero is evaluated with about 106 bits. Large
// counts are not divided into primes but into factors without a common divisor, of whose logarithms
// the same holds. Cost: the table takes 8 bytes for each count up to the number of rows; a tie
// costs a trial division of the counts that do not cancel, or, of large ones, greatest common
// divisors.
#pragma once

#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace privet::mining {

// weight * ln n, 1 <= n <= 2^53; weights up to 2^53 either way.
struct LogTerm {
  std::uint64_t n = 1;
  std::int64_t weight = 0;
};

// The sign (-1, 0, 1) of the sum of the terms. Uses the vector as its workspace.
[[nodiscard]] int sign_of_log_sum(std::vector<LogTerm>& terms);

// The sum in units of 2^(shift - 64), rounded down; 0 if it is negative. Each prime's logarithm is
// rounded once, so equal sums are equal units: for comparisons at a place that sees the units only
// (mining/numbers/log_units.h, for counts beyond a table). Trial division: n up to 2^40 or so.
// Requires that the units fit.
[[nodiscard]] std::uint64_t log_sum_units(std::vector<LogTerm>& terms, unsigned shift);

// weight / n, n >= 1.
struct Fraction {
  std::uint64_t n = 1;
  std::int64_t weight = 0;
};

// The sign of the sum of the fractions. Exact while the common denominator of the terms that do not
// cancel stays below about 10^25; closer sums count as equal.
[[nodiscard]] int sign_of_fraction_sum(std::vector<Fraction>& terms);

// round(n ln n * 2^shift) for n up to a limit, with a shift that leaves room for sums.
class EntropyTable {
 public:
  explicit EntropyTable(std::size_t limit);

  [[nodiscard]] std::int64_t operator[](std::size_t n) const { return values_[n]; }
  [[nodiscard]] std::span<const std::int64_t> values() const { return values_; }
  // ln 2 in the table's units: a sum divided by it is in bits.
  [[nodiscard]] double bit() const { return bit_; }

 private:
  std::vector<std::int64_t> values_;
  double bit_ = 1;
};

// The same for limits beyond what a table can hold, up to 2^53: values are computed when they are
// asked for, and the first hundred thousand of them kept, since a small tree over a large join asks
// for few. The units are those of an EntropyTable of the same limit. Threads: any.
class EntropyFunction {
 public:
  explicit EntropyFunction(std::uint64_t limit);

  [[nodiscard]] std::int64_t operator[](std::uint64_t n) const {
    if (n >= kept_.size()) return computed(n);
    auto& kept = kept_[n];
    std::int64_t out = kept.load(std::memory_order_relaxed);
    // Whoever comes first computes it; who comes at the same time computes the same.
    if (out == 0 && n > 1) kept.store(out = computed(n), std::memory_order_relaxed);
    return out;
  }
  // Quicker, not rounded to units, and at most a part of 2^-50 off.
  [[nodiscard]] double about(std::uint64_t n) const {
    const auto x = static_cast<double>(n);
    return n < 2 ? 0.0 : x * std::log(x) * rough_unit_;
  }
  [[nodiscard]] double bit() const { return bit_; }

 private:
  [[nodiscard]] std::int64_t computed(std::uint64_t n) const;

  mutable std::vector<std::atomic<std::int64_t>> kept_;
  long double unit_ = 1;
  double rough_unit_ = 1;  // a power of two, so the same
  double bit_ = 1;
};

}  // namespace privet::mining
