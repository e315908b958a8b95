// SPDX-License-Identifier: Apache-2.0
// A circuit over two private numbers in each of many lanes, cut into pieces that stay in the cache.
// Idea: the wires of a number take 16 bytes per bit when garbled, so a large batch would go through
// memory for every layer, and need much of it. Each piece is fed in, run and dropped; only its
// results stay. Where every layer costs a round (on shares) pieces are larger, and wires smaller.
// The second party's numbers of a few pieces (of many, where a lane has several) are fed in
// together: its transfers are made by one party while the other takes in those before, and neither
// waits at every piece. Cost: that of the circuit; memory for these pieces and the results.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "circuit/reshare.h"
#include "circuit/word.h"
#include "protocol/ledger.h"
#include "protocol/shared.h"

namespace privet::protocol {

template <circuit::BooleanContext C>
inline constexpr std::size_t kLanesAtOnce = C::kShallow ? 65536 : 1024;
// Where a layer does not take a round: as many as the shared cache holds.
template <circuit::BooleanContext C>
inline constexpr std::size_t kPiecesFed = C::kShallow ? 1 : 4;
// For circuits of many intermediate numbers.
template <circuit::BooleanContext C>
inline constexpr std::size_t kFewLanesAtOnce = C::kShallow ? 65536 : 128;

// gadget(context, x, y), a word of `out_bits`, for every lane: x the first party's number, y the
// second's, both `bits` wide. Both parties call it with their own `values`, as many as the other's.
template <class C, class Gadget>
[[nodiscard]] circuit::Word<C> piecewise(C& context, std::span<const std::uint64_t> values,
                                         unsigned bits, unsigned out_bits, Gadget gadget) {
  using circuit::Side;
  const auto own = context.end().own;
  using Values = std::span<const std::uint64_t>;
  circuit::Word<C> out(out_bits, values.size());
  circuit::Word<C> x;  // kept from piece to piece: fresh memory is the dearest
  std::array<circuit::Word<C>, kPiecesFed<C>> fed;
  std::size_t at = 0;
  while (at < values.size()) {
    const auto piece_of = [&](std::size_t begin) {
      return values.subspan(begin, std::min(kLanesAtOnce<C>, values.size() - begin));
    };
    std::size_t ahead = at;
    for (auto& y : fed) {
      if (ahead == values.size()) break;
      const auto part = piece_of(ahead);
      if (y.lanes() != part.size()) y = circuit::Word<C>(bits, part.size());
      context.input(Side::Second, own == Side::Second ? part : Values(), y);
      ahead += part.size();
    }
    for (auto& y : fed) {
      if (at == ahead) break;
      const auto part = piece_of(at);
      if (x.lanes() != part.size()) x = circuit::Word<C>(bits, part.size());
      context.input(Side::First, own == Side::First ? part : Values(), x);
      const circuit::Word<C> result = gadget(context, std::as_const(x), std::as_const(y));
      PRIVET_CHECK(result.bits() == out_bits);
      for (unsigned i = 0; i < out_bits; ++i) {
        std::ranges::copy(result.bit(i), out.bit(i).subspan(at, part.size()).begin());
      }
      at += part.size();
    }
  }
  return out;
}

// How many wires of the second party's numbers are fed in together where several pieces share a
// round: 256 MiB of labels, where there are as many.
inline constexpr std::size_t kWiresFed = std::size_t{1} << 24U;

namespace detail {

struct Lanes {
  std::size_t at;
  std::size_t count;
};

// One party's numbers in these lanes of all inputs as words. Words of the right shape are used
// again: fresh memory is the dearest.
template <class C>
void feed(C& context, circuit::Side owner, std::span<const std::span<const std::uint64_t>> inputs,
          unsigned bits, Lanes lanes, std::vector<circuit::Word<C>>& words) {
  using Values = std::span<const std::uint64_t>;
  const auto own = context.end().own;
  words.resize(inputs.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (words[i].lanes() != lanes.count) words[i] = circuit::Word<C>(bits, lanes.count);
    context.input(owner, owner == own ? inputs[i].subspan(lanes.at, lanes.count) : Values(),
                  words[i]);
  }
}

// run(at, firsts, seconds) for pieces of the lanes. Where circuits are garbled, the second party's
// numbers of many pieces are fed in before the first of them is run: they are all that it sends, so
// that these pieces take one round together.
template <class C, class RunPiece>
void by_pieces(C& context, std::span<const std::span<const std::uint64_t>> inputs, unsigned bits,
               RunPiece run) {
  using circuit::Side;
  const auto lanes = inputs.front().size();
  for (const auto& input : inputs) PRIVET_CHECK(input.size() == lanes);
  constexpr std::size_t kPiece = kFewLanesAtOnce<C>;
  const auto together =
      C::kShallow ? 1 : std::max<std::size_t>(1, kWiresFed / (inputs.size() * bits * kPiece));
  std::vector<circuit::Word<C>> firsts;
  std::vector<std::vector<circuit::Word<C>>> seconds(
      std::min(together, (lanes + kPiece - 1) / kPiece));
  const auto piece_at = [&](std::size_t at) { return Lanes{at, std::min(kPiece, lanes - at)}; };
  for (std::size_t group = 0; group < lanes; group += together * kPiece) {
    if constexpr (C::kShallow) feed(context, Side::First, inputs, bits, piece_at(group), firsts);
    const auto end = std::min(lanes, group + together * kPiece);
    for (std::size_t at = group, piece = 0; at < end; at += kPiece, ++piece) {
      feed(context, Side::Second, inputs, bits, piece_at(at), seconds[piece]);
    }
    for (std::size_t at = group, piece = 0; at < end; at += kPiece, ++piece) {
      if constexpr (!C::kShallow) feed(context, Side::First, inputs, bits, piece_at(at), firsts);
      run(at, std::as_const(firsts), std::as_const(seconds[piece]));
    }
  }
}

}  // namespace detail

// The same with several numbers per lane: gadget(context, firsts, seconds) gets one word for each
// of `inputs`, from the first and from the second party, and returns a word of `out_bits`.
template <class C, class Gadget>
[[nodiscard]] circuit::Word<C> piecewise_of_many(
    C& context, std::span<const std::span<const std::uint64_t>> inputs, unsigned bits,
    unsigned out_bits, Gadget gadget) {
  circuit::Word<C> out(out_bits, inputs.front().size());
  detail::by_pieces(
      context, inputs, bits, [&](std::size_t at, const auto& firsts, const auto& seconds) {
        const circuit::Word<C> result = gadget(context, firsts, seconds);
        PRIVET_CHECK(result.bits() == out_bits);
        for (unsigned i = 0; i < out_bits; ++i) {
          std::ranges::copy(result.bit(i), out.bit(i).subspan(at, result.lanes()).begin());
        }
      });
  return out;
}

// What the second party sees when a result stays shared: uniform in the ring whatever the result
// is; counted, not listed among what people learned.
inline constexpr Opening kMaskedShare{"masked share of a result", "uniform, whatever the result",
                                      Kind::Masked};

// The same for results that stay shared, in `ring`: gadget(context, firsts, seconds) returns a
// vector of words, none wider than the ring; the two parties' results [r][lane] add up to it. The
// second party sees kMaskedShare, and the ledger says so.
template <class C, class Gadget>
[[nodiscard]] std::vector<Shared<NumberVector>> piecewise_shared(
    C& context, std::span<const std::span<const std::uint64_t>> inputs, unsigned bits,
    circuit::Ring ring, Gadget gadget) {
  using circuit::Side;
  const auto own = context.end().own;
  auto& randomness = context.end().randomness;
  std::vector<NumberVector> shares;
  detail::by_pieces(
      context, inputs, bits, [&](std::size_t, const auto& firsts, const auto& seconds) {
        const std::vector<circuit::Word<C>> results = gadget(context, firsts, seconds);
        const auto count = firsts.front().lanes();
        shares.resize(results.size());
        for (std::size_t r = 0; r < results.size(); ++r) {
          std::vector<std::uint64_t> masks(own == Side::First ? count : 0);
          for (auto& mask : masks) {
            mask = ring.modulus == 0 ? randomness.u64() : randomness.below(ring.modulus);
          }
          const auto mask = context.input(Side::First, masks, ring.bits(), count);
          const auto wide = circuit::resized(context, results[r], ring.bits());
          const auto masked = circuit::subtract_modulo(context, wide, mask, ring);
          const auto seen = context.reveal(Side::Second, masked, kMaskedShare);
          const auto& mine = own == Side::First ? masks : seen.value();
          shares[r].insert(shares[r].end(), mine.begin(), mine.end());
        }
      });
  std::vector<Shared<NumberVector>> out;
  for (auto& share : shares) out.emplace_back(std::move(share));
  return out;
}

}  // namespace privet::protocol
