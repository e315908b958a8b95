// SPDX-License-Identifier: Apache-2.0
// SharedArithmetic: what a task needs from whoever computes on shared numbers modulo 2^64.
// Idea: as circuit::BooleanContext for bits. Tasks, fixed-point numbers and the operations of
// protocol/number_operations.h are written once over it; two parties compute by oblivious transfer
// (protocol/additive/arithmetic.h), three who do not collude by replicated shares
// (protocol/replicated/numbers.h). Sums, differences and public multiples are operators of Numbers
// and cost nothing; everything else comes in batches.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <vector>

#include "circuit/carry_save.h"
#include "circuit/context.h"
#include "protocol/ledger.h"

namespace privet::protocol {

// Signed numbers x with -kTruncated <= x < kTruncated can be truncated.
inline constexpr std::uint64_t kTruncated = std::uint64_t{1} << 62U;

template <class A>
concept SharedArithmetic =
    requires(A& a, typename A::Numbers x, const typename A::Numbers& y, std::uint64_t value,
             std::size_t count, unsigned bits, std::span<const std::uint64_t> values, PartyId party,
             Opening opening, circuit::Word<typename A::Bits> word) {
      requires circuit::BooleanContext<typename A::Bits>;
      // How many numbers go through a circuit together, and how many wires carry them.
      { A::kAtOnce } -> std::convertible_to<std::size_t>;
      { A::wires(count) } -> std::same_as<std::size_t>;
      { a.bits() } -> std::same_as<typename A::Bits&>;

      { y.size() } -> std::same_as<std::size_t>;
      { x + y } -> std::same_as<typename A::Numbers>;
      { x - y } -> std::same_as<typename A::Numbers>;
      { x* value } -> std::same_as<typename A::Numbers>;
      { A::slice(y, count, count) } -> std::same_as<typename A::Numbers>;
      { A::append(x, y) } -> std::same_as<void>;
      // Of `count` neighbours each.
      { A::sums(y, count) } -> std::same_as<typename A::Numbers>;

      // One party's numbers (`values` is empty at the others), and public ones.
      { a.input(party, values, count) } -> std::same_as<typename A::Numbers>;
      { a.constant(value, count) } -> std::same_as<typename A::Numbers>;
      { a.multiply(y, y) } -> std::same_as<typename A::Numbers>;
      { a.scalar_products(y, y, count) } -> std::same_as<typename A::Numbers>;
      // Divided by 2^bits, in the range of kTruncated; off by less than one unit.
      { a.truncate(y, bits) } -> std::same_as<typename A::Numbers>;
      { a.multiply_truncated(y, y, bits) } -> std::same_as<typename A::Numbers>;
      { a.scalar_products_truncated(y, y, count, bits) } -> std::same_as<typename A::Numbers>;

      // Two words whose sum the lowest bits are, and numbers from words of up to 64 bits.
      { to_two_words(a, y, count) } -> std::same_as<circuit::CarrySave<typename A::Bits>>;
      // A bit for each: below zero in two's complement, and x < y unsigned.
      { sign_bit(a, y) } -> std::same_as<circuit::Word<typename A::Bits>>;
      { less_bit(a, y, y) } -> std::same_as<circuit::Word<typename A::Bits>>;
      { from_bits(a, word, count) } -> std::same_as<typename A::Numbers>;

      { a.open_to_all(y, opening) } -> std::same_as<std::vector<std::uint64_t>>;
    };

}  // namespace privet::protocol
