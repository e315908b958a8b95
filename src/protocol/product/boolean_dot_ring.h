// SPDX-License-Identifier: Apache-2.0
// In how many places do all of k parties have a 1? By encryptions passed along a ring; the first
// party learns the count.
// Reference: Vaidya, "Privacy preserving data mining over vertically partitioned data" (Purdue
// 2004), section 4.4, protocol 19. The listing there has its branches swapped; by its text and
// proof a party with a 1 passes the ciphertext on, hidden anew, and one with a 0 sends a fresh
// encryption of 0. Idea: the first party encrypts its bits under its own key; each next one keeps
// or zeroes them; the last adds them all up and sends one ciphertext back. Cost for n places: n
// ciphertexts (512 bytes at 2048 bits) and n encryptions for each party. Slow:
// protocol/product/boolean_dot.h answers the same question with oblivious transfer.
// Adversary: semi-honest; the first party together with any other one learns what that one
// received. Discloses: the count, to the first party. Security: Paillier's assumption; the
// branches differ by one modular product, which who times a party closely could see. Threads: one
// at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "crypto/paillier.h"
#include "protocol/setting.h"

namespace privet::protocol {

// `bits` of 0 and 1, as many at every party; `key_bits` the length of the modulus. The count, at
// the first party of the setting.
[[nodiscard]] std::optional<std::uint64_t> boolean_dot_ring(const Setting& setting,
                                                            std::span<const std::uint8_t> bits,
                                                            std::size_t key_bits, Opening opening);

}  // namespace privet::protocol
