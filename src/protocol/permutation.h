// SPDX-License-Identifier: Apache-2.0
// One party has numbers X; the other adds V and brings the sums into an order that only it knows.
// The first one gets them.
// Reference: Vaidya, "Privacy preserving data mining over vertically partitioned data" (Purdue
// 2004), section A.1.1; Du and Atallah (2001).
// Idea: X is encrypted under a key of its holder; the other party multiplies each ciphertext with
// one of V, and sends the products back permuted. Sums are modulo 2^bits, as V, which then hides X
// entirely: each mask has a random multiple of 2^bits added, which covers the carry. (The thesis
// adds within the integers, where a sum tells of its parts.)
// Cost for n numbers: n encryptions at each side, n decryptions; two messages of n ciphertexts (512
// bytes at 2048 bits).
// Adversary: semi-honest.
// Discloses: to X's holder the permuted sums, which are uniform numbers if V is; in the ledger. To
// the other party nothing but n.
// Security: Paillier's assumption for X; the multiples leave all sums of a call together within
// 2^-40 of what they tell (protocol/mask_spare.h); the order is applied without addresses that
// depend on it (records.h). Threads: one at a time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "crypto/paillier.h"
#include "protocol/setting.h"

namespace privet::protocol {

inline constexpr Opening kPermutedSums{
    "numbers plus the other party's masks, in an order only that party knows",
    "uniform numbers, if the masks are (Vaidya 2004, theorem A.1.1)"};

// Numbers and masks are below 2^bits, bits at most 64. `holder`: who has x. Both sides give the
// same count, or the run ends with Error{Peer}. Throw Error{Usage} for a number that does not fit.
[[nodiscard]] std::vector<std::uint64_t> add_and_permute_x(const Setting& setting, PartyId other,
                                                           const crypto::PaillierSecretKey& key,
                                                           std::span<const std::uint64_t> x,
                                                           unsigned bits);
// The holder's number i is x[order[i]] + masks[order[i]]. Throws Error{Usage} if `order` is no
// order of the masks, and Error{Peer} if the holder's key is not of `key_bits` bits.
void add_and_permute_v(const Setting& setting, PartyId holder, std::span<const std::uint64_t> masks,
                       std::span<const std::uint32_t> order, unsigned bits, std::size_t key_bits);

// An order that is as likely as any other.
[[nodiscard]] std::vector<std::uint32_t> random_order(std::size_t count,
                                                      crypto::Randomness& randomness);

}  // namespace privet::protocol
