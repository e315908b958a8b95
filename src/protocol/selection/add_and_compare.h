// SPDX-License-Identifier: Apache-2.0
// Is the sum of two private numbers positive? The answer stays shared, or is told.
// Reference: Vaidya, "Privacy preserving data mining over vertically partitioned data" (Purdue
// 2004), section 4.5; Yao (FOCS 1986).
// Idea: a circuit adds the two numbers modulo 2^w, takes them as two's complement and tests for
// "greater than 0". For a shared answer the first party feeds a random number y_a, and the second
// learns y_b = answer - y_a modulo the output ring: uniform by itself.
// Cost for each pair: 2 w AND gates, and about 3 log2(modulus) more for a shared answer modulo a
// number that is not a power of two; batches share their messages.
// Adversary: semi-honest.
// Discloses: the told form one bit a pair, to the recipient; the shared form a uniform number a
// pair, to the second party. Both are in the ledger. Security: that of the context it runs in.
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "circuit/arithmetic.h"
#include "circuit/compare.h"
#include "circuit/reshare.h"
#include "crypto/randomness.h"
#include "protocol/ledger.h"
#include "protocol/piecewise.h"

namespace privet::protocol {

// The bit "x + y > 0" of two's-complement numbers modulo 2^w.
template <circuit::BooleanContext C>
[[nodiscard]] circuit::Word<C> sum_is_positive(C& context, const circuit::Word<C>& x,
                                               const circuit::Word<C>& y) {
  const auto sum = circuit::add(context, x, y);
  const auto zero = circuit::constant(context, 0, sum.bits(), sum.lanes());
  return circuit::less_signed(context, zero, sum);
}

// The bit "x + y >= 0" of two's-complement numbers modulo 2^w: w - 1 AND gates.
template <circuit::BooleanContext C>
[[nodiscard]] circuit::Word<C> sum_is_not_negative(C& context, const circuit::Word<C>& x,
                                                   const circuit::Word<C>& y) {
  const auto sum = circuit::add(context, x, y);
  return circuit::negation(context, sum.slice(sum.bits() - 1, 1));
}

namespace detail {

template <class C>
circuit::Word<C> positive_of_inputs(C& context, circuit::Side own,
                                    std::span<const std::uint64_t> values, unsigned bits) {
  return piecewise(context, own, values, bits, 1,
                   [](C& c, const auto& x, const auto& y) { return sum_is_positive(c, x, y); });
}

}  // namespace detail

// The bit "x < y" for every pair, x being the first party's number and y the second's, unsigned.
// Both parties call it with their own. Tells `recipient` the answers.
template <class C>
[[nodiscard]] std::optional<std::vector<std::uint64_t>> secure_less(
    C& context, circuit::Side own, std::span<const std::uint64_t> values, unsigned bits,
    circuit::Side recipient, Ledger& ledger, Opening opening) {
  const auto answer =
      piecewise(context, own, values, bits, 1,
                [](C& c, const auto& x, const auto& y) { return circuit::less(c, x, y); });
  return context.reveal(recipient, answer, ledger, opening);
}

// Both parties call it with their own numbers, modulo 2^bits. Tells `recipient` the answers.
template <class C>
[[nodiscard]] std::optional<std::vector<std::uint64_t>> add_and_compare(
    C& context, circuit::Side own, std::span<const std::uint64_t> values, unsigned bits,
    circuit::Side recipient, Ledger& ledger, Opening opening) {
  const auto answer = detail::positive_of_inputs(context, own, values, bits);
  return context.reveal(recipient, answer, ledger, opening);
}

// The same with the answers as additive shares in `ring`: the two results add up to 0 or 1. Tells
// the second party kMaskedShare, and the ledger says so.
template <class C>
[[nodiscard]] std::vector<std::uint64_t> add_and_compare_shared(
    C& context, circuit::Side own, std::span<const std::uint64_t> values, unsigned bits,
    circuit::Ring ring, crypto::Randomness& randomness, Ledger& ledger) {
  auto shares = piecewise_shared(context, own, std::array{values}, bits, ring, randomness, ledger,
                                 [](C& c, const auto& x, const auto& y) {
                                   return std::vector{sum_is_positive(c, x[0], y[0])};
                                 });
  return shares.empty() ? std::vector<std::uint64_t>() : std::move(shares.front());
}

}  // namespace privet::protocol
