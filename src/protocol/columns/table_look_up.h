// SPDX-License-Identifier: Apache-2.0
// A public table at shared places, for tables too large for circuit/look_up.h.
// Idea: the lower bits of the place become a marker for each of their values, of which every entry
// of the answer is a sum, once for each value of the upper bits; the upper bits then choose between
// these, halving them bit by bit. A bit times a whole word is the only gate, and some contexts have
// it at the price of one transfer.
// Cost for k bits, entries of w bits, of which l are lower: 2^l gates and (2^(k-l) - 1) w; k - 1
// rounds. Adversary, security: as the arithmetic's. Discloses: nothing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "circuit/compare.h"
#include "protocol/shared_arithmetic.h"

namespace privet::protocol {

// The one-bit chooser of every lane times the word, as the arithmetic does it best.
template <SharedArithmetic A>
[[nodiscard]] circuit::Word<typename A::Bits> times_word(
    A& a, const circuit::Word<typename A::Bits>& chooser,
    const circuit::Word<typename A::Bits>& word) {
  if constexpr (requires { a.times(chooser, word); }) {
    return a.times(chooser, word);
  } else {
    return circuit::times_bit(a.bits(), chooser, word);
  }
}

namespace detail {

inline constexpr std::size_t kMarkedBits = 10;

template <SharedArithmetic A>
circuit::Word<typename A::Bits> markers(A& a, const circuit::Word<typename A::Bits>& place) {
  auto hot =
      circuit::concatenate(circuit::negation(a.bits(), place.slice(0, 1)), place.slice(0, 1));
  for (std::size_t bit = 1; bit < place.bits(); ++bit) {
    const auto upper = times_word(a, place.slice(bit, 1), hot);
    hot = circuit::concatenate(circuit::exclusive_or(a.bits(), hot, upper), upper);
  }
  return hot;
}

// Entry after entry of the upper bits, each `bits` wide: the sums of the markers of the entries
// that have the bit. Strips of lanes, so that the markers stay in the cache.
template <SharedArithmetic A>
circuit::Word<typename A::Bits> marked_sums(A& a, const circuit::Word<typename A::Bits>& hot,
                                            std::span<const std::uint64_t> table,
                                            std::size_t bits) {
  constexpr std::size_t kStrip = 256;
  const auto lanes = hot.lanes();
  const auto parts = table.size() / hot.bits();
  circuit::Word<typename A::Bits> out(parts * bits, lanes, a.bits().constant(false));
  for (std::size_t at = 0; at < lanes; at += kStrip) {
    const auto count = std::min(kStrip, lanes - at);
    for (std::size_t part = 0; part < parts; ++part) {
      for (std::size_t i = 0; i < bits; ++i) {
        const auto sum = out.bit(part * bits + i).subspan(at, count);
        for (std::size_t entry = 0; entry < hot.bits(); ++entry) {
          if (((table[part * hot.bits() + entry] >> i) & 1U) == 0) continue;
          circuit::xor_rows(a.bits(), sum, hot.bit(entry).subspan(at, count), sum);
        }
      }
    }
  }
  return out;
}

}  // namespace detail

// table[place] as a number of `bits`, for a table of 2^place.bits() entries.
template <SharedArithmetic A>
[[nodiscard]] circuit::Word<typename A::Bits> table_look_up(
    A& a, const circuit::Word<typename A::Bits>& place, std::span<const std::uint64_t> table,
    std::size_t bits) {
  PRIVET_CHECK(place.bits() < 40 && table.size() == std::size_t{1} << place.bits() && bits <= 64);
  const auto low = std::min(place.bits(), detail::kMarkedBits);
  auto left = detail::marked_sums(a, detail::markers(a, place.slice(0, low)), table, bits);
  for (auto bit = place.bits(); bit-- > low;) {
    const auto half = left.bits() / 2;
    const auto lower = left.slice(0, half);
    const auto both = circuit::exclusive_or(a.bits(), lower, left.slice(half, half));
    const auto chosen = times_word(a, place.slice(bit, 1), both);
    left = circuit::exclusive_or(a.bits(), lower, chosen);
  }
  return left;
}

}  // namespace privet::protocol
