// SPDX-License-Identifier: Apache-2.0
// Every gadget applied to two words, in any context, and what plain arithmetic says about it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "circuit/arithmetic.h"
#include "circuit/compare.h"
#include "circuit/look_up.h"
#include "circuit/reshare.h"

namespace privet::testing_support {

inline constexpr std::size_t kGadgetBits = 12;
inline constexpr std::uint64_t kGadgetMask = (1U << kGadgetBits) - 1;
inline constexpr circuit::Ring kPrime{4093};  // the largest prime of 12 bits

inline std::array<std::uint64_t, 16> gadget_table() {
  std::array<std::uint64_t, 16> table{};
  for (std::uint64_t i = 0; i < 16; ++i) table.at(i) = (i * 0x9e3779b97f4a7c15ULL) >> 50U;
  return table;
}

inline constexpr circuit::Ring kPower{4096};
inline constexpr std::size_t kShortBits = 5;  // of a divisor that is shorter than the dividend

inline constexpr std::array<std::string_view, 26> kGadgets{
    "add",          "add_wide",        "subtract",      "multiply",
    "quotient",     "remainder",       "less",          "signed",
    "equal",        "choose",          "smaller",       "larger",
    "argmax value", "argmax index",    "leading",       "look_up",
    "add_modulo",   "subtract_modulo", "exclusive_or",  "complement",
    "add, power",   "subtract, power", "short divisor", "its remainder",
    "long divisor", "add, carry"};

template <circuit::BooleanContext C>
std::vector<circuit::Word<C>> apply_gadgets(C& context, const circuit::Word<C>& x,
                                            const circuit::Word<C>& y) {
  using namespace circuit;
  const auto division = divide(context, x, y);
  const auto short_y = y.slice(0, kShortBits);
  const auto by_short = divide(context, x, short_y);
  const auto by_long = divide(context, short_y, x);
  const auto is_less = less(context, x, y);
  const std::vector<Word<C>> candidates{x, y, exclusive_or(context, x, y), y, x};
  const auto best = argmax(context, candidates);
  // Numbers below the prime: the top values are moved down by clearing a bit.
  const auto low_x = resized(context, x.slice(0, kGadgetBits - 1), kGadgetBits);
  const auto low_y = resized(context, y.slice(0, kGadgetBits - 1), kGadgetBits);
  return {add(context, x, y),
          add_wide(context, x, y),
          subtract(context, x, y),
          multiply(context, x, y),
          division.quotient,
          division.remainder,
          is_less,
          less_signed(context, x, y),
          equal(context, x, y),
          choose(context, is_less, x, y),
          smaller(context, x, y),
          larger(context, x, y),
          best.value,
          best.index,
          leading_one(context, x),
          look_up(context, x.slice(0, 4), gadget_table(), 14),
          add_modulo(context, low_x, low_y, kPrime),
          subtract_modulo(context, low_x, low_y, kPrime),
          exclusive_or(context, x, y),
          negation(context, x),
          add_modulo(context, x, y, kPower),
          subtract_modulo(context, x, y, kPower),
          by_short.quotient,
          by_short.remainder,
          by_long.quotient,
          add_with_carry(context, x, y, is_less)};
}

inline std::vector<std::uint64_t> plain_gadgets(std::uint64_t x, std::uint64_t y) {
  const auto mask = kGadgetMask;
  const auto sign = [](std::uint64_t v) {
    return static_cast<std::int64_t>(v << (64 - kGadgetBits)) >> (64 - kGadgetBits);
  };
  const std::array<std::uint64_t, 5> candidates{x, y, x ^ y, y, x};
  const auto best = std::ranges::max_element(candidates);
  const auto low_x = x & (mask >> 1U);
  const auto low_y = y & (mask >> 1U);
  const auto p = kPrime.modulus;
  const auto short_mask = (std::uint64_t{1} << kShortBits) - 1;
  const auto short_y = y & short_mask;
  return {(x + y) & mask,
          x + y,
          (x - y) & mask,
          x * y,
          y == 0 ? mask : x / y,
          y == 0 ? x : x % y,
          x < y ? 1U : 0U,
          sign(x) < sign(y) ? 1U : 0U,
          x == y ? 1U : 0U,
          std::min(x, y),
          std::min(x, y),
          std::max(x, y),
          *best,
          static_cast<std::uint64_t>(best - candidates.begin()),
          x == 0 ? 0 : std::bit_floor(x),
          gadget_table().at(x & 15U) & 0x3fffU,
          (low_x + low_y) % p,
          (low_x + p - low_y) % p,
          x ^ y,
          ~x & mask,
          (x + y) & mask,
          (x - y) & mask,
          short_y == 0 ? mask : x / short_y,
          short_y == 0 ? x & short_mask : x % short_y,
          x == 0 ? short_mask : short_y / x,
          (x + y + (x < y ? 1 : 0)) & mask};
}

// All pairs of edge values, and random ones.
struct GadgetInputs {
  std::vector<std::uint64_t> x, y;
};
template <class Random>
GadgetInputs gadget_inputs(Random& random, std::size_t more) {
  const std::array<std::uint64_t, 7> edges{
      0, 1, 2, kGadgetMask / 2, kGadgetMask / 2 + 1, kGadgetMask - 1, kGadgetMask};
  GadgetInputs out;
  for (const auto x : edges) {
    for (const auto y : edges) {
      out.x.push_back(x);
      out.y.push_back(y);
    }
  }
  for (std::size_t i = 0; i < more; ++i) {
    out.x.push_back(random() & kGadgetMask);
    // Small divisors and near values too.
    out.y.push_back(i % 3 == 0
                        ? random() & 15U
                        : (i % 3 == 1 ? (out.x.back() + 1) & kGadgetMask : random() & kGadgetMask));
  }
  return out;
}

}  // namespace privet::testing_support
