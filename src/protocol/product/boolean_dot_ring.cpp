// SPDX-License-Identifier: Apache-2.0
#include "protocol/product/boolean_dot_ring.h"

#include <vector>

#include "base/error.h"
#include "protocol/paillier_key.h"
#include "protocol/told.h"

namespace privet::protocol {

using protocol_only::line_to;
namespace {

using crypto::Natural;
using crypto::PaillierPublicKey;
using crypto::PaillierSecretKey;

class Wire {
 public:
  explicit Wire(const PaillierPublicKey& key) : key_(key), bytes_(key.ciphertext_bytes()) {}
  // To who cannot decrypt it.
  void send(net::Channel& channel, const Natural& ciphertext) {
    ciphertext.write_bytes(bytes_);
    channel.send(bytes_);
  }
  // To who can.
  void tell(const Recorded& recorded, net::Channel& channel, const Natural& ciphertext) {
    ciphertext.write_bytes(bytes_);
    send_told(recorded, channel, bytes_);
  }
  Natural receive(net::Channel& channel) {
    channel.receive(bytes_);
    return key_.decode(bytes_);
  }

 private:
  const PaillierPublicKey& key_;
  std::vector<std::byte> bytes_;
};

std::uint64_t lead(const Mesh& mesh, crypto::Randomness& randomness,
                   std::span<const std::uint8_t> bits, std::size_t key_bits) {
  const auto key = PaillierSecretKey::generate(key_bits, randomness);
  for (const auto other : mesh.others()) {
    send_key(line_to(mesh, other), key.public_key());
    line_to(mesh, other).flush();
  }
  Wire wire(key.public_key());
  auto& next = line_to(mesh, mesh.at(1));
  for (const auto bit : bits) wire.send(next, key.encrypt(Natural(bit), randomness));
  next.flush();
  auto& last = line_to(mesh, mesh.members().back());
  return key.decrypt(wire.receive(last)).word_at(0);
}

void follow(const Recorded& recorded, const Mesh& mesh, crypto::Randomness& randomness,
            std::span<const std::uint8_t> bits, std::size_t key_bits) {
  auto& first = line_to(mesh, mesh.at(0));
  const auto key = receive_key(first, key_bits);
  Wire wire(key);
  const auto own = mesh.place();
  auto& previous = line_to(mesh, mesh.at(own - 1));
  const bool is_last = own + 1 == mesh.parties();
  auto sum = key.encrypt(Natural(0), randomness);
  for (const auto bit : bits) {
    // Hidden anew or a fresh 0: one exponentiation either way.
    const auto received = wire.receive(previous);
    const auto fresh = key.encrypt(Natural(0), randomness);
    const auto out = bit != 0 ? key.add(received, fresh) : fresh;
    if (is_last) {
      sum = key.add(sum, out);
    } else {
      wire.send(line_to(mesh, mesh.at(own + 1)), out);
    }
  }
  auto& next = is_last ? first : line_to(mesh, mesh.at(own + 1));
  if (is_last) wire.tell(recorded, next, sum);
  next.flush();
}

}  // namespace

std::optional<std::uint64_t> boolean_dot_ring(const Setting& setting,
                                              std::span<const std::uint8_t> bits,
                                              std::size_t key_bits, Opening opening) {
  const auto& mesh = setting.mesh;
  PRIVET_CHECK(mesh.parties() >= 2);
  for (const auto bit : bits) PRIVET_CHECK(bit <= 1);
  const auto recorded = setting.ledger.record(opening, mesh.set(), mesh.at(0), 1);
  if (mesh.place() == 0) return lead(mesh, setting.randomness, bits, key_bits);
  follow(recorded, mesh, setting.randomness, bits, key_bits);
  return std::nullopt;
}

}  // namespace privet::protocol
