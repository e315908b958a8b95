// SPDX-License-Identifier: Apache-2.0
// One of n messages of any length, for any n: the receiver gets the one it wants and learns nothing
// of the others; the sender does not learn which.
// Reference: Naor and Pinkas (STOC 1999); the question: Vaidya (Purdue 2004), A.1.2.
// Idea: each message travels under a key of its own, and the key is got by OtSender::one_of_many(),
// which knows powers of two and single blocks.
// Cost for each transfer: log2 n transfers, 16 bytes for each of the next power of two of keys, and
// the n messages. One round for a whole batch. Adversary: semi-honest. Discloses: nothing beside
// the message. Security: 128 bits; the index is secret, and the wanted message is kept by
// selection. Threads: one at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "crypto/randomness.h"
#include "protocol/ot/transfer.h"

namespace privet::protocol {

// Agreed by both sides. Requires 1 to 2^20 messages.
struct OneOfN {
  std::size_t messages = 2;  // n
  std::size_t bytes = 16;    // of each
};

// messages: those of the first transfer one after the other, then those of the second, ...
void send_one_of_n(net::Channel& channel, OtSender& transfers, crypto::Randomness& randomness,
                   std::span<const std::byte> messages, const OneOfN& shape);
// The wanted message of each transfer, one after the other. Requires indices below shape.messages.
[[nodiscard]] std::vector<std::byte> receive_one_of_n(net::Channel& channel, OtReceiver& transfers,
                                                      std::span<const std::uint32_t> indices,
                                                      const OneOfN& shape);

}  // namespace privet::protocol
