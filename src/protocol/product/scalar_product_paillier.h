// SPDX-License-Identifier: Apache-2.0
// Shares of the scalar product of two private vectors, by homomorphic encryption: many times the
// work of protocol/product/scalar_product.h, for links where every byte counts and x is reused.
// Reference: Goethals, Laur, Lipmaa, Mielikaeinen, "On private scalar product computation for
// privacy-preserving data mining" (ICISC 2004); the packing is the product of polynomials.
// Idea: x's holder encrypts t entries at a time, x_0 + x_1 B + ... ; y's holder multiplies by
// y_{t-1} + y_{t-2} B + ..., in which the coefficient of B^(t-1) is the scalar product of the
// group; it adds up the groups, masks every coefficient and keeps the mask of that one as its
// share. Cost for n entries: one ciphertext (512 bytes at 2048 bits) for each t entries from x's
// holder, one back; t = about half of modulus bits / (width + 45) for one product. Two messages.
// Adversary: semi-honest. Discloses: nothing; the two results are shares modulo 2^width. Security:
// Paillier's assumption for x; for y the masks of all coefficients of a call together are within
// 2^-40 of uniform (protocol/mask_spare.h). The time of a product does not depend on y. Threads:
// one at a time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "crypto/paillier.h"
#include "net/channel.h"
#include "protocol/product/scalar_product.h"

namespace privet::protocol {

// shape.width() must be at most 64 without wrapping. The key's owner holds x; `key_bits` is the
// length of its modulus that was agreed on, and a key of another length ends the run with
// Error{Peer}.
[[nodiscard]] Shared<std::uint64_t> paillier_product_x(net::Channel& channel,
                                                       crypto::Randomness& randomness,
                                                       const crypto::PaillierSecretKey& key,
                                                       std::span<const std::uint64_t> x,
                                                       const ScalarShape& shape);
[[nodiscard]] Shared<std::uint64_t> paillier_product_y(net::Channel& channel,
                                                       crypto::Randomness& randomness,
                                                       std::size_t key_bits,
                                                       std::span<const std::uint64_t> y,
                                                       const ScalarShape& shape);

// Many products in the same two messages: of vector x of the one list and vector y of the other.
// Each x is encrypted and sent once, however many products it is in.
struct PaillierPair {
  std::uint32_t x;
  std::uint32_t y;
};
struct PaillierProducts {
  std::size_t x_count = 0;  // how many vectors the side with the key has
  std::span<const PaillierPair> pairs = {};
  ScalarShape shape = {};
};
[[nodiscard]] Shared<NumberVector> paillier_products_x(net::Channel& channel,
                                                       crypto::Randomness& randomness,
                                                       const crypto::PaillierSecretKey& key,
                                                       std::span<const NumberVector> xs,
                                                       const PaillierProducts& products);
[[nodiscard]] Shared<NumberVector> paillier_products_y(net::Channel& channel,
                                                       crypto::Randomness& randomness,
                                                       std::size_t key_bits,
                                                       std::span<const NumberVector> ys,
                                                       const PaillierProducts& products);

// In a setting, with one other party.
[[nodiscard]] inline Shared<NumberVector> paillier_products_x(const Setting& setting, PartyId other,
                                                              const crypto::PaillierSecretKey& key,
                                                              std::span<const NumberVector> xs,
                                                              const PaillierProducts& products) {
  return paillier_products_x(protocol_only::line_to(setting, other), setting.randomness, key, xs,
                             products);
}
[[nodiscard]] inline Shared<NumberVector> paillier_products_y(const Setting& setting, PartyId other,
                                                              std::size_t key_bits,
                                                              std::span<const NumberVector> ys,
                                                              const PaillierProducts& products) {
  return paillier_products_y(protocol_only::line_to(setting, other), setting.randomness, key_bits,
                             ys, products);
}

}  // namespace privet::protocol
