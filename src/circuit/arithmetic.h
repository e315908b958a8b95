// SPDX-License-Identifier: Apache-2.0
// Addition, subtraction, multiplication and division of unsigned numbers.
// Reference: Kolesnikov, Sadeghi, Schneider, "Improved garbled circuit building blocks" (CANS
// 2009); for the shallow adder, Sklansky, "Conditional-sum addition logic" (1960). Cost, in AND
// gates for w bits: add and subtract w - 1 (with the carry w); shallow about w log2 w with depth
// log2 w + 1; multiply v w + v (w - 1); divide about w^2 / 2 + 5 w.
#pragma once

#include <vector>

#include "circuit/word.h"

namespace privet::circuit {

template <BooleanContext C>
struct Sum {
  Word<C> value;
  Word<C> carry;  // one bit; empty unless asked for
};

namespace detail {

// x + y + the carries, one bit after the other: with c the carry, the sum is x ^ y ^ c and the next
// carry c ^ ((x ^ c) & (y ^ c)), a single gate.
template <BooleanContext C>
Sum<C> add_ripple(C& context, const Word<C>& x, const Word<C>& y, Word<C> carries,
                  bool want_carry) {
  Word<C> left(1, kStrip);
  Word<C> right(1, kStrip);
  Word<C> sum(x.bits(), x.lanes());
  for (std::size_t at = 0; at < x.lanes(); at += kStrip) {
    const auto lanes = std::min(kStrip, x.lanes() - at);
    const auto carry = carries.all().subspan(at, lanes);
    const auto l = left.all().first(lanes);
    const auto r = right.all().first(lanes);
    for (std::size_t i = 0; i < x.bits(); ++i) {
      const auto x_row = x.bit(i).subspan(at, lanes);
      const auto y_row = y.bit(i).subspan(at, lanes);
      const auto sum_row = sum.bit(i).subspan(at, lanes);
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        const auto c = carry[lane];
        l[lane] = context.exclusive_or(x_row[lane], c);
        r[lane] = context.exclusive_or(y_row[lane], c);
        sum_row[lane] = context.exclusive_or(l[lane], y_row[lane]);
      }
      if (i + 1 == x.bits() && !want_carry) break;
      context.conjunction(l, r, l);
      xor_rows(context, carry, l, carry);
    }
  }
  return {std::move(sum), want_carry ? std::move(carries) : Word<C>()};
}

// The same in log2 w layers: every bit generates (x & y) or passes on (x ^ y) a carry; blocks of
// 2^l bits are merged, all of a layer in one call.
template <BooleanContext C>
Sum<C> add_prefix(C& context, const Word<C>& x, const Word<C>& y, bool carry_in, bool want_carry) {
  const auto bits = x.bits();
  const auto lanes = x.lanes();
  const auto passes_alone = exclusive_or(context, x, y);
  auto generates = conjunction(context, x, y);
  auto passes = passes_alone;
  if (carry_in) {  // bit 0 then also generates when it passes: disjoint cases, so XOR is OR
    xor_rows(context, generates.bit(0), passes.bit(0), generates.bit(0));
  }
  for (std::size_t width = 1; width < bits; width *= 2) {
    std::vector<std::size_t> merged;  // bits in the upper half of a block take in the lower half
    for (std::size_t i = 0; i < bits; ++i) {
      if ((i / width) % 2 == 1) merged.push_back(i);
    }
    Word<C> left(2 * merged.size(), lanes);
    Word<C> right(2 * merged.size(), lanes);
    for (std::size_t m = 0; m < merged.size(); ++m) {
      const auto below = merged[m] / width * width - 1;
      std::ranges::copy(passes.bit(merged[m]), left.bit(2 * m).begin());
      std::ranges::copy(generates.bit(below), right.bit(2 * m).begin());
      std::ranges::copy(passes.bit(merged[m]), left.bit(2 * m + 1).begin());
      std::ranges::copy(passes.bit(below), right.bit(2 * m + 1).begin());
    }
    context.conjunction(left.all(), right.all(), left.all());
    for (std::size_t m = 0; m < merged.size(); ++m) {
      const auto generate = generates.bit(merged[m]);
      xor_rows(context, generate, left.bit(2 * m), generate);
      std::ranges::copy(left.bit(2 * m + 1), passes.bit(merged[m]).begin());
    }
  }
  Word<C> sum = passes_alone;  // plus the carry into each bit
  if (carry_in) negate_row(context, sum.bit(0), sum.bit(0));
  for (std::size_t i = 1; i < bits; ++i) {
    xor_rows(context, sum.bit(i), generates.bit(i - 1), sum.bit(i));
  }
  return {std::move(sum), want_carry ? generates.slice(bits - 1, 1) : Word<C>()};
}

template <BooleanContext C>
Sum<C> add(C& context, const Word<C>& x, const Word<C>& y, bool carry_in, bool want_carry) {
  PRIVET_CHECK(x.bits() == y.bits() && x.lanes() == y.lanes() && x.bits() > 0);
  if constexpr (C::kShallow) return add_prefix(context, x, y, carry_in, want_carry);
  return add_ripple(context, x, y, Word<C>(1, x.lanes(), context.constant(carry_in)), want_carry);
}

}  // namespace detail

// x + y modulo 2^w.
template <BooleanContext C>
[[nodiscard]] Word<C> add(C& context, const Word<C>& x, const Word<C>& y) {
  return detail::add(context, x, y, false, false).value;
}

// x + y + carry modulo 2^w, the carry being one bit on a wire.
template <BooleanContext C>
[[nodiscard]] Word<C> add_with_carry(C& context, const Word<C>& x, const Word<C>& y,
                                     const Word<C>& carry) {
  PRIVET_CHECK(x.bits() == y.bits() && x.lanes() == y.lanes() && x.bits() > 0);
  PRIVET_CHECK(carry.bits() == 1 && carry.lanes() == x.lanes());
  if constexpr (C::kShallow) {
    // Twice the carry in a place below both: it carries over exactly if it is 1.
    return add(context, concatenate(carry, x), concatenate(carry, y)).slice(1, x.bits());
  } else {
    return detail::add_ripple(context, x, y, carry, false).value;
  }
}

// x + y, one bit wider.
template <BooleanContext C>
[[nodiscard]] Word<C> add_wide(C& context, const Word<C>& x, const Word<C>& y) {
  auto sum = detail::add(context, x, y, false, true);
  return concatenate(sum.value, sum.carry);
}

// x - y modulo 2^w.
template <BooleanContext C>
[[nodiscard]] Word<C> subtract(C& context, const Word<C>& x, const Word<C>& y) {
  return detail::add(context, x, negation(context, y), true, false).value;
}

// x - y modulo 2^w, and the bit "x >= y".
template <BooleanContext C>
[[nodiscard]] Sum<C> subtract_with_order(C& context, const Word<C>& x, const Word<C>& y) {
  return detail::add(context, x, negation(context, y), true, true);
}

// Bit `chooser` (one bit) of every lane times the number.
template <BooleanContext C>
[[nodiscard]] Word<C> times_bit(C& context, const Word<C>& chooser, const Word<C>& x) {
  PRIVET_CHECK(chooser.bits() == 1 && chooser.lanes() == x.lanes());
  Word<C> repeated(x.bits(), x.lanes());
  for (std::size_t i = 0; i < x.bits(); ++i) {
    std::ranges::copy(chooser.all(), repeated.bit(i).begin());
  }
  return conjunction(context, repeated, x);
}

// x * y, as wide as both together.
template <BooleanContext C>
[[nodiscard]] Word<C> multiply(C& context, const Word<C>& x, const Word<C>& y) {
  Word<C> done(0, x.lanes());                       // bits that no later row can change
  auto sum = times_bit(context, y.slice(0, 1), x);  // the rest of the sum so far
  sum = resized(context, sum, x.bits() + 1);
  for (std::size_t i = 1; i < y.bits(); ++i) {
    done = concatenate(done, sum.slice(0, 1));
    const auto row = times_bit(context, y.slice(i, 1), x);
    sum = add_wide(context, sum.slice(1, x.bits()), row);
  }
  return concatenate(done, sum);
}

template <BooleanContext C>
struct Division {
  Word<C> quotient;
  Word<C> remainder;
};

// Long division without putting back: one quotient bit after the other, the highest first. With r
// what is left of the upper bits of x, the circuit keeps r, or r - y where the last quotient bit
// was 0; doubled, with the next bit of x below, and y taken off or added, that is the next r - y in
// either case. Its sign is the next quotient bit, and nobody ever has to choose between r and r - y
// but at the end. After i steps r has at most i bits, so i + 1 bits of all are enough: if y has
// more, the quotient bit is 0, which a bit that is kept for every i says. Dividing by zero gives a
// quotient of all ones and leaves x as the remainder.
// Reference: Burks, Goldstine, von Neumann (1946), for division without restoring.
template <BooleanContext C>
[[nodiscard]] Division<C> divide(C& context, const Word<C>& x, const Word<C>& y) {
  PRIVET_CHECK(x.lanes() == y.lanes() && x.bits() > 0 && y.bits() > 0);
  const auto lanes = x.lanes();
  // none_from.bit(i): bits i and above of the divisor are zero.
  Word<C> none_from(y.bits() + 1, lanes, context.constant(true));
  const auto zeros = negation(context, y);
  for (auto i = y.bits(); i-- > 0;) {
    context.conjunction(none_from.bit(i + 1), zeros.bit(i), none_from.bit(i));
  }
  const auto not_zero = negation(context, none_from.slice(0, 1));
  Word<C> quotient(x.bits(), lanes);
  Word<C> fits = constant(context, 1, 1, lanes);  // the last quotient bit; y is then taken off
  Word<C> kept = constant(context, 0, 1, lanes);  // r or r - y, in two's complement
  for (std::size_t step = 1; step <= x.bits(); ++step) {
    const auto i = x.bits() - step;
    const auto width = std::min(step, y.bits()) + 1;
    const auto doubled = concatenate(x.slice(i, 1), kept.slice(0, width - 1));
    auto divisor = resized(context, y.slice(0, std::min(width, y.bits())), width);
    for (std::size_t bit = 0; bit < width; ++bit) {
      xor_rows(context, divisor.bit(bit), fits.all(), divisor.bit(bit));
    }
    kept = add_with_carry(context, doubled, divisor, fits);
    fits = negation(context, kept.slice(width - 1, 1));
    if (step < y.bits()) context.conjunction(fits.all(), none_from.bit(step), fits.all());
    std::ranges::copy(fits.all(), quotient.bit(i).begin());
  }
  // By zero, what is kept outgrows its width, and the sign says nothing: those bits are made 1.
  for (std::size_t i = 0; i + y.bits() < x.bits(); ++i) {
    const auto row = quotient.bit(i);
    negate_row(context, row, row);
    context.conjunction(row, not_zero.all(), row);
    negate_row(context, row, row);
  }
  // Put back what was taken off too much, once.
  const auto width = std::min(kept.bits(), y.bits());
  const auto missing = times_bit(context, negation(context, fits), y.slice(0, width));
  const auto rest = add(context, kept.slice(0, width), missing);
  return {std::move(quotient), resized(context, rest, y.bits())};
}

}  // namespace privet::circuit
