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

// For each block of numbers, all of one size, its lowest `bits`: more gates than signs(), but all
// of them in one go.
template <protocol::SharedArithmetic A>
[[nodiscard]] std::vector<circuit::Word<typename A::Bits>> bits_of(
    A& a, std::vector<typename A::Numbers> blocks, unsigned bits) {
  typename A::Numbers all;
  for (auto& block : blocks) {
    fill_wires(a, block);
    A::append(all, block);
  }
  const auto words = protocol::to_bits(a, all, bits);
  std::vector<circuit::Word<typename A::Bits>> out;
  const auto wires = words.lanes() / blocks.size();
  for (std::size_t b = 0; b < blocks.size(); ++b) out.push_back(wires_of(words, b * wires, wires));
  return out;
}

// Words of one shape through one layer of AND.
template <class Bits>
[[nodiscard]] std::vector<circuit::Word<Bits>> conjunctions(
    Bits& bits, const std::vector<circuit::Word<Bits>>& x,
    const std::vector<circuit::Word<Bits>>& y) {
  const auto all =
      circuit::conjunction(bits, circuit::side_by_side<Bits>(x), circuit::side_by_side<Bits>(y));
  std::vector<circuit::Word<Bits>> out;
  const auto lanes = x.front().lanes();
  for (std::size_t i = 0; i < x.size(); ++i) out.push_back(wires_of(all, i * lanes, lanes));
  return out;
}

// For each list, all of one length, the AND of its words of one bit.
template <class Bits>
[[nodiscard]] std::vector<circuit::Word<Bits>> all_of_each(
    Bits& bits, std::vector<std::vector<circuit::Word<Bits>>> lists) {
  while (lists.front().size() > 1) {
    std::vector<circuit::Word<Bits>> left;
    std::vector<circuit::Word<Bits>> right;
    const auto half = lists.front().size() / 2;
    for (const auto& list : lists) {
      for (std::size_t i = 0; i < half; ++i) {
        left.push_back(list[i]);
        right.push_back(list[half + i]);
      }
    }
    auto joined = conjunctions(bits, left, right);
    for (std::size_t l = 0; l < lists.size(); ++l) {
      std::vector<circuit::Word<Bits>> next(
          std::make_move_iterator(joined.begin() + static_cast<std::ptrdiff_t>(l * half)),
          std::make_move_iterator(joined.begin() + static_cast<std::ptrdiff_t>((l + 1) * half)));
      if (lists[l].size() % 2 == 1) next.push_back(std::move(lists[l].back()));
      lists[l] = std::move(next);
    }
  }
  std::vector<circuit::Word<Bits>> out;
  for (auto& list : lists) out.push_back(std::move(list.front()));
  return out;
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

namespace detail {

// Fewer candidates than this meet each other all at once, more in a tournament.
inline constexpr std::size_t kMeetAll = 9;

// Each candidate against every other: the winner loses to none that follows and is beaten by none
// before it or equal; its bits are the sum of all, each if it won.
template <class Bits>
circuit::Word<Bits> largest_of_few(Bits& bits, const std::vector<circuit::Word<Bits>>& numbers) {
  std::vector<circuit::Word<Bits>> left;
  std::vector<circuit::Word<Bits>> right;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    for (std::size_t j = i + 1; j < numbers.size(); ++j) {
      left.push_back(numbers[i]);
      right.push_back(numbers[j]);
    }
  }
  const auto less =
      circuit::less(bits, circuit::side_by_side<Bits>(left), circuit::side_by_side<Bits>(right));
  const auto lanes = numbers.front().lanes();
  std::vector<std::vector<circuit::Word<Bits>>> beats(numbers.size());
  std::size_t pair = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    for (std::size_t j = i + 1; j < numbers.size(); ++j) {
      const auto second = wires_of(less, pair++ * lanes, lanes);
      beats[i].push_back(circuit::negation(bits, second));
      beats[j].push_back(second);
    }
  }
  const auto won = all_of_each(bits, std::move(beats));
  std::vector<circuit::Word<Bits>> chooser;
  std::vector<circuit::Word<Bits>> bit;
  const auto width = numbers.front().bits();
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    for (std::size_t b = 0; b < width; ++b) {
      chooser.push_back(won[i]);
      bit.push_back(numbers[i].slice(b, 1));
    }
  }
  const auto chosen = conjunctions(bits, chooser, bit);
  circuit::Word<Bits> out(width, lanes, bits.constant(false));
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    circuit::xor_rows(bits, out.bit(i % width), chosen[i].bit(0), out.bit(i % width));
  }
  return out;
}

}  // namespace detail

// The largest number below 2^bits of each lane over the candidates, all of one size, on wires.
template <protocol::SharedArithmetic A>
[[nodiscard]] circuit::Word<typename A::Bits> largest(A& a,
                                                      std::vector<typename A::Numbers> candidates,
                                                      unsigned bits) {
  if (candidates.size() > 1 && candidates.size() < detail::kMeetAll) {
    return detail::largest_of_few(a.bits(), bits_of(a, std::move(candidates), bits));
  }
  typename A::Numbers all;
  for (auto& candidate : candidates) {
    fill_wires(a, candidate);
    A::append(all, candidate);
  }
  return circuit::argmax(a.bits(), protocol::to_bits(a, all, bits), candidates.size()).value;
}

}  // namespace privet::federation
