// SPDX-License-Identifier: Apache-2.0
// Circuits whose inputs and results are shares modulo 2^w, w up to 256.
// Idea: as protocol/piecewise.h, with numbers of several machine words: an input is laid together
// from its words; of a result the first party's random number is taken off, and the second party
// sees the rest. Cost: that of the circuit, and w - 1 AND gates per result.
// Adversary: semi-honest. Discloses: kMaskedShare for each result, to the second party, in the
// ledger. Security: that of the context. Threads: one at a time.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "protocol/piecewise.h"
#include "protocol/wide/number.h"

namespace privet::protocol {

namespace detail {

// Word number `word` of every number.
inline std::vector<std::uint64_t> column(std::span<const Wide> numbers, std::size_t word) {
  std::vector<std::uint64_t> out(numbers.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = numbers[i].words.at(word);
  return out;
}

inline unsigned bits_of_word(unsigned bits, unsigned word) {
  return std::min(64U, bits - 64 * word);
}

}  // namespace detail

// Numbers below 2^bits, on wires; `values` is empty at the party that is not the owner.
template <class C>
[[nodiscard]] circuit::Word<C> input_wide(C& context, circuit::Side owner,
                                          std::span<const Wide> values, unsigned bits,
                                          std::size_t lanes) {
  circuit::Word<C> out(0, lanes);
  for (unsigned word = 0; 64 * word < bits; ++word) {
    const auto values_of_word = detail::column(values, word);
    const auto wires =
        context.input(owner, values_of_word, detail::bits_of_word(bits, word), lanes);
    out = circuit::concatenate(out, wires);
  }
  return out;
}

// This party's shares modulo 2^bits of a number on wires.
template <class C>
[[nodiscard]] std::vector<Wide> share_wide(C& context, const circuit::Word<C>& number,
                                           unsigned bits) {
  using circuit::Side;
  const auto own = context.end().own;
  auto& randomness = context.end().randomness;
  const auto lanes = number.lanes();
  std::vector<Wide> masks(own == Side::First ? lanes : 0);
  for (auto& mask : masks) {
    for (auto& word : mask.words) word = randomness.u64();
    mask = cut(mask, bits);
  }
  const auto wires = input_wide(context, Side::First, std::span<const Wide>(masks), bits, lanes);
  const auto wide = circuit::resized(context, number, bits);
  const auto masked = circuit::subtract(context, wide, wires);
  std::vector<Wide> seen(own == Side::Second ? lanes : 0);
  for (unsigned word = 0; 64 * word < bits; ++word) {
    const auto part = masked.slice(std::size_t{64} * word, detail::bits_of_word(bits, word));
    const auto values = context.reveal(Side::Second, part, kMaskedShare);
    for (std::size_t i = 0; i < seen.size(); ++i) seen[i].words.at(word) = values.value()[i];
  }
  return own == Side::First ? masks : seen;
}

// gadget(context, first, second) for every lane, of the two parties' numbers below 2^bits; it
// returns a vector of words, whose shares modulo 2^ring_bits are the result [r][lane].
template <class C, class Gadget>
[[nodiscard]] std::vector<std::vector<Wide>> piecewise_wide(C& context,
                                                            std::span<const Wide> values,
                                                            unsigned bits, unsigned ring_bits,
                                                            Gadget gadget) {
  using circuit::Side;
  const auto own = context.end().own;
  using Values = std::span<const Wide>;
  std::vector<std::vector<Wide>> out;
  for (std::size_t at = 0; at < values.size(); at += kFewLanesAtOnce<C>) {
    const auto part = values.subspan(at, std::min(kFewLanesAtOnce<C>, values.size() - at));
    const auto first =
        input_wide(context, Side::First, own == Side::First ? part : Values(), bits, part.size());
    const auto second =
        input_wide(context, Side::Second, own == Side::Second ? part : Values(), bits, part.size());
    const std::vector<circuit::Word<C>> results = gadget(context, first, second);
    out.resize(results.size());
    for (std::size_t r = 0; r < results.size(); ++r) {
      const auto shares = share_wide(context, results[r], ring_bits);
      out[r].insert(out[r].end(), shares.begin(), shares.end());
    }
  }
  return out;
}

}  // namespace privet::protocol
