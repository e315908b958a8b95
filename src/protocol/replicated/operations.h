// SPDX-License-Identifier: Apache-2.0
// What tasks do with numbers shared among three parties besides sums and products: order, equality,
// choice, quotients, logarithms, the largest of several; all in batches.
// Idea: the numbers become bits (protocol/replicated/convert.h), the circuits of src/circuit run on
// them as they do between two parties, and the result becomes numbers again. A sign needs only the
// highest carry, and equality none.
// Cost for 64 bits, in AND gates (a bit from every party each): negative and less_in_range about
// 250 and 9 rounds, less 1,200, equal 190, divide about 20,000.
// Adversary: semi-honest, one of the three. Discloses: nothing. Threads: one at a time.
#pragma once

#include "circuit/compare.h"
#include "circuit/logarithm.h"
#include "protocol/replicated/convert.h"

namespace privet::protocol::replicated {

// 1 where the number, in two's complement, is below zero, else 0.
[[nodiscard]] Numbers negative(Arithmetic& arithmetic, const Numbers& x);
// 1 where x < y, as unsigned numbers of 64 bits.
[[nodiscard]] Numbers less(Arithmetic& arithmetic, const Numbers& x, const Numbers& y);
// 1 where x < y, for numbers in two's complement whose difference is surely at least -2^63 and
// below 2^63: a fifth of the gates.
[[nodiscard]] Numbers less_in_range(Arithmetic& arithmetic, const Numbers& x, const Numbers& y);
[[nodiscard]] Numbers equal(Arithmetic& arithmetic, const Numbers& x, const Numbers& y);
// `when_one` where the chooser, which is 0 or 1, is 1, else `when_zero`.
[[nodiscard]] Numbers choose(Arithmetic& arithmetic, const Numbers& chooser,
                             const Numbers& when_one, const Numbers& when_zero);

struct Quotients {
  Numbers quotient;
  Numbers remainder;
};
// Unsigned numbers below 2^bits. By zero: all ones, and the dividend is the remainder.
[[nodiscard]] Quotients divide(Arithmetic& arithmetic, const Numbers& dividends,
                               const Numbers& divisors, unsigned bits = 64);

// x / 2^shift rounded down, exactly, for numbers in two's complement.
[[nodiscard]] Numbers truncate_exactly(Arithmetic& arithmetic, const Numbers& x, unsigned shift);

// ln x times 2^shape.fraction, rounded, for x below 2^shape.bits; 0 for 0. See circuit/logarithm.h.
[[nodiscard]] Numbers logarithm(Arithmetic& arithmetic, const Numbers& x,
                                const circuit::LogarithmShape& shape);
// x ln x times 2^shape.fraction, off by at most x units; 0 for 0.
[[nodiscard]] Numbers x_ln_x(Arithmetic& arithmetic, const Numbers& x,
                             const circuit::LogarithmShape& shape);

struct Best {
  Numbers value;  // empty unless wanted
  Numbers place;
};
enum class Order { Unsigned, Signed };
// Of each group, the largest number below 2^bits (or in two's complement of so many bits) and its
// place; of equal ones the first. `numbers` holds the first of every group, then the second of
// every group, and so on; `count` of each.
[[nodiscard]] Best argmax(Arithmetic& arithmetic, const Numbers& numbers, std::size_t count,
                          unsigned bits = 64, Order order = Order::Unsigned,
                          circuit::WantValue want = circuit::WantValue::Yes);

}  // namespace privet::protocol::replicated
