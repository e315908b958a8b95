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
// Discloses: the shared form nothing; the told form one bit a pair, to the recipient, in the
// ledger. Security: that of the context it runs in. Threads: one at a time.
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

namespace privet::protocol {

// The bit "x + y > 0" of two's-complement numbers modulo 2^w.
template <circuit::BooleanContext C>
[[nodiscard]] circuit::Word<C> sum_is_positive(C& context, const circuit::Word<C>& x,
                                               const circuit::Word<C>& y) {
  const auto sum = circuit::add(context, x, y);
  const auto zero = circuit::constant(context, 0, sum.bits(), sum.lanes());
  return circuit::less_signed(context, zero, sum);
}

namespace detail {

template <class C>
circuit::Word<C> positive_of_inputs(C& context, circuit::Side own,
                                    std::span<const std::uint64_t> values, unsigned bits) {
  using circuit::Side;
  using Values = std::span<const std::uint64_t>;
  const auto lanes = values.size();
  const auto x = context.input(Side::First, own == Side::First ? values : Values(), bits, lanes);
  const auto y = context.input(Side::Second, own == Side::Second ? values : Values(), bits, lanes);
  return sum_is_positive(context, x, y);
}

}  // namespace detail

// Both parties call it with their own numbers, modulo 2^bits. Tells `recipient` the answers.
template <class C>
[[nodiscard]] std::optional<std::vector<std::uint64_t>> add_and_compare(
    C& context, circuit::Side own, std::span<const std::uint64_t> values, unsigned bits,
    circuit::Side recipient, Ledger& ledger, Opening opening) {
  const auto answer = detail::positive_of_inputs(context, own, values, bits);
  return context.reveal(recipient, answer, ledger, opening);
}

// The same with the answers as additive shares in `ring`: the two results add up to 0 or 1.
template <class C>
[[nodiscard]] std::vector<std::uint64_t> add_and_compare_shared(
    C& context, circuit::Side own, std::span<const std::uint64_t> values, unsigned bits,
    circuit::Ring ring, crypto::Randomness& randomness) {
  using circuit::Side;
  const auto lanes = values.size();
  const auto answer = detail::positive_of_inputs(context, own, values, bits);
  std::vector<std::uint64_t> masks;
  if (own == Side::First) {
    for (std::size_t i = 0; i < lanes; ++i) {
      masks.push_back(ring.modulus == 0 ? randomness.u64() : randomness.below(ring.modulus));
    }
  }
  const auto mask = context.input(Side::First, masks, ring.bits(), lanes);
  const auto wide = circuit::resized(context, answer, ring.bits());
  const auto share = circuit::subtract_modulo(context, wide, mask, ring);
  // A masked value is no disclosure: it is uniform in the ring, so the ledger of the run stays as
  // it is.
  Ledger unlisted;
  const auto opened = context.reveal(Side::Second, share, unlisted, {"masked share", "uniform"});
  return own == Side::First ? masks : opened.value();
}

}  // namespace privet::protocol
