// SPDX-License-Identifier: Apache-2.0
#include "protocol/scalar_product_paillier.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "base/error.h"
#include "net/frame.h"
#include "protocol/ot/bit_packing.h"

namespace privet::protocol {
namespace {

using crypto::Natural;
using crypto::PaillierPublicKey;

constexpr unsigned kSpare = 40;              // statistical distance 2^-40 of a masked coefficient
constexpr std::uint32_t kLargestKey = 2048;  // bytes

// How t entries share a message: 2 t - 1 coefficients of slot_bits each, below the modulus.
struct Packing {
  unsigned width;
  std::size_t slot_bits;
  std::size_t entries;
};

Packing packing_of(const PaillierPublicKey& key, const ScalarShape& shape) {
  PRIVET_CHECK(shape.overflow == Overflow::Refuse);
  const unsigned width = shape.width();
  // A mask of width + kSpare bits plus a coefficient of width bits stays below 2^slot_bits.
  const std::size_t slot_bits = width + kSpare + 1;
  const auto slots = (key.modulus().bits() - 1) / slot_bits;
  return {width, slot_bits, std::max<std::size_t>(1, (slots + 1) / 2)};
}

void check(std::span<const std::uint64_t> values, unsigned bits, std::size_t entries) {
  PRIVET_CHECK(values.size() == entries);
  for (const auto value : values) {
    if ((value & ~low_bits(bits)) != 0) {
      throw Error(ErrorCode::Usage,
                  "an entry has more than the agreed " + std::to_string(bits) + " bits");
    }
  }
}

Natural receive_ciphertext(net::Channel& channel, const PaillierPublicKey& key) {
  std::vector<std::byte> bytes(key.ciphertext_bytes());
  channel.receive(bytes);
  return key.decode(bytes);
}

void send_ciphertext(net::Channel& channel, const PaillierPublicKey& key, const Natural& value) {
  std::vector<std::byte> bytes(key.ciphertext_bytes());
  value.write_bytes(bytes);
  channel.send(bytes);
}

}  // namespace

std::uint64_t paillier_product_x(net::Channel& channel, crypto::Randomness& randomness,
                                 const crypto::PaillierSecretKey& key,
                                 std::span<const std::uint64_t> x, const ScalarShape& shape) {
  check(x, shape.x_bits, shape.entries);
  const auto& pub = key.public_key();
  const auto packing = packing_of(pub, shape);
  std::vector<std::byte> modulus(pub.modulus_bytes());
  pub.modulus().write_bytes(modulus);
  net::send_frame(channel, modulus, kLargestKey);
  for (std::size_t at = 0; at < x.size(); at += packing.entries) {
    const auto group = x.subspan(at, std::min(packing.entries, x.size() - at));
    send_ciphertext(channel, pub,
                    key.encrypt(crypto::pack_slots(group, packing.slot_bits), randomness));
  }
  const auto opened = key.decrypt(receive_ciphertext(channel, pub));
  return opened.word_at((packing.entries - 1) * packing.slot_bits) & low_bits(packing.width);
}

std::uint64_t paillier_product_y(net::Channel& channel, crypto::Randomness& randomness,
                                 std::span<const std::uint64_t> y, const ScalarShape& shape) {
  check(y, shape.y_bits, shape.entries);
  const PaillierPublicKey key(Natural::from_bytes(net::receive_frame(channel, kLargestKey)));
  const auto packing = packing_of(key, shape);

  // All coefficients but the wanted one are masked away; the mask of the wanted one is the share.
  Natural mask;
  std::uint64_t share = 0;
  for (std::size_t slot = 0; slot < 2 * packing.entries - 1; ++slot) {
    const auto random = Natural::random_bits(packing.width + kSpare, randomness);
    mask.add_shifted(random, slot * packing.slot_bits);
    if (slot == packing.entries - 1) share = 0 - random.word_at(0);
  }
  auto sum = key.encrypt(mask, randomness);
  std::optional<Natural> extra;

  for (std::size_t at = 0; at < y.size(); at += packing.entries) {
    const auto group = y.subspan(at, std::min(packing.entries, y.size() - at));
    std::vector<std::uint64_t> reversed(packing.entries);
    std::ranges::copy(group, reversed.rbegin());
    // An exponent must not be zero: 1 is added to it, and the extra ciphertexts are taken off at
    // the end.
    auto exponent = crypto::pack_slots(reversed, packing.slot_bits);
    exponent.add_shifted(1, 0);
    const auto ciphertext = receive_ciphertext(channel, key);
    sum = key.add(sum, key.times(ciphertext, exponent));
    extra = extra ? key.add(*extra, ciphertext) : ciphertext;
  }
  if (extra) sum = key.add(sum, key.negated(*extra));
  send_ciphertext(channel, key, sum);
  channel.flush();
  return share & low_bits(packing.width);
}

}  // namespace privet::protocol
