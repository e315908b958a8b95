// SPDX-License-Identifier: Apache-2.0
// In how many places do all of k parties have a 1? As additive shares.
// Reference: the question: Vaidya (Purdue 2004), section 4.4; the way: Gilboa (CRYPTO 1999) along a
// chain, instead of the thesis' encryptions (protocol/product/boolean_dot_ring.h).
// Idea: the first party's bits are a shared vector of which it holds all. Each next party
// multiplies by its own bits: every party before it offers its share, obliviously, to that party's
// choice; all come out with fresh shares. At the end each adds up its shares. Cost for n places: k
// (k - 1) / 2 times n transfers of w = log2(n + 1) bits; party j is busy in j steps as the chooser.
// k - 1 steps one after the other. Adversary: semi-honest; any k - 1 colluding parties learn no
// more than the opened result tells. Discloses: nothing; the result is shared modulo 2^w. Security:
// that of protocol/ot. Threads: one at a time.
#pragma once

#include <cstdint>
#include <span>

#include "protocol/shared.h"

namespace privet::protocol {

// Bits of the result and of its ring.
[[nodiscard]] unsigned boolean_dot_width(std::size_t places);

// `bits` packed 128 to a block; every party calls it with its own. The results add up to the count
// modulo 2^boolean_dot_width(places).
[[nodiscard]] Shared<std::uint64_t> boolean_dot(const Setting& setting,
                                                std::span<const crypto::Block> bits,
                                                std::size_t places);

}  // namespace privet::protocol
