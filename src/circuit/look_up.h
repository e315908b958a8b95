// SPDX-License-Identifier: Apache-2.0
// Leading ones and table look-up.
// Cost, in AND gates: leading_one w - 1 for w bits; look_up about 2^k for k index bits, whatever
// the width of the entries.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "circuit/word.h"

namespace privet::circuit {

// A word of the same width with just the highest 1 of x set; zero for zero.
template <BooleanContext C>
[[nodiscard]] Word<C> leading_one(C& context, const Word<C>& x) {
  Word<C> out(x.bits(), x.lanes());
  // nothing_above[lane]: all higher bits are 0. Then out = x & nothing_above, and the next one is
  // nothing_above ^ out.
  Word<C> nothing_above(1, x.lanes(), context.constant(true));
  for (std::size_t i = x.bits(); i-- > 0;) {
    if (i + 1 == x.bits()) {
      std::ranges::copy(x.bit(i), out.bit(i).begin());
    } else {
      context.conjunction(x.bit(i), nothing_above.all(), out.bit(i));
    }
    xor_rows(context, nothing_above.all(), out.bit(i), nothing_above.all());
  }
  return out;
}

// A word of 2^k bits with the bit number x set.
template <BooleanContext C>
[[nodiscard]] Word<C> one_hot(C& context, const Word<C>& x) {
  PRIVET_CHECK(x.bits() >= 1 && x.bits() <= 16);
  auto hot = concatenate(negation(context, x.slice(0, 1)), x.slice(0, 1));
  for (std::size_t bit = 1; bit < x.bits(); ++bit) {
    // Each marker splits in two: the upper is marker & bit, the lower marker ^ upper.
    Word<C> repeated(hot.bits(), x.lanes());
    for (std::size_t i = 0; i < hot.bits(); ++i) {
      std::ranges::copy(x.bit(bit), repeated.bit(i).begin());
    }
    const auto upper = conjunction(context, hot, repeated);
    hot = concatenate(exclusive_or(context, hot, upper), upper);
  }
  return hot;
}

// table[x] as a number of `bits`, for a public table of 2^x.bits() entries: the XOR of the markers
// of those entries that have the bit.
template <BooleanContext C>
[[nodiscard]] Word<C> look_up(C& context, const Word<C>& x, std::span<const std::uint64_t> table,
                              std::size_t bits) {
  PRIVET_CHECK(table.size() == std::size_t{1} << x.bits() && bits <= 64);
  const auto hot = one_hot(context, x);
  auto out = constant(context, 0, bits, x.lanes());
  for (std::size_t entry = 0; entry < table.size(); ++entry) {
    for (std::size_t i = 0; i < bits; ++i) {
      if (((table[entry] >> i) & 1U) == 0) continue;
      xor_rows(context, out.bit(i), hot.bit(entry), out.bit(i));
    }
  }
  return out;
}

}  // namespace privet::circuit
