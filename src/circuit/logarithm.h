// SPDX-License-Identifier: Apache-2.0
// Normalization, the natural logarithm to a chosen precision, and a cheap one to base 2, by a
// circuit alone. Idea: x = 2^n (1 + e) with 0 <= e < 1: a shifter in steps of powers of two brings
// the highest 1 to the top and tells n. ln x = n ln 2 + ln(1 + e); the first comes from a table of
// n, the second from a table over the highest bits of e that holds a value and a slope, and the
// slope times the rest of e. A table costs the same however wide its entries are. Cost, in AND
// gates for w bits and f bits of fraction, t = f / 2: normalize w log2 w + w; logarithm that and
// about 2^t + w + f (3 f - t); coarse_log2 normalize and 2 log2 w + 4. Precision: |result / 2^f -
// ln x| <= 2^-f for every x > 0. ln 0 is given as 0. coarse_log2 lies below log2 x by up to 0.1486.
// Reference: the split into n and e, and the cheap logarithm (section 6, where its error is put at
// 1/16), as in Ryger, Kardes, Wright (SDM workshop 2008); tables with slopes are as old as tables.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "base/error.h"
#include "circuit/arithmetic.h"
#include "circuit/compare.h"
#include "circuit/look_up.h"

namespace privet::circuit {

template <BooleanContext C>
struct Normalized {
  Word<C> mantissa;  // x shifted up until its highest bit is 1; zero for zero
  Word<C> shift;     // by how much; all ones for zero
};

template <BooleanContext C>
[[nodiscard]] Normalized<C> normalize(C& context, Word<C> x) {
  const auto bits = x.bits();
  const auto steps = static_cast<std::size_t>(std::bit_width(bits - 1));
  Word<C> shift(steps, x.lanes());
  for (auto s = steps; s-- > 0;) {
    const auto step = std::size_t{1} << s;
    const auto top = std::min(step, bits);
    const auto empty = detail::all_of(context, negation(context, x.slice(bits - top, top)));
    std::ranges::copy(empty.all(), shift.bit(s).begin());
    if (step >= bits) continue;
    const auto moved = concatenate(constant(context, 0, step, x.lanes()), x.slice(0, bits - step));
    x = choose(context, empty, moved, x);
  }
  return {std::move(x), std::move(shift)};
}

// What a logarithm of numbers of `bits` with `fraction` bits after the point is made of.
struct LogarithmShape {
  unsigned bits = 17;
  unsigned fraction = 16;

  // Bits of the result: the point's place, and what ln 2^bits needs before it.
  [[nodiscard]] unsigned out_bits() const {
    return fraction + static_cast<unsigned>(
                          std::bit_width(static_cast<std::uint64_t>(bits * std::numbers::ln2) + 1));
  }
  // Four more bits than the result has, for what is rounded on the way.
  [[nodiscard]] unsigned inner() const { return fraction + 4; }
  // A line over 2^-t of the range of e is off by at most 2^(-2t - 4) when it is put in the middle.
  [[nodiscard]] unsigned table() const {
    const auto wanted = std::max(1U, (fraction - 1) / 2);
    return std::min(wanted, bits - 1);
  }
  // Bits of the rest of e that still matter.
  [[nodiscard]] unsigned rest() const { return std::min(bits - 1 - table(), inner() - table()); }
  void check() const { PRIVET_CHECK(bits >= 2 && bits <= 64 && fraction >= 2 && fraction <= 26); }
};

namespace detail {

// Entry i: the value at the left end of its part, and above it how much is added until the right.
inline std::vector<std::uint64_t> logarithm_table(const LogarithmShape& shape,
                                                  unsigned slope_bits) {
  const auto entries = std::size_t{1} << shape.table();
  const double scale = std::ldexp(1.0, static_cast<int>(shape.inner()));
  std::vector<std::uint64_t> table(entries);
  for (std::size_t i = 0; i < entries; ++i) {
    const double part = 1.0 / static_cast<double>(entries);
    const double left = 1.0 + part * static_cast<double>(i);
    const double slope = std::log1p(part / left);
    // The curve lies above its chord, at most where its own slope is the chord's.
    const double at = part / slope;
    const double above = std::log(at / left) - (at - left) / part * slope;
    const double lift = shape.rest() == 0 ? 0 : above / 2;
    const auto value = static_cast<std::uint64_t>(std::llround((std::log(left) + lift) * scale));
    const auto rise = static_cast<std::uint64_t>(std::llround(slope * scale));
    PRIVET_CHECK(rise >> slope_bits == 0);
    table[i] = value << slope_bits | rise;
  }
  return table;
}

}  // namespace detail

// ln x times 2^fraction, rounded; 0 for 0. x is shape.bits wide, the result shape.out_bits().
template <BooleanContext C>
[[nodiscard]] Word<C> logarithm(C& context, const Word<C>& x, const LogarithmShape& shape) {
  shape.check();
  PRIVET_CHECK(x.bits() == shape.bits);
  const auto [mantissa, shift] = normalize(context, x);
  const auto inner = shape.inner();
  const auto width = shape.out_bits() + inner - shape.fraction;
  // The table of n, by the shift: n = bits - 1 - shift.
  std::vector<std::uint64_t> powers(std::size_t{1} << shift.bits());
  for (std::size_t s = 0; s < shape.bits; ++s) {
    powers[s] = static_cast<std::uint64_t>(std::llround(std::ldexp(
        static_cast<double>(shape.bits - 1 - s) * std::numbers::ln2, static_cast<int>(inner))));
  }
  auto sum = look_up(context, shift, powers, width);
  const auto t = shape.table();
  const auto slope_bits = inner - t + 1;
  const auto entry = look_up(context, mantissa.slice(shape.bits - 1 - t, t),
                             detail::logarithm_table(shape, slope_bits), inner + slope_bits);
  sum = add(context, sum, resized(context, entry.slice(slope_bits, inner), width));
  if (const auto rest = shape.rest(); rest > 0) {
    const auto fine = mantissa.slice(shape.bits - 1 - t - rest, rest);
    const auto rise = multiply(context, entry.slice(0, slope_bits), fine);
    sum = add(context, sum, resized(context, rise.slice(rest, slope_bits), width));
  }
  // Rounded: half a unit is added, and the spare bits are dropped.
  const auto spare = inner - shape.fraction;
  sum = add(context, sum, constant(context, std::uint64_t{1} << (spare - 1), width, x.lanes()));
  return times_bit(context, mantissa.slice(shape.bits - 1, 1), sum.slice(spare, shape.out_bits()));
}

inline constexpr unsigned kCoarseFraction = 4;

// Bits of coarse_log2 for a number of `bits`.
[[nodiscard]] constexpr unsigned coarse_log2_bits(unsigned bits) {
  return static_cast<unsigned>(std::bit_width(bits - 1)) + kCoarseFraction;
}

// floor(log2 x), and as its fraction the four bits of x that follow its highest: log2(1 + e) is
// taken for e, cut to sixteenths. Times 16; 0 for 0.
template <BooleanContext C>
[[nodiscard]] Word<C> coarse_log2(C& context, const Word<C>& x) {
  const auto bits = x.bits();
  PRIVET_CHECK(bits >= 2);
  const auto [mantissa, shift] = normalize(context, x);
  const auto highest = constant(context, bits - 1, shift.bits(), x.lanes());
  const auto floor = subtract(context, highest, shift);
  const auto taken = std::min<std::size_t>(kCoarseFraction, bits - 1);
  const auto padding = constant(context, 0, kCoarseFraction - taken, x.lanes());
  const auto fraction = concatenate(padding, mantissa.slice(bits - 1 - taken, taken));
  return times_bit(context, mantissa.slice(bits - 1, 1), concatenate(fraction, floor));
}

}  // namespace privet::circuit
