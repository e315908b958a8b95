// SPDX-License-Identifier: Apache-2.0
// The few oblivious transfers that need public-key work; everything else is stretched from them.
// Reference: Masny and Rindal, "Endemic oblivious transfer" (CCS 2019), on ristretto255.
// Idea: the receiver sends two points of which it knows the discrete logarithm of one only: it
// draws the other one, and subtracts from its own the hash of that. The sender adds the hashes back
// and makes a Diffie-Hellman key of each; the receiver can compute just its own. Cost: two messages
// that may cross; 64 bytes from the receiver for each transfer, 32 from the sender in all; 2 scalar
// multiplications of the sender and 2 of the receiver for each. Adversary: malicious on either side
// as far as random keys go (either may influence its own); used here by semi-honest protocols.
// Discloses: nothing.
// Security: computational Diffie-Hellman in ristretto255, hashes as random oracles; constant time.
// Threads: one at a time on a channel.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "crypto/block.h"
#include "crypto/randomness.h"
#include "net/channel.h"

namespace privet::protocol {

using BlockPair = std::array<crypto::Block, 2>;

// Fills keys[i] with two random blocks. Returns a public block that both sides get alike: a hash of
// the points that went over the line, random if either side's points are.
crypto::Block base_ot_send(net::Channel& channel, crypto::Randomness& randomness,
                           std::span<BlockPair> keys);

// Fills keys[i] with the sender's keys[i][choices[i]], and returns the same public block. Requires
// choices of 0 and 1, as many as keys.
crypto::Block base_ot_receive(net::Channel& channel, crypto::Randomness& randomness,
                              std::span<const std::uint8_t> choices, std::span<crypto::Block> keys);

}  // namespace privet::protocol
