// SPDX-License-Identifier: Apache-2.0
// The sum of the parties' real numbers, entry by entry; all parties learn it.
// Idea: as protocol/secure_sum.h, modulo 2^256. A number is a multiple of 2^-128 below 2^120, so no
// range needs to be agreed on, and gradients of any scale keep all digits of a double. A number may
// come as the sum of two doubles; so does the result.
// Precision: an entry is off by less than 2^-128 for each party; the sum itself is exact.
// Cost for n parties and m numbers: shares 32 m bytes from each to each, twice, two rounds; ring 32
// m bytes from each party twice, 2 n - 1 messages one after the other. Adversary: semi-honest.
// Shares: any n - 2 colluders learn no more than the sum tells. Ring: a party's two neighbours
// together learn its numbers. Discloses: the sums, to all parties. Security: perfect. Threads: one
// at a time.
#pragma once

#include <span>
#include <vector>

#include "protocol/secure_sum.h"
#include "protocol/wide/number.h"

namespace privet::protocol {

// high + low, not evaluated.
struct RealNumber {
  double high = 0;
  double low = 0;

  [[nodiscard]] double value() const { return high + low; }
};

inline constexpr unsigned kRealFraction = 128;  // bits after the point
inline constexpr unsigned kLargestReal = 120;   // the largest number is below 2 to this power

// Throws Error{Input} for a number that is too large or none at all.
[[nodiscard]] Wide wide_of_real(const RealNumber& number);
[[nodiscard]] RealNumber real_of_wide(const Wide& number);

// `method` must be agreed.
[[nodiscard]] std::vector<RealNumber> sum_reals(const Setting& setting,
                                                std::span<const RealNumber> numbers,
                                                SumMethod method, Opening opening);

}  // namespace privet::protocol
