// SPDX-License-Identifier: Apache-2.0
// Circuits over long vectors of shared numbers in few rounds: signs, and the largest of several.
// Idea: as protocol/number_operations.h, but all numbers go through every layer together, as far as
// memory allows, so that rounds do not grow with the number of parts of a table. A wire may carry
// several lanes, so blocks of numbers that are to be taken apart again begin at whole wires.
// Adversary, security: as the arithmetic's. Discloses: nothing. Threads: one at a time.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "circuit/carry_save.h"
#include "circuit/compare.h"
#include "protocol/number_operations.h"

namespace privet::federation {

// Numbers that go through a circuit together: some hundred bytes each.
inline constexpr std::size_t kLanesAtOnce = std::size_t{1} << 19U;

// Filled up with zeros so that whatever follows begins at a whole wire.
template <protocol::SharedArithmetic A>
void fill_wires(A& a, typename A::Numbers& numbers) {
  const auto lane = std::size_t{64} / A::wires(64);
  const auto missing = (lane - numbers.size() % lane) % lane;
  if (missing > 0) A::append(numbers, a.constant(0, missing));
}

template <class Bits>
[[nodiscard]] circuit::Word<Bits> wires_of(const circuit::Word<Bits>& word, std::size_t from,
                                           std::size_t count) {
  circuit::Word<Bits> out(word.bits(), count);
  for (std::size_t i = 0; i < word.bits(); ++i) {
    std::ranges::copy(word.bit(i).subspan(from, count), out.bit(i).begin());
  }
  return out;
}

// For each block of numbers, all of one size, the bit "below zero" in two's complement of `bits`.
template <protocol::SharedArithmetic A>
[[nodiscard]] std::vector<circuit::Word<typename A::Bits>> signs(
    A& a, std::vector<typename A::Numbers> blocks, unsigned bits) {
  typename A::Numbers all;
  for (auto& block : blocks) {
    fill_wires(a, block);
    A::append(all, block);
  }
  const auto total = all.size();
  circuit::Word<typename A::Bits> out(1, A::wires(total));
  for (std::size_t at = 0; at < total; at += kLanesAtOnce) {
    const auto count = std::min(kLanesAtOnce, total - at);
    const auto words = to_two_words(a, A::slice(all, at, count), bits);
    const auto piece = circuit::sign_of_sum(a.bits(), words.sum, words.carry);
    std::ranges::copy(piece.all(), out.all().subspan(A::wires(at)).begin());
  }
  std::vector<circuit::Word<typename A::Bits>> parts;
  const auto wires = A::wires(total) / blocks.size();
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    parts.push_back(wires_of(out, b * wires, wires));
  }
  return parts;
}

// The bits of each word, of `count` lanes, as numbers 0 and 1.
template <protocol::SharedArithmetic A>
[[nodiscard]] std::vector<typename A::Numbers> as_numbers(
    A& a, std::span<const circuit::Word<typename A::Bits>> words, std::size_t count) {
  const auto together = circuit::side_by_side<typename A::Bits>(words);
  const auto lane = std::size_t{64} / A::wires(64);
  const auto block = words.front().lanes() * lane;
  const auto all = from_bits(a, together, block * words.size());
  std::vector<typename A::Numbers> out;
  for (std::size_t w = 0; w < words.size(); ++w) out.push_back(A::slice(all, w * block, count));
  return out;
}

// The largest number below 2^bits of each lane over the candidates, all of one size, on wires.
template <protocol::SharedArithmetic A>
[[nodiscard]] circuit::Word<typename A::Bits> largest(A& a,
                                                      std::vector<typename A::Numbers> candidates,
                                                      unsigned bits) {
  typename A::Numbers all;
  for (auto& candidate : candidates) {
    fill_wires(a, candidate);
    A::append(all, candidate);
  }
  return circuit::argmax(a.bits(), protocol::to_bits(a, all, bits), candidates.size()).value;
}

}  // namespace privet::federation
