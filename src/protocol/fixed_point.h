// SPDX-License-Identifier: Apache-2.0
// Signed fixed-point numbers, shared, in batches, between two parties or among three.
// Idea: a number is v 2^fraction, rounded, modulo 2^64. Every batch carries a public bound on its
// absolute values: the agreed range for inputs, and what sums, products and quotients make of it.
// An operation that might leave the range is refused before anything is computed, so nothing ever
// overflows, whatever the data is. An owner whose number is outside the agreed range gets an error;
// where a range cannot be known beforehand, check_range() finds out together and tells one bit.
// Products are truncated to the fraction of their first factor.
// Precision: an input is rounded to the nearest; a product, a scalar product or a public multiple
// is off by less than one unit in the last place (2^-fraction), and right on average; a quotient is
// rounded towards zero.
// Cost: see protocol/shared_arithmetic.h: sums are free, a product is one truncated product.
// Adversary, security: as the arithmetic's. Discloses: only what open_to_all() and check_range()
// open, by the ledger. Threads: one at a time.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "protocol/number_operations.h"

namespace privet::protocol {

// What all parties agree on about a batch of inputs.
struct FixedFormat {
  unsigned fraction = 16;  // bits after the point
  double largest = 1;      // absolute values are at most this

  // Throws Error{Usage} if it does not fit.
  [[nodiscard]] std::uint64_t bound() const;
  // Rounded. Throws Error{Input} if the value is outside the range, or no number.
  [[nodiscard]] std::uint64_t encode(double value) const;
};

// Largest absolute value of any batch, in units of its last place.
inline constexpr std::uint64_t kLargestFixed = kTruncated - 1;

namespace detail {

// What the bounds of a sum and of a product are; throw Error{Usage} if that is beyond
// kLargestFixed.
[[nodiscard]] std::uint64_t bound_of_sum(std::uint64_t a, std::uint64_t b);
[[nodiscard]] std::uint64_t bound_of_product(std::uint64_t a, std::uint64_t b);

// Of a number that is rounded up or down.
[[nodiscard]] inline std::uint64_t truncated_bound(std::uint64_t bound, unsigned shift) {
  return (bound + (std::uint64_t{1} << shift) - 1) >> shift;
}

[[nodiscard]] inline double decoded(std::uint64_t raw, unsigned fraction) {
  return std::ldexp(static_cast<double>(static_cast<std::int64_t>(raw)),
                    -static_cast<int>(fraction));
}

}  // namespace detail

template <SharedArithmetic A>
class Fixed {
 public:
  using Numbers = typename A::Numbers;

  Fixed() = default;
  // Numbers in units of 2^-fraction, of which it is known that they are at least -bound and at most
  // bound. Throws Error{Usage} for a bound beyond kLargestFixed.
  Fixed(Numbers raw, unsigned fraction, std::uint64_t bound)
      : raw_(std::move(raw)), fraction_(fraction), bound_(detail::bound_of_sum(bound, 0)) {
    PRIVET_CHECK(fraction <= 61);
  }

  [[nodiscard]] std::size_t size() const { return raw_.size(); }
  [[nodiscard]] unsigned fraction() const noexcept { return fraction_; }
  [[nodiscard]] std::uint64_t bound() const noexcept { return bound_; }
  [[nodiscard]] const Numbers& raw() const noexcept { return raw_; }

  [[nodiscard]] Fixed slice(std::size_t from, std::size_t count) const {
    return {A::slice(raw_, from, count), fraction_, bound_};
  }
  void append(const Fixed& more) {
    if (size() == 0) fraction_ = more.fraction_;
    PRIVET_CHECK(fraction_ == more.fraction_);
    A::append(raw_, more.raw_);
    bound_ = std::max(bound_, more.bound_);
  }
  // Of `length` neighbours each.
  [[nodiscard]] Fixed sums(std::size_t length) const {
    const auto bound = detail::bound_of_product(bound_, length);
    return {A::sums(raw_, length), fraction_, bound};
  }

  friend Fixed operator+(const Fixed& x, const Fixed& y) {
    PRIVET_CHECK(x.fraction_ == y.fraction_);
    const auto bound = detail::bound_of_sum(x.bound_, y.bound_);
    return {x.raw_ + y.raw_, x.fraction_, bound};
  }
  friend Fixed operator-(const Fixed& x, const Fixed& y) {
    PRIVET_CHECK(x.fraction_ == y.fraction_);
    const auto bound = detail::bound_of_sum(x.bound_, y.bound_);
    return {x.raw_ - y.raw_, x.fraction_, bound};
  }

 private:
  Numbers raw_;
  unsigned fraction_ = 0;
  std::uint64_t bound_ = 0;
};

// `count` numbers of one party; `values` is empty at the others.
template <SharedArithmetic A>
[[nodiscard]] Fixed<A> fixed_input(A& a, PartyId owner, std::span<const double> values,
                                   std::size_t count, const FixedFormat& format) {
  const auto bound = format.bound();
  std::vector<std::uint64_t> raw;
  raw.reserve(values.size());
  for (const auto value : values) raw.push_back(format.encode(value));
  return {a.input(owner, raw, count), format.fraction, bound};
}

// A public number, `count` times.
template <SharedArithmetic A>
[[nodiscard]] Fixed<A> fixed_constant(A& a, double value, std::size_t count, unsigned fraction) {
  const FixedFormat format{fraction, std::abs(value)};
  return {a.constant(format.encode(value), count), fraction, format.bound()};
}

// Lane by lane; the fraction is that of x.
template <SharedArithmetic A>
[[nodiscard]] Fixed<A> multiply(A& a, const Fixed<A>& x, const Fixed<A>& y) {
  const auto bound = detail::bound_of_product(x.bound(), y.bound());
  return {a.multiply_truncated(x.raw(), y.raw(), y.fraction()), x.fraction(),
          detail::truncated_bound(bound, y.fraction())};
}

// Number i is the scalar product of the i-th `length` entries of x and of y.
template <SharedArithmetic A>
[[nodiscard]] Fixed<A> scalar_products(A& a, const Fixed<A>& x, const Fixed<A>& y,
                                       std::size_t length) {
  const auto each = detail::bound_of_product(x.bound(), y.bound());
  const auto bound = detail::bound_of_product(each, length);
  return {a.scalar_products_truncated(x.raw(), y.raw(), length, y.fraction()), x.fraction(),
          detail::truncated_bound(bound, y.fraction())};
}

// x times a public number, which is rounded to as many bits after the point as x has.
template <SharedArithmetic A>
[[nodiscard]] Fixed<A> times(A& a, const Fixed<A>& x, double factor) {
  const FixedFormat format{x.fraction(), std::abs(factor)};
  const auto bound = detail::bound_of_product(x.bound(), format.bound());
  return {a.truncate(x.raw() * format.encode(factor), x.fraction()), x.fraction(),
          detail::truncated_bound(bound, x.fraction())};
}

// The same numbers with fewer or more bits after the point.
template <SharedArithmetic A>
[[nodiscard]] Fixed<A> with_fraction(A& a, const Fixed<A>& x, unsigned fraction) {
  if (fraction >= x.fraction()) {
    const auto factor = std::uint64_t{1} << (fraction - x.fraction());
    return {x.raw() * factor, fraction, detail::bound_of_product(x.bound(), factor)};
  }
  const auto shift = x.fraction() - fraction;
  return {a.truncate(x.raw(), shift), fraction, detail::truncated_bound(x.bound(), shift)};
}

// 1 where x < 0, or x < y, else 0; as whole numbers.
template <SharedArithmetic A>
[[nodiscard]] typename A::Numbers negative(A& a, const Fixed<A>& x) {
  return negative(a, x.raw());
}
template <SharedArithmetic A>
[[nodiscard]] typename A::Numbers less(A& a, const Fixed<A>& x, const Fixed<A>& y) {
  return negative(a, x - y);
}

// x where the chooser, which is 0 or 1, is 1, else y.
template <SharedArithmetic A>
[[nodiscard]] Fixed<A> choose(A& a, const typename A::Numbers& chooser, const Fixed<A>& x,
                              const Fixed<A>& y) {
  PRIVET_CHECK(x.fraction() == y.fraction());
  return {choose(a, chooser, x.raw(), y.raw()), x.fraction(), std::max(x.bound(), y.bound())};
}

// x / y, rounded towards zero, with the fraction of x; both of one fraction. y is at least `least`
// > 0, as agreed, from which the quotient's bound follows; a smaller one counts as `least`.
template <SharedArithmetic A>
[[nodiscard]] Fixed<A> divide(A& a, const Fixed<A>& x, const Fixed<A>& y, double least) {
  PRIVET_CHECK(x.fraction() == y.fraction());
  const auto scale = std::uint64_t{1} << x.fraction();
  const auto smallest = FixedFormat{y.fraction(), least}.bound();
  if (smallest == 0) throw Error(ErrorCode::Usage, "the agreed smallest divisor rounds to zero");
  const auto dividend = detail::bound_of_product(x.bound(), scale);
  const auto widest = std::max({dividend, y.bound(), smallest});
  const auto bits = static_cast<unsigned>(std::bit_width(widest));
  const auto signs = negative(a, x.raw());
  // 1 for positive numbers, -1 for negative ones.
  const auto ones = a.constant(1, x.size()) - signs * 2;
  const auto size = a.multiply(ones, x.raw());
  const auto floor = a.constant(smallest, x.size());
  const auto divisor = choose(a, negative(a, y.raw() - floor), floor, y.raw());
  const auto quotient = divide(a, size * scale, divisor, std::max(2U, bits)).quotient;
  return {a.multiply(ones, quotient), x.fraction(), dividend / smallest};
}

// ln x with `fraction` bits after the point, 2 to 26, off by at most two units; x must be above
// zero, and for zero the result is that of the smallest x.
template <SharedArithmetic A>
[[nodiscard]] Fixed<A> logarithm(A& a, const Fixed<A>& x, unsigned fraction) {
  const auto bits = std::max(2U, static_cast<unsigned>(std::bit_width(x.bound())));
  const circuit::LogarithmShape shape{bits, fraction};
  const auto moved = fixed_constant(a, x.fraction() * std::numbers::ln2, x.size(), fraction);
  const FixedFormat whole{fraction, bits * std::numbers::ln2 + 1};
  return Fixed<A>(logarithm(a, x.raw(), shape), fraction, whole.bound()) - moved;
}

// The place of the largest of each group, as argmax() of numbers: `count` groups side by side.
template <SharedArithmetic A>
[[nodiscard]] typename A::Numbers argmax(A& a, const Fixed<A>& x, std::size_t count) {
  const auto bits = static_cast<unsigned>(std::bit_width(x.bound())) + 1;
  return argmax(a, x.raw(), count, std::max(2U, bits), NumberOrder::Signed, circuit::WantValue::No)
      .place;
}

// Whether all numbers are at least -largest and at most largest: all parties learn that one bit,
// under `opening`. The numbers, with that bound. Throws Error{Input} if one is outside.
template <SharedArithmetic A>
[[nodiscard]] Fixed<A> check_range(A& a, const Fixed<A>& x, double largest, Opening opening) {
  if (x.size() == 0) return x;
  const auto bound = FixedFormat{x.fraction(), largest}.bound();
  const auto edge = a.constant(bound, x.size());
  auto outside = negative(a, edge - x.raw()) + negative(a, x.raw() + edge);
  outside = A::sums(outside, x.size());
  const auto none = equal(a, outside, a.constant(0, 1));
  if (a.open_to_all(none, opening).at(0) != 1) {
    throw Error(ErrorCode::Input, "a number is outside the agreed range of " +
                                      std::to_string(largest) + " either way");
  }
  return {x.raw(), x.fraction(), std::min(bound, x.bound())};
}

template <SharedArithmetic A>
[[nodiscard]] std::vector<double> open_to_all(A& a, const Fixed<A>& x, Opening opening) {
  std::vector<double> out;
  for (const auto raw : a.open_to_all(x.raw(), opening)) {
    out.push_back(detail::decoded(raw, x.fraction()));
  }
  return out;
}

}  // namespace privet::protocol
