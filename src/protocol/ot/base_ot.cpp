// SPDX-License-Identifier: Apache-2.0
#include "protocol/ot/base_ot.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/codec.h"
#include "base/error.h"
#include "crypto/digest.h"
#include "crypto/ristretto.h"
#include "crypto/secret_vector.h"

namespace privet::protocol {
namespace {

using crypto::Block;
using crypto::Point;
using crypto::Scalar;

constexpr std::string_view kPurpose = "privet base oblivious transfer 1";
constexpr std::string_view kAgreed = "privet agreed in base oblivious transfers 1";
using PointPair = std::array<std::byte, 2 * Point::kSize>;

std::span<const std::byte, Point::kSize> half(const PointPair& pair, std::size_t which) {
  return std::span<const std::byte, Point::kSize>(pair.data() + which * Point::kSize, Point::kSize);
}

// What is added to the point in place `slot` of transfer `index`, given the point in the other.
Point offset(std::size_t index, std::size_t slot, std::span<const std::byte> other) {
  ByteWriter input;
  input.put_text(kPurpose);
  input.put(static_cast<std::uint64_t>(index));
  input.put(static_cast<std::uint8_t>(slot));
  input.put_bytes(other);
  return Point::from_hash_of(input.bytes());
}

Block derive_key(std::size_t index, const PointPair& points, const Point& sender,
                 const Point& shared) {
  const std::uint64_t number = index;
  const std::array<std::span<const std::byte>, 5> parts{std::as_bytes(std::span(kPurpose)),
                                                        std::as_bytes(std::span(&number, 1)),
                                                        points, sender.bytes(), shared.bytes()};
  return crypto::derive_block(parts);
}

// A key from a point that only its two owners can compute, which is wiped.
Block key_of(std::size_t index, const PointPair& points, const Point& sender, Point shared) {
  const auto key = derive_key(index, points, sender, shared);
  crypto::wipe(std::as_writable_bytes(std::span(&shared, 1)));
  return key;
}

Block agreed_block(const Point& sender, std::span<const PointPair> pairs) {
  const std::array<std::span<const std::byte>, 3> parts{std::as_bytes(std::span(kAgreed)),
                                                        sender.bytes(), std::as_bytes(pairs)};
  return crypto::derive_block(parts);
}

// Writes `chosen` into the half `choice` and `other` into the remaining one, touching both alike.
void place(PointPair& pair, std::uint8_t choice, const Point& chosen, const Point& other) {
  const auto mask = static_cast<std::byte>(0U - choice);
  for (std::size_t i = 0; i < Point::kSize; ++i) {
    const std::byte difference = chosen.bytes()[i] ^ other.bytes()[i];
    pair.at(i) = chosen.bytes()[i] ^ (mask & difference);
    pair.at(Point::kSize + i) = other.bytes()[i] ^ (mask & difference);
  }
}

}  // namespace

Block base_ot_send(net::Channel& channel, crypto::Randomness& randomness,
                   std::span<BlockPair> keys) {
  const auto secret = Scalar::random(randomness);
  const auto own = Point::base_times(secret);
  channel.send(own.bytes());
  std::vector<PointPair> pairs(keys.size());
  net::receive_values(channel, pairs);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    for (std::size_t slot = 0; slot < 2; ++slot) {
      const auto point =
          Point::decode(half(pairs[i], slot)) + offset(i, slot, half(pairs[i], 1 - slot));
      keys[i].at(slot) = key_of(i, pairs[i], own, point.times(secret));
    }
  }
  return agreed_block(own, pairs);
}

Block base_ot_receive(net::Channel& channel, crypto::Randomness& randomness,
                      std::span<const std::uint8_t> choices, std::span<Block> keys) {
  PRIVET_CHECK(choices.size() == keys.size());
  std::vector<Scalar> secrets;
  secrets.reserve(keys.size());
  std::vector<PointPair> pairs(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    secrets.push_back(Scalar::random(randomness));
    const auto other = Point::random(randomness);
    const auto chosen = Point::base_times(secrets.back()) - offset(i, choices[i], other.bytes());
    place(pairs[i], choices[i], chosen, other);
  }
  net::send_values(channel, pairs);
  std::array<std::byte, Point::kSize> received{};
  channel.receive(received);
  const auto sender = Point::decode(received);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    keys[i] = key_of(i, pairs[i], sender, sender.times(secrets[i]));
  }
  return agreed_block(sender, pairs);
}

}  // namespace privet::protocol
