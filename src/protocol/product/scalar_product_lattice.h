// SPDX-License-Identifier: Apache-2.0
// Shares of the scalar product of two private vectors, by lattice encryption: the quickest way for
// long vectors of many bits.
// Reference: Fan, Vercauteren, "Somewhat practical fully homomorphic encryption" (2012), with the
// packing of Yasuda et al. (CCSW 2013); crypto/ring has the details.
// Idea: x's holder encrypts 8192 entries at a time as coefficients of a polynomial, under a key of
// its own for this call; y's holder multiplies each with its entries in reverse order, adds up, and
// gives the one coefficient back that is the scalar product, masked.
// Cost for n entries, of whatever bits: 24 bytes each, rounded up to a multiple of 8192 and 8192
// more, from x's holder; 196,632 bytes back for each 2^24 entries, a round each. Memory: about 3 MB
// besides the vectors. Adversary: semi-honest. Discloses: nothing; the two results are shares
// modulo 2^width.
// Security: x is hidden by ring-LWE (degree 8192, 186 bits, ternary secrets: above 128 bits by the
// standard of 2018). y is hidden by ring-LWE, same parameters, and up to a statistical distance of
// 2^-40 for all answers of a call; for that a deviating x's holder cannot help itself by what it
// encrypts, only learn its share of a linear function of y that is not a scalar product. A
// deviating y's holder makes the result wrong; if it sees whether the result was wrong, that tells
// about the key, which is why a key serves one call. The product is wrong with probability below
// 2^-102 an answer (noise). A result that could exceed 64 bits is refused, unless wrapping modulo
// 2^64 is asked for. Threads: one at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "crypto/randomness.h"
#include "net/channel.h"
#include "protocol/product/scalar_product.h"

namespace privet::protocol {

// How many times 8192 entries one answer may cover: more would make more noise than the mask hides.
inline constexpr std::size_t kMostChunksAnAnswer = 2048;

// The two results add up to the product modulo 2^width. Both sides must name the same shape and
// `chunks_an_answer`; if not, y's holder throws Error{Peer}. Throw Error{Usage}, before anything is
// sent, if an entry has more bits than agreed or the answers would cover too much.
[[nodiscard]] Shared<std::uint64_t> lattice_product_x(
    net::Channel& channel, crypto::Randomness& randomness, std::span<const std::uint64_t> x,
    const ScalarShape& shape, std::size_t chunks_an_answer = kMostChunksAnAnswer);
[[nodiscard]] Shared<std::uint64_t> lattice_product_y(
    net::Channel& channel, crypto::Randomness& randomness, std::span<const std::uint64_t> y,
    const ScalarShape& shape, std::size_t chunks_an_answer = kMostChunksAnAnswer);

}  // namespace privet::protocol
