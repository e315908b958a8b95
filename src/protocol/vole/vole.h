// SPDX-License-Identifier: Apache-2.0
// Vector oblivious linear evaluation: the sender holds one secret delta and gets random b_j, the
// receiver gets random factors a_j and c_j = b_j + a_j delta. The a_j are elements of GF(2^64);
// delta, b_j and c_j are pairs of them, and a factor multiplies both.
// Reference: Boyle, Couteau, Gilboa, Ishai, "Compressing vector OLE" (CCS 2018); Weng, Yang, Katz,
// Wang, "Wolverine" (S&P 2021), section 5, for going on from what was made before.
// Idea: few are made of 64 correlated transfers each, whose choices are the bits of a factor: the
// transfers summed with powers of x. Many grow from few: a seed tree of which the receiver lacks
// one leaf (ot/punctured.h), and one relation at hand that corrects this leaf, give relations whose
// factors are all zero but one; a public linear code over the field (vole/field_code.h) applied to
// relations at hand makes the factors look random by the LPN assumption. Two sizes of the code, one
// feeds the other.
// Cost: directly 64 transfers each; else a transfer and 32 bytes per level of a tree and 16 a tree,
// 1.2 bytes each, and to start 460,000 transfers and 0.4 MB (2.2 MB in all by extension 4, 4.1 by
// the default plan); ten scattered reads and products and 7 AES blocks each.
// Three rounds for a million, and one for each million more. Adversary: semi-honest. Discloses:
// nothing.
// Security: LPN over GF(2^64) with regular noise and a code over the same field, ten entries per
// row. bench/estimate counts the attacks. Small shape: at least 2^143, by the algebraic attack on
// regular noise; 2^151 by guessing rows without noise inside the best set of columns that exists,
// 2^187 inside a random set. Large shape: 2^142, 2^163, 2^204. The code and the keys of the trees
// come from a seed of the call. The hidden leaf is handled without branch and address that depend
// on it. Threads: one at a time on a channel. Memory: what is asked for, and 3 MB.
#pragma once

#include <cstdint>

#include "crypto/randomness.h"
#include "crypto/secret_vector.h"
#include "net/channel.h"
#include "protocol/ot/transfer.h"

namespace privet::protocol {

inline constexpr SilentShape kSmallVole{5'120, 2'048, 5};
inline constexpr SilentShape kLargeVole{49'152, 5'376, 8};

// Relations that a turn of a shape begins with: those for the code, and one for each tree.
[[nodiscard]] constexpr std::size_t vole_seeds(const SilentShape& shape) {
  return shape.secret + shape.trees;
}
static_assert(vole_seeds(kLargeVole) <= kSmallVole.rows());

// The sender's side: b_j under the delta of `transfers`.
[[nodiscard]] crypto::SecretVector<crypto::Block> vole_send(net::Channel& channel,
                                                            crypto::Randomness& randomness,
                                                            OtSender& transfers, std::size_t count);

struct VoleFactors {
  crypto::SecretVector<std::uint64_t> factors;  // a_j
  crypto::SecretVector<crypto::Block> sums;     // c_j = b_j + a_j delta
};
[[nodiscard]] VoleFactors vole_receive(net::Channel& channel, crypto::Randomness& randomness,
                                       OtReceiver& transfers, std::size_t count);

}  // namespace privet::protocol
