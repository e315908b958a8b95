// SPDX-License-Identifier: Apache-2.0
// A circuit over two private numbers in each of many lanes, cut into pieces that stay in the cache.
// Idea: the wires of a number take 16 bytes a bit when garbled, so a large batch would go through
// memory for every layer, and need much of it. Each piece is fed in, run and dropped; only its
// results stay. Where every layer costs a round (on shares) pieces are larger, and wires smaller.
// Cost: that of the circuit; memory for one piece and the results.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

#include "circuit/word.h"

namespace privet::protocol {

template <circuit::BooleanContext C>
inline constexpr std::size_t kLanesAtOnce = C::kShallow ? 65536 : 1024;

// gadget(context, x, y), a word of `out_bits`, for every lane: x the first party's number, y the
// second's, both `bits` wide. Both parties call it with their own `values`, as many as the other's.
template <class C, class Gadget>
[[nodiscard]] circuit::Word<C> piecewise(C& context, circuit::Side own,
                                         std::span<const std::uint64_t> values, unsigned bits,
                                         unsigned out_bits, Gadget gadget) {
  using circuit::Side;
  using Values = std::span<const std::uint64_t>;
  circuit::Word<C> out(out_bits, values.size());
  circuit::Word<C> x;  // kept from piece to piece: fresh memory is the dearest
  circuit::Word<C> y;
  for (std::size_t at = 0; at < values.size(); at += kLanesAtOnce<C>) {
    const auto part = values.subspan(at, std::min(kLanesAtOnce<C>, values.size() - at));
    const auto lanes = part.size();
    if (x.lanes() != lanes) x = y = circuit::Word<C>(bits, lanes);
    context.input(Side::First, own == Side::First ? part : Values(), x);
    context.input(Side::Second, own == Side::Second ? part : Values(), y);
    const circuit::Word<C> result = gadget(context, std::as_const(x), std::as_const(y));
    PRIVET_CHECK(result.bits() == out_bits);
    for (unsigned i = 0; i < out_bits; ++i) {
      std::ranges::copy(result.bit(i), out.bit(i).subspan(at, lanes).begin());
    }
  }
  return out;
}

}  // namespace privet::protocol
