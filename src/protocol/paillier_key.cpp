// SPDX-License-Identifier: Apache-2.0
#include "protocol/paillier_key.h"

#include <string>
#include <vector>

#include "base/error.h"
#include "net/frame.h"

namespace privet::protocol {

void send_key(net::Channel& channel, const crypto::PaillierPublicKey& key) {
  std::vector<std::byte> modulus(key.modulus_bytes());
  key.modulus().write_bytes(modulus);
  net::send_frame(channel, modulus, static_cast<std::uint32_t>(modulus.size()));
}

crypto::PaillierPublicKey receive_key(net::Channel& channel, std::size_t bits) {
  const auto cap = static_cast<std::uint32_t>((bits + 7) / 8);
  auto modulus = crypto::Natural::from_bytes(net::receive_frame(channel, cap));
  if (modulus.bits() != bits) {
    throw Error(ErrorCode::Peer, "the other party sent its key: expected " + std::to_string(bits) +
                                     " bits, got " + std::to_string(modulus.bits()));
  }
  return crypto::PaillierPublicKey(std::move(modulus));
}

}  // namespace privet::protocol
