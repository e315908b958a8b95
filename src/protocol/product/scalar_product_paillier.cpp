// SPDX-License-Identifier: Apache-2.0
#include "protocol/product/scalar_product_paillier.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "base/error.h"
#include "protocol/bit_packing.h"
#include "protocol/mask_spare.h"
#include "protocol/paillier_key.h"
#include "protocol/raw_share.h"

namespace privet::protocol {

using protocol_only::raw;
namespace {

using crypto::Natural;
using crypto::PaillierPublicKey;

// How t entries share a message: 2 t - 1 coefficients of slot_bits each, below the modulus.
struct Packing {
  unsigned width;
  unsigned mask_bits;
  std::size_t slot_bits;
  std::size_t entries;
  std::size_t exponent_bits;  // of y's entries in a message, whatever they are
};

Packing packing_of(const PaillierPublicKey& key, const ScalarShape& shape, std::size_t products) {
  PRIVET_CHECK(shape.overflow == Overflow::Refuse);
  const unsigned width = shape.width();
  const auto room = key.modulus().bits() - 1;
  // All masked coefficients of all products together stay within 2^-40 of uniform; a message has
  // fewer of them than it would with masks for one.
  const auto most_slots = room / (width + mask_spare(1) + 1) + 1;
  const auto mask_bits = width + mask_spare(products * most_slots);
  // A mask plus a coefficient of width bits stays below 2^slot_bits.
  const std::size_t slot_bits = mask_bits + 1;
  const auto entries = std::max<std::size_t>(1, (room / slot_bits + 1) / 2);
  return {width, mask_bits, slot_bits, entries, (entries - 1) * slot_bits + shape.y_bits + 1};
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

// One product: the encrypted groups of x and this side's y. Returns what goes back and the share.
struct MaskedProduct {
  Natural ciphertext;
  std::uint64_t share;
};

MaskedProduct multiply(const PaillierPublicKey& key, crypto::Randomness& randomness,
                       std::span<const Natural> groups, std::span<const std::uint64_t> y,
                       const Packing& packing) {
  // All coefficients but the wanted one are masked away; the mask of the wanted one is the share.
  Natural mask;
  std::uint64_t share = 0;
  for (std::size_t slot = 0; slot < 2 * packing.entries - 1; ++slot) {
    const auto random = Natural::random_bits(packing.mask_bits, randomness);
    mask.add_shifted(random, slot * packing.slot_bits);
    if (slot == packing.entries - 1) share = 0 - random.word_at(0);
  }
  auto sum = key.encrypt(mask, randomness);
  std::optional<Natural> extra;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const auto at = g * packing.entries;
    const auto group = y.subspan(at, std::min(packing.entries, y.size() - at));
    std::vector<std::uint64_t> reversed(packing.entries);
    std::ranges::copy(group, reversed.rbegin());
    // An exponent must not be zero: 1 is added to it, and the extra ciphertexts are taken off at
    // the end.
    auto exponent = crypto::pack_slots(reversed, packing.slot_bits);
    exponent.add_shifted(1, 0);
    sum = key.add(sum, key.times(groups[g], exponent, packing.exponent_bits));
    extra = extra ? key.add(*extra, groups[g]) : groups[g];
  }
  if (extra) sum = key.add(sum, key.negated(*extra));
  return {std::move(sum), share & low_bits(packing.width)};
}

}  // namespace

Shared<NumberVector> paillier_products_x(net::Channel& channel, crypto::Randomness& randomness,
                                         const crypto::PaillierSecretKey& key,
                                         std::span<const NumberVector> xs,
                                         const PaillierProducts& products) {
  const auto& [x_count, pairs, shape] = products;
  PRIVET_CHECK(xs.size() == x_count);
  const auto& pub = key.public_key();
  const auto packing = packing_of(pub, shape, pairs.size());
  send_key(channel, pub);
  for (const auto& x : xs) {
    PRIVET_CHECK(x.size() == shape.entries);
    check_bits(x, shape.x_bits, "x");
    for (std::size_t at = 0; at < x.size(); at += packing.entries) {
      const auto group = std::span(x).subspan(at, std::min(packing.entries, x.size() - at));
      send_ciphertext(channel, pub,
                      key.encrypt(crypto::pack_slots(group, packing.slot_bits), randomness));
    }
  }
  std::vector<std::uint64_t> out;
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    const auto opened = key.decrypt(receive_ciphertext(channel, pub));
    out.push_back(opened.word_at((packing.entries - 1) * packing.slot_bits) &
                  low_bits(packing.width));
  }
  return Shared<NumberVector>(std::move(out));
}

Shared<NumberVector> paillier_products_y(net::Channel& channel, crypto::Randomness& randomness,
                                         std::size_t key_bits, std::span<const NumberVector> ys,
                                         const PaillierProducts& products) {
  const auto& [x_count, pairs, shape] = products;
  const auto key = receive_key(channel, key_bits);
  const auto packing = packing_of(key, shape, pairs.size());
  const auto groups = (shape.entries + packing.entries - 1) / packing.entries;
  // All is read before anything is answered.
  std::vector<std::vector<Natural>> encrypted(x_count);
  for (auto& one : encrypted) {
    for (std::size_t g = 0; g < groups; ++g) one.push_back(receive_ciphertext(channel, key));
  }
  std::vector<std::uint64_t> out;
  for (const auto& pair : pairs) {
    PRIVET_CHECK(pair.x < x_count && pair.y < ys.size());
    PRIVET_CHECK(ys[pair.y].size() == shape.entries);
    check_bits(ys[pair.y], shape.y_bits, "y");
    auto product = multiply(key, randomness, encrypted[pair.x], ys[pair.y], packing);
    send_ciphertext(channel, key, product.ciphertext);
    out.push_back(product.share);
  }
  channel.flush();
  return Shared<NumberVector>(std::move(out));
}

Shared<std::uint64_t> paillier_product_x(net::Channel& channel, crypto::Randomness& randomness,
                                         const crypto::PaillierSecretKey& key,
                                         std::span<const std::uint64_t> x,
                                         const ScalarShape& shape) {
  const NumberVector only(x.begin(), x.end());
  const PaillierPair pair{0, 0};
  return Shared<std::uint64_t>(
      raw(paillier_products_x(channel, randomness, key, std::span(&only, 1),
                              {.x_count = 1, .pairs = std::span(&pair, 1), .shape = shape}))
          .front());
}

Shared<std::uint64_t> paillier_product_y(net::Channel& channel, crypto::Randomness& randomness,
                                         std::size_t key_bits, std::span<const std::uint64_t> y,
                                         const ScalarShape& shape) {
  const NumberVector only(y.begin(), y.end());
  const PaillierPair pair{0, 0};
  return Shared<std::uint64_t>(
      raw(paillier_products_y(channel, randomness, key_bits, std::span(&only, 1),
                              {.x_count = 1, .pairs = std::span(&pair, 1), .shape = shape}))
          .front());
}

}  // namespace privet::protocol
