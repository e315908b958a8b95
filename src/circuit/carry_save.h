// SPDX-License-Identifier: Apache-2.0
// Sums of three numbers, as shares of three parties are, and questions about a sum that need no
// sum. Reference: carry-save addition, as old as multipliers; "is the sum zero" without carries:
// Cortadella and Llaberia, "Evaluation of A + B = K conditions without carry propagation" (1992).
// Cost, in AND gates for w bits: carry_save w - 1; sign of a sum 3 w, depth log2 w + 1; whether a
// sum is zero 2 w, depth log2 w + 1.
#pragma once

#include "circuit/compare.h"

namespace privet::circuit {

template <BooleanContext C>
struct CarrySave {
  Word<C> sum;
  Word<C> carry;
};

// Two numbers with the same sum as the three, modulo 2^w.
template <BooleanContext C>
[[nodiscard]] CarrySave<C> carry_save(C& context, const Word<C>& x, const Word<C>& y,
                                      const Word<C>& z) {
  const auto low = x.bits() - 1;  // the highest carry is lost anyway
  const auto x_z = exclusive_or(context, x, z);
  const auto y_z = exclusive_or(context, y, z);
  auto sum = exclusive_or(context, x_z, y);
  auto carry = conjunction(context, x_z.slice(0, low), y_z.slice(0, low));
  carry = exclusive_or(context, carry, z.slice(0, low));
  return {std::move(sum), concatenate(constant(context, 0, 1, x.lanes()), carry)};
}

template <BooleanContext C>
[[nodiscard]] Word<C> add_three(C& context, const Word<C>& x, const Word<C>& y, const Word<C>& z) {
  const auto [sum, carry] = carry_save(context, x, y, z);
  return add(context, sum, carry);
}

// The highest bit of x + y modulo 2^w. The lower bits carry over exactly if the complement of x's
// is below y's.
template <BooleanContext C>
[[nodiscard]] Word<C> sign_of_sum(C& context, const Word<C>& x, const Word<C>& y) {
  PRIVET_CHECK(x.bits() == y.bits() && x.bits() > 1);
  const auto low = x.bits() - 1;
  const auto carry = less(context, negation(context, x.slice(0, low)), y.slice(0, low));
  const auto top = exclusive_or(context, x.slice(low, 1), y.slice(low, 1));
  return exclusive_or(context, top, carry);
}

// The bit "x + y is 0 modulo 2^w": then each bit of x ^ y is the carry into it, and a carry comes
// out of a place exactly if x or y has a 1 there.
template <BooleanContext C>
[[nodiscard]] Word<C> sum_is_zero(C& context, const Word<C>& x, const Word<C>& y) {
  PRIVET_CHECK(x.bits() == y.bits() && x.bits() > 1);
  const auto low = x.bits() - 1;
  const auto differ = exclusive_or(context, x, y);
  const auto both = conjunction(context, x.slice(0, low), y.slice(0, low));
  const auto any = exclusive_or(context, both, differ.slice(0, low));
  const auto carry = concatenate(constant(context, 0, 1, x.lanes()), any);
  return equal(context, differ, carry);
}

}  // namespace privet::circuit
