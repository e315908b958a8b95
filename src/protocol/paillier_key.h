// SPDX-License-Identifier: Apache-2.0
// A Paillier key on its way to another party. Both have agreed on its length: a longer key would
// cost the other party more work than it agreed to, a shorter one would protect less.
// Adversary: a peer may announce any length; nothing is allocated beyond the agreed one.
// Discloses: the public key.
#pragma once

#include <cstddef>

#include "crypto/paillier.h"
#include "net/channel.h"

namespace privet::protocol {

// Does not flush.
void send_key(net::Channel& channel, const crypto::PaillierPublicKey& key);

// Throws Error{Peer} unless the modulus has exactly `bits` bits.
[[nodiscard]] crypto::PaillierPublicKey receive_key(net::Channel& channel, std::size_t bits);

}  // namespace privet::protocol
