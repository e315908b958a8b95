// SPDX-License-Identifier: Apache-2.0
// Many counts at once: for each product of a plan, in how many places all its parties' vectors have
// a 1? As additive shares.
// Reference: the question: Vaidya (Purdue 2004), sections 3.2 and 4.4; the way: Gilboa (CRYPTO
// 1999); one choice for many offers: Ishai et al. (CRYPTO 2003).
// Idea: as protocol/product/boolean_dot.h, along the parties of a product. Products with the same
// beginning share it (a tree of factors), and a party's vector is chosen with once, however many
// products end there: the keys of its transfers are stretched to a mask for each offer. Cost for n
// places, w = log2(n + 1): each distinct last vector n transfers from every party before it, each
// node of the tree n w bits from every party before its last. One round for each party but the
// first, for each chunk of places; chunks are as large as about 100 MB of memory allow. Adversary:
// semi-honest; any k - 1 colluding parties learn no more than the opened results tell. Discloses:
// nothing; the results are shares modulo 2^w. Security: that of protocol/ot. Threads: one at a
// time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "crypto/bit_vector.h"
#include "protocol/product/boolean_dot.h"

namespace privet::protocol {

// Bits packed 128 to a block; those beyond the last place are ignored.
using crypto::BitVector;

// A party's vector, by its number in that party's list.
struct Factor {
  PartyId party;
  std::uint32_t vector;
  friend constexpr auto operator<=>(const Factor&, const Factor&) = default;
};
// At least two factors, of different parties, ascending by party.
using BooleanProduct = std::vector<Factor>;

// Every party of the setting calls it with the same products and its own vectors. The results, one
// for each product, add up to the count modulo 2^boolean_dot_width(places); a party without a
// factor in a product has 0. Requires fewer than 2^32 places.
[[nodiscard]] Shared<NumberVector> boolean_products(const Setting& setting,
                                                    std::span<const BooleanProduct> products,
                                                    std::span<const BitVector> vectors,
                                                    std::size_t places);

}  // namespace privet::protocol
