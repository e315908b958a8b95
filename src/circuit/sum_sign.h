// SPDX-License-Identifier: Apache-2.0
// The sign of the sum of two numbers in two's complement, modulo 2^w.
// Cost: w - 1 AND gates for "not negative", about twice that for "positive".
#pragma once

#include "circuit/arithmetic.h"
#include "circuit/compare.h"

namespace privet::circuit {

// The bit "x + y > 0".
template <BooleanContext C>
[[nodiscard]] Word<C> sum_is_positive(C& context, const Word<C>& x, const Word<C>& y) {
  const auto sum = add(context, x, y);
  const auto zero = constant(context, 0, sum.bits(), sum.lanes());
  return less_signed(context, zero, sum);
}

// The bit "x + y >= 0".
template <BooleanContext C>
[[nodiscard]] Word<C> sum_is_not_negative(C& context, const Word<C>& x, const Word<C>& y) {
  const auto sum = add(context, x, y);
  return negation(context, sum.slice(sum.bits() - 1, 1));
}

}  // namespace privet::circuit
