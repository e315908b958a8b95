// SPDX-License-Identifier: Apache-2.0
// What tasks do with shared numbers besides sums and products: order, equality, choice, quotients,
// logarithms, the largest of several; in batches, between two parties or among three.
// Idea: the numbers become bits, the circuits of src/circuit run on them, and the result becomes
// numbers again. A sign needs only the highest carry of the shares' sum, order three of those, and
// equality none.
// Cost for 64 bits among three parties, in AND gates: negative and less_in_range 120 and 32 bits,
// in 9 rounds; less three times that; equal 190; divide about 20,000 and 500 rounds. Between two:
// negative 190, less 570, equal 130. A gate is a bit from each of three parties, or two transfers
// between two. Adversary, security: as the arithmetic's. Discloses: nothing. Threads: one at a
// time.
#pragma once

#include <algorithm>

#include "circuit/compare.h"
#include "circuit/logarithm.h"
#include "protocol/shared_arithmetic.h"

namespace privet::protocol {

namespace detail {

// work(at, count) for pieces that go through a circuit together; the results one after the other.
template <SharedArithmetic A, class Work>
typename A::Numbers in_pieces(std::size_t count, std::size_t at_once, Work work) {
  if (count <= at_once) return work(0, count);
  typename A::Numbers out;
  // Growing would clear and wipe the pages of every size on the way.
  if constexpr (requires { A::reserve(out, count); }) A::reserve(out, count);
  for (std::size_t at = 0; at < count; at += at_once) {
    A::append(out, work(at, std::min(at_once, count - at)));
  }
  return out;
}

}  // namespace detail

// The lowest `bits` of the numbers, on wires.
template <SharedArithmetic A>
[[nodiscard]] circuit::Word<typename A::Bits> to_bits(A& a, const typename A::Numbers& x,
                                                      std::size_t bits = 64) {
  const auto words = to_two_words(a, x, bits);
  return circuit::add(a.bits(), words.sum, words.carry);
}

// 1 where the number, in two's complement, is below zero, else 0.
template <SharedArithmetic A>
[[nodiscard]] typename A::Numbers negative(A& a, const typename A::Numbers& x) {
  return detail::in_pieces<A>(x.size(), A::kAtOnce, [&](std::size_t at, std::size_t count) {
    return from_bits(a, sign_bit(a, A::slice(x, at, count)), count);
  });
}

// 1 where x < y, as unsigned numbers of 64 bits.
template <SharedArithmetic A>
[[nodiscard]] typename A::Numbers less(A& a, const typename A::Numbers& x,
                                       const typename A::Numbers& y) {
  PRIVET_CHECK(x.size() == y.size());
  return detail::in_pieces<A>(x.size(), A::kAtOnce, [&](std::size_t at, std::size_t count) {
    return from_bits(a, less_bit(a, A::slice(x, at, count), A::slice(y, at, count)), count);
  });
}

// 1 where x < y, for numbers in two's complement whose difference is surely at least -2^63 and
// below 2^63: a third of the gates.
template <SharedArithmetic A>
[[nodiscard]] typename A::Numbers less_in_range(A& a, const typename A::Numbers& x,
                                                const typename A::Numbers& y) {
  return negative(a, x - y);
}

// 1 where x == y, else 0.
template <SharedArithmetic A>
[[nodiscard]] typename A::Numbers equal(A& a, const typename A::Numbers& x,
                                        const typename A::Numbers& y) {
  const auto difference = x - y;
  return detail::in_pieces<A>(x.size(), A::kAtOnce, [&](std::size_t at, std::size_t count) {
    const auto words = to_two_words(a, A::slice(difference, at, count), 64);
    return from_bits(a, circuit::sum_is_zero(a.bits(), words.sum, words.carry), count);
  });
}

// `when_one` where the chooser, which is 0 or 1, is 1, else `when_zero`.
template <SharedArithmetic A>
[[nodiscard]] typename A::Numbers choose(A& a, const typename A::Numbers& chooser,
                                         const typename A::Numbers& when_one,
                                         const typename A::Numbers& when_zero) {
  return when_zero + a.multiply(chooser, when_one - when_zero);
}

template <class Numbers>
struct Quotients {
  Numbers quotient;
  Numbers remainder;
};
// Unsigned numbers below 2^bits. By zero: all ones, and the dividend is the remainder.
template <SharedArithmetic A>
[[nodiscard]] Quotients<typename A::Numbers> divide(A& a, const typename A::Numbers& dividends,
                                                    const typename A::Numbers& divisors,
                                                    unsigned bits = 64) {
  PRIVET_CHECK(dividends.size() == divisors.size());
  Quotients<typename A::Numbers> out;
  for (std::size_t at = 0; at < dividends.size(); at += A::kAtOnce) {
    const auto count = std::min<std::size_t>(A::kAtOnce, dividends.size() - at);
    const auto x = to_bits(a, A::slice(dividends, at, count), bits);
    const auto y = to_bits(a, A::slice(divisors, at, count), bits);
    const auto division = circuit::divide(a.bits(), x, y);
    A::append(out.quotient, from_bits(a, division.quotient, count));
    A::append(out.remainder, from_bits(a, division.remainder, count));
  }
  return out;
}

// x / 2^shift rounded down, exactly, for numbers in two's complement; requires shift < 63. The
// quick way is a.truncate().
template <SharedArithmetic A>
[[nodiscard]] typename A::Numbers truncate_exactly(A& a, const typename A::Numbers& x,
                                                   unsigned shift) {
  PRIVET_CHECK(shift < 63);
  // Moved by 2^63 the order of signed numbers is that of unsigned ones, which are simply cut.
  const auto moved = x + a.constant(std::uint64_t{1} << 63U, x.size());
  const auto cut =
      detail::in_pieces<A>(x.size(), A::kAtOnce, [&](std::size_t at, std::size_t count) {
        const auto bits = to_bits(a, A::slice(moved, at, count));
        return from_bits(a, bits.slice(shift, 64 - shift), count);
      });
  return cut - a.constant(std::uint64_t{1} << (63U - shift), x.size());
}

// ln x times 2^shape.fraction, rounded, for x below 2^shape.bits; 0 for 0. See circuit/logarithm.h.
template <SharedArithmetic A>
[[nodiscard]] typename A::Numbers logarithm(A& a, const typename A::Numbers& x,
                                            const circuit::LogarithmShape& shape) {
  // The table's markers are as many words as it has entries.
  return detail::in_pieces<A>(x.size(), A::kAtOnce / 4, [&](std::size_t at, std::size_t count) {
    const auto bits = to_bits(a, A::slice(x, at, count), shape.bits);
    return from_bits(a, circuit::logarithm(a.bits(), bits, shape), count);
  });
}

// x ln x times 2^shape.fraction, off by at most x units; 0 for 0.
template <SharedArithmetic A>
[[nodiscard]] typename A::Numbers x_ln_x(A& a, const typename A::Numbers& x,
                                         const circuit::LogarithmShape& shape) {
  return a.multiply(x, logarithm(a, x, shape));
}

template <class Numbers>
struct BestNumbers {
  Numbers value;  // empty unless wanted
  Numbers place;
};
enum class NumberOrder { Unsigned, Signed };
// Of each group the largest number below 2^bits (or in two's complement of that many bits) and its
// place; of equal ones the first. `numbers` holds the first of every group, then the second of
// every group, and so on; `count` of each.
template <SharedArithmetic A>
[[nodiscard]] BestNumbers<typename A::Numbers> argmax(
    A& a, const typename A::Numbers& numbers, std::size_t count, unsigned bits = 64,
    NumberOrder order = NumberOrder::Unsigned, circuit::WantValue want = circuit::WantValue::Yes) {
  PRIVET_CHECK(count > 0 && numbers.size() % count == 0 && bits >= 2 && bits <= 64);
  const auto groups = numbers.size() / count;
  const auto sign = order == NumberOrder::Signed ? std::uint64_t{1} << (bits - 1) : 0;
  const auto lane = std::size_t{64} / A::wires(64);
  const auto at_once = std::max(lane, A::kAtOnce / count / lane * lane);
  BestNumbers<typename A::Numbers> out;
  for (std::size_t at = 0; at < groups; at += at_once) {
    const auto piece = std::min(at_once, groups - at);
    // Side by side in whole wires, so that all candidates go through every layer together.
    const auto padding = A::wires(piece) * lane - piece;
    typename A::Numbers candidates;
    for (std::size_t c = 0; c < count; ++c) {
      A::append(candidates, A::slice(numbers, c * groups + at, piece) + a.constant(sign, piece));
      A::append(candidates, a.constant(0, padding));
    }
    const auto best = circuit::argmax(a.bits(), to_bits(a, candidates, bits), count, want);
    A::append(out.place, from_bits(a, best.index, piece));
    if (want == circuit::WantValue::No) continue;
    A::append(out.value, from_bits(a, best.value, piece) - a.constant(sign, piece));
  }
  return out;
}

}  // namespace privet::protocol
