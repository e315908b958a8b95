// SPDX-License-Identifier: Apache-2.0
// Is the sum of two private numbers positive? The answer stays shared, or is opened.
// Reference: Vaidya, "Privacy preserving data mining over vertically partitioned data" (Purdue
// 2004), section 4.5; Yao (FOCS 1986).
// Idea: a circuit adds the two numbers modulo 2^w, takes them as two's complement and tests for
// "greater than 0". For a shared answer the first party feeds a random number y_a, and the second
// learns y_b = answer - y_a modulo the output ring: uniform by itself.
// Cost for each pair: 2 w AND gates, and about 3 log2(modulus) more for a shared answer modulo a
// number that is not a power of two; batches share their messages.
// Adversary: semi-honest.
// Discloses: the opened form one bit per pair, to the recipient; the shared form a uniform number a
// pair, to the second party. Both are in the ledger. Security: that of the context it runs in.
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "circuit/compare.h"
#include "circuit/reshare.h"
#include "circuit/sum_sign.h"
#include "protocol/piecewise.h"
#include "protocol/raw_share.h"

namespace privet::protocol {

using circuit::sum_is_not_negative;
using circuit::sum_is_positive;

namespace detail {

template <class C>
circuit::Word<C> positive_of_inputs(C& context, std::span<const std::uint64_t> values,
                                    unsigned bits) {
  return piecewise(context, values, bits, 1,
                   [](C& c, const auto& x, const auto& y) { return sum_is_positive(c, x, y); });
}

}  // namespace detail

// The bit "x < y" for every pair, x being the first party's number and y the second's, unsigned.
// Both parties call it with their own. Tells `recipient` the answers.
template <class C>
[[nodiscard]] std::optional<std::vector<std::uint64_t>> secure_less(
    C& context, std::span<const std::uint64_t> values, unsigned bits, circuit::Side recipient,
    Opening opening) {
  const auto answer = piecewise(context, values, bits, 1, [](C& c, const auto& x, const auto& y) {
    return circuit::less(c, x, y);
  });
  return context.reveal(recipient, answer, opening);
}

// The shares are modulo 2^bits: a number of each party's own is one. Tells `recipient` the answers.
template <class C>
[[nodiscard]] std::optional<std::vector<std::uint64_t>> add_and_compare(
    C& context, const Shared<NumberVector>& values, unsigned bits, circuit::Side recipient,
    Opening opening) {
  const auto answer = detail::positive_of_inputs(context, protocol_only::raw(values), bits);
  return context.reveal(recipient, answer, opening);
}

// The same with the answers as additive shares in `ring`: the two results add up to 0 or 1. Tells
// the second party kMaskedShare, and the ledger says so.
template <class C>
[[nodiscard]] Shared<NumberVector> add_and_compare_shared(C& context,
                                                          const Shared<NumberVector>& values,
                                                          unsigned bits, circuit::Ring ring) {
  const std::array<std::span<const std::uint64_t>, 1> inputs{protocol_only::raw(values)};
  auto shares =
      piecewise_shared(context, inputs, bits, ring, [](C& c, const auto& x, const auto& y) {
        return std::vector{sum_is_positive(c, x[0], y[0])};
      });
  return shares.empty() ? Shared<NumberVector>() : std::move(shares.front());
}

}  // namespace privet::protocol
