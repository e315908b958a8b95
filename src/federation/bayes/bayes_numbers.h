// SPDX-License-Identifier: Apache-2.0
// The numbers of a shared naive Bayes model, and what they make of a row, on shares.
// Reference: Vaidya (Purdue 2004), sections 3.4.3 and 3.4.4; the scale of the squared deviation is
// undone (there it stays multiplied by a constant).
// Idea: nominal: ln(n + l) - ln(sum of those), and kRuledOut off where that is zero. Numeric, in
// standardised numbers: the mean M is a quotient cut to units; the squared deviations from M are
// S2 - 2 M S1 + n M^2, exactly, as integers; over n that is the variance. 1 / variance is kept as
// 4^e m with 1/2 < m <= 2: a distance is shifted by the secret e before it is squared, so that
// whatever the variance is, it is as exact as the numbers are.
// Precision: a logarithm is off by at most 2^-20; m by 2^-20 of it; a distance in deviations of the
// class by 2^-19 and 3 units of the numbers over the class's deviation (docs/protocols.md has the
// sum). Cost: build: three divisions and three logarithms for each numeric column and class; a
// logarithm for each value and class. A row: for each numeric column and class a sum of shares, six
// bits times words, 30 bits to a number and two products. Discloses: nothing.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numbers>
#include <span>
#include <vector>

#include "federation/bayes/bayes_columns.h"
#include "federation/bayes/bayes_units.h"
#include "protocol/columns/table_look_up.h"
#include "protocol/number_operations.h"

namespace privet::federation {

inline constexpr unsigned kVarianceBits = 62;

namespace detail {

template <class A>
[[nodiscard]] typename A::Numbers ones(A& a, std::size_t count) {
  return a.constant(1, count);
}

// The first of each `count` numbers `times` times, then the second, and so on.
template <class A>
[[nodiscard]] typename A::Numbers repeated(const typename A::Numbers& numbers, std::size_t times) {
  typename A::Numbers out;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    auto some = A::slice(numbers, i, 1);
    while (some.size() < times) {
      A::append(some, A::slice(some, 0, std::min(some.size(), times - some.size())));
    }
    A::append(out, some);
  }
  return out;
}

// [i][j] of rows of `inner` becomes [j][i].
template <class A>
[[nodiscard]] typename A::Numbers transposed(const typename A::Numbers& numbers,
                                             std::size_t inner) {
  typename A::Numbers out;
  for (std::size_t j = 0; j < inner; ++j) {
    for (std::size_t i = 0; i < numbers.size() / inner; ++i) {
      A::append(out, A::slice(numbers, i * inner + j, 1));
    }
  }
  return out;
}

// What is left of numbers modulo 2^bits, as numbers modulo 2^64.
template <class A>
[[nodiscard]] typename A::Numbers lifted(A& a, const typename A::Numbers& x, unsigned bits) {
  return protocol::detail::in_pieces<A>(
      x.size(), A::kAtOnce, [&](std::size_t at, std::size_t count) {
        return from_bits(a, protocol::to_bits(a, A::slice(x, at, count), bits), count);
      });
}

}  // namespace detail

// A correction of counts, in units of 2^-shift rows.
struct Laplace {
  unsigned shift = 0;
  std::uint64_t units = 0;
};
struct NominalShape {
  std::size_t classes = 0;
  std::size_t rows = 0;
  Laplace laplace = {};
};

// Twice the logarithms of nominal values: counts [value][class] of one column after the other, of
// `sizes` values; the same layout.
template <class A>
[[nodiscard]] typename A::Numbers nominal_scores(A& a, const typename A::Numbers& counts,
                                                 std::span<const std::size_t> sizes,
                                                 const NominalShape& model) {
  using Numbers = typename A::Numbers;
  const auto& [classes, rows, laplace] = model;
  const auto some =
      counts * (std::uint64_t{1} << laplace.shift) + a.constant(laplace.units, counts.size());
  Numbers totals;  // by column and class
  std::size_t at = 0;
  std::size_t most = 1;
  for (const auto size : sizes) {
    auto sum = a.constant(0, classes);
    for (std::size_t v = 0; v < size; ++v) {
      sum = sum + A::slice(some, (at + v) * classes, classes);
    }
    A::append(totals, sum);
    at += size;
    most = std::max(most, size);
  }
  const auto largest = (static_cast<std::uint64_t>(rows) << laplace.shift) + most * laplace.units;
  const circuit::LogarithmShape shape{std::max(2U, static_cast<unsigned>(std::bit_width(largest))),
                                      kScoreFraction};
  auto all = some;
  A::append(all, totals);
  const auto logs = protocol::logarithm(a, all, shape);
  // A class without rows in a column says nothing of its values.
  auto never = a.constant(0, all.size());
  if (laplace.units == 0) never = protocol::equal(a, all, a.constant(0, all.size()));
  const auto scores = logs * 2 - never * kRuledOut;
  Numbers out;
  at = 0;
  for (std::size_t c = 0; c < sizes.size(); ++c) {
    const auto total = A::slice(scores, some.size() + c * classes, classes);
    for (std::size_t v = 0; v < sizes[c]; ++v) {
      A::append(out, A::slice(scores, (at + v) * classes, classes) - total);
    }
    at += sizes[c];
  }
  return out;
}

// What is shared of numeric columns: [column][class] each.
template <class Numbers>
struct NumericModel {
  Numbers constant;  // added where a row has a number
  Numbers mean;      // standardised
  Numbers shift;     // by how many bits a distance from it is shifted up
  Numbers factor;    // then, squared, multiplied
};

// What the model is made of.
template <class Numbers>
struct NumericSums {
  Numbers rows;     // with a number: [column][class], as the next two
  Numbers sums;     // of the standardised numbers
  Numbers squares;  // of theirs
  Numbers units;    // BayesColumns::unit_constants() of all columns
};
struct NumericShape {
  std::size_t classes = 0;
  std::size_t rows = 0;
  unsigned fraction = 0;
};

namespace detail {

template <class Numbers>
struct Moments {
  Numbers mean;      // 0 where there is no row
  Numbers variance;  // at least 1e-9 of the column's
  Numbers known;     // 1 where there are rows and a variance, else 0
};

template <class A>
[[nodiscard]] Moments<typename A::Numbers> moments(A& a, const NumericSums<typename A::Numbers>& of,
                                                   const NumericShape& shape) {
  const auto count = of.rows.size();
  // The last lanes are of all classes together.
  const auto with_totals = [&](typename A::Numbers x) {
    const auto totals = A::sums(x, shape.classes);
    A::append(x, totals);
    return x;
  };
  const auto n = with_totals(of.rows);
  const auto s1 = with_totals(of.sums);
  const auto s2 = with_totals(of.squares);
  const auto empty = protocol::equal(a, n, a.constant(0, n.size()));
  const auto divisor = n + empty;
  const auto sign = ones(a, n.size()) - protocol::negative(a, s1) * 2;
  const auto row_bits = static_cast<unsigned>(std::bit_width(shape.rows));
  const auto quotient =
      protocol::divide(a, a.multiply(sign, s1), divisor, row_bits + shape.fraction + 1).quotient;
  const auto mean = a.multiply(sign, quotient);
  const auto deviations = s2 - a.multiply(mean, s1) * 2 + a.multiply(n, a.multiply(mean, mean));
  const auto variances = protocol::divide(a, deviations, divisor, kVarianceBits).quotient;
  constexpr std::uint64_t kFloor = 1125900;  // 1e-9 times 2^50
  const auto of_columns = A::slice(variances, count, n.size() - count);
  const auto floors =
      repeated<A>(a.truncate(a.truncate(of_columns, 20) * kFloor, 30), shape.classes);
  const auto own = A::slice(variances, 0, count);
  Moments<typename A::Numbers> out;
  out.mean = A::slice(mean, 0, count);
  out.variance = protocol::choose(a, protocol::less_in_range(a, own, floors), floors, own);
  const auto none = protocol::equal(a, out.variance, a.constant(0, count));
  out.known = a.multiply(ones(a, count) - none, ones(a, count) - A::slice(empty, 0, count));
  return out;
}

}  // namespace detail

template <class A>
[[nodiscard]] NumericModel<typename A::Numbers> numeric_model(
    A& a, const NumericSums<typename A::Numbers>& of, const NumericShape& shape) {
  const auto count = of.rows.size();
  const auto found = detail::moments(a, of, shape);
  NumericModel<typename A::Numbers> out;
  const auto logs = protocol::logarithm(a, found.variance,
                                        circuit::LogarithmShape{kVarianceBits, kScoreFraction});
  // The variance is in squared units of the numbers.
  const auto scale = a.constant(score_units(2.0 * shape.fraction * std::numbers::ln2), count);
  out.constant =
      a.multiply(found.known, detail::repeated<A>(of.units, shape.classes) - logs + scale);
  out.mean = found.mean;
  typename A::Numbers inverse;
  typename A::Numbers half;
  typename A::Numbers odd;
  for (std::size_t at = 0; at < count; at += A::kAtOnce) {
    const auto piece = std::min<std::size_t>(A::kAtOnce, count - at);
    auto& context = a.bits();
    const auto word = protocol::to_bits(a, A::slice(found.variance, at, piece), kVarianceBits);
    const auto normal = circuit::normalize(context, word);
    // y, at least 1 and below 2, with 30 bits after the point; and 2^21 / y.
    const auto y = circuit::resized(context, normal.mantissa.slice(kVarianceBits - 31, 31), 52);
    const auto power = circuit::constant(context, std::uint64_t{1} << 51U, 52, y.lanes());
    const auto division = circuit::divide(context, power, y);
    A::append(inverse, from_bits(a, division.quotient.slice(0, 22), piece));
    A::append(half, from_bits(a, normal.shift.slice(1, normal.shift.bits() - 1), piece));
    A::append(odd, from_bits(a, normal.shift.slice(0, 1), piece));
  }
  // The variance is y 2^(61 - shift - 2 fraction), and times 4^e it is y, or y / 2 where that power
  // is odd; a distance is shifted by e + 11.
  out.shift = half + odd + a.constant(shape.fraction - 20, count);
  const auto twice = detail::ones(a, count) * 2 - odd;
  out.factor = a.multiply(found.known, a.multiply(inverse, twice));
  return out;
}

// One lane for each row, numeric column and class.
template <class Numbers>
struct Distances {
  Numbers numbers;
  Numbers presences;
  Numbers means;
  Numbers shifts;
  Numbers factors;
};

// The squared distances in deviations of the class, in units of scores; 0 where there is no number.
template <class A>
[[nodiscard]] typename A::Numbers squared_distances(A& a, const Distances<typename A::Numbers>& of,
                                                    unsigned fraction) {
  using Word = circuit::Word<typename A::Bits>;
  constexpr std::size_t kDistanceBits = 30;  // 10 before the point
  const auto bits = fraction + kFarthestBits + 2;
  auto& context = a.bits();
  const auto distance = [&](std::size_t at, std::size_t count) {
    const auto part = [&](const typename A::Numbers& x) { return A::slice(x, at, count); };
    const auto d = protocol::to_bits(a, part(of.numbers) - part(of.means), bits);
    // Without its sign; off by a unit below zero.
    Word size = d.slice(0, bits - 1);
    for (std::size_t i = 0; i + 1 < bits; ++i) {
      circuit::xor_rows(context, size.bit(i), d.bit(bits - 1), size.bit(i));
    }
    const auto present = protocol::to_bits(a, part(of.presences), 2).slice(0, 1);
    size = protocol::times_word(a, present, size);
    const auto shift = protocol::to_bits(a, part(of.shifts), 6);
    for (std::size_t s = 0; s < shift.bits(); ++s) {
      const auto step = std::size_t{1} << s;
      const auto stays = circuit::resized(context, size, size.bits() + step);
      const auto moved =
          circuit::concatenate(circuit::constant(context, 0, step, size.lanes()), size);
      const auto change =
          protocol::times_word(a, shift.slice(s, 1), circuit::exclusive_or(context, stays, moved));
      size = circuit::exclusive_or(context, stays, change);
    }
    const auto lowest = fraction - 9;
    const auto above = size.slice(lowest + kDistanceBits, size.bits() - lowest - kDistanceBits);
    const auto near = circuit::detail::all_of(context, circuit::negation(context, above));
    auto kept = size.slice(lowest, kDistanceBits);
    // All ones where it is farther.
    const auto far = circuit::negation(context, near);
    kept = circuit::exclusive_or(context, kept,
                                 protocol::times_word(a, far, circuit::negation(context, kept)));
    return from_bits(a, kept, count);
  };
  const auto t = protocol::detail::in_pieces<A>(of.numbers.size(), A::kAtOnce, distance);
  return a.multiply_truncated(a.multiply_truncated(t, t, 20), of.factors, 21);
}

}  // namespace privet::federation
