// SPDX-License-Identifier: Apache-2.0
#include "protocol/permutation.h"

#include <algorithm>
#include <cstring>

#include "base/error.h"
#include "crypto/secret_vector.h"
#include "protocol/bit_packing.h"
#include "protocol/mask_spare.h"
#include "protocol/paillier_key.h"
#include "protocol/records.h"
#include "protocol/told.h"

namespace privet::protocol {

using protocol_only::line_to;
namespace {

using crypto::Natural;

void check_numbers(std::span<const std::uint64_t> values, unsigned bits) {
  PRIVET_CHECK(bits >= 1 && bits <= 64);
  for (const auto value : values) {
    if ((value & ~low_bits(bits)) != 0) {
      throw Error(ErrorCode::Usage,
                  "a number has more than the agreed " + std::to_string(bits) + " bits");
    }
  }
}

// The place of each in the order: its inverse. Found by sorting, like everything about the order.
crypto::SecretVector<crypto::Block> places_of(std::span<const std::uint32_t> order) {
  Records numbers(order.size(), sizeof(std::uint32_t));
  crypto::SecretVector<crypto::Block> keys(order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    std::memcpy(numbers.at(i).data(), &i, sizeof(i));
    keys[i] = {order[i], 0};
  }
  arrange(numbers, keys);
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (keys[i].low != i) throw Error(ErrorCode::Usage, "an order must name each place once");
    std::uint32_t place = 0;
    std::memcpy(&place, numbers.at(i).data(), sizeof(place));
    keys[i] = {place, 0};
  }
  return keys;
}

void agree_on_count(net::Channel& channel, std::size_t count) {
  const std::uint64_t mine = count;
  std::uint64_t theirs = 0;
  channel.exchange(std::as_bytes(std::span(&mine, 1)),
                   std::as_writable_bytes(std::span(&theirs, 1)));
  if (theirs != mine) {
    throw Error(ErrorCode::Peer, "the other party sent its number of values: expected " +
                                     std::to_string(mine) + ", got " + std::to_string(theirs));
  }
}

}  // namespace

std::vector<std::uint64_t> add_and_permute_x(const Setting& setting, PartyId other,
                                             const crypto::PaillierSecretKey& key,
                                             std::span<const std::uint64_t> x, unsigned bits) {
  check_numbers(x, bits);
  auto& channel = line_to(setting, other);
  const auto recorded = setting.ledger.record(kPermutedSums, {other}, setting.own(), x.size());
  agree_on_count(channel, x.size());
  const auto& pub = key.public_key();
  send_key(channel, pub);
  std::vector<std::byte> bytes(pub.ciphertext_bytes());
  for (const auto value : x) {
    key.encrypt(Natural(value), setting.randomness).write_bytes(bytes);
    channel.send(bytes);
  }
  channel.flush();
  std::vector<std::uint64_t> out;
  for (std::size_t i = 0; i < x.size(); ++i) {
    channel.receive(bytes);
    out.push_back(key.decrypt(pub.decode(bytes)).word_at(0) & low_bits(bits));
  }
  return out;
}

void add_and_permute_v(const Setting& setting, PartyId holder, std::span<const std::uint64_t> masks,
                       std::span<const std::uint32_t> order, unsigned bits, std::size_t key_bits) {
  check_numbers(masks, bits);
  PRIVET_CHECK(masks.size() == order.size());
  auto places = places_of(order);
  auto& channel = line_to(setting, holder);
  auto& randomness = setting.randomness;
  const auto recorded = setting.ledger.record(kPermutedSums, {setting.own()}, holder, masks.size());
  agree_on_count(channel, masks.size());
  const auto key = receive_key(channel, key_bits);
  Records sums(masks.size(), key.ciphertext_bytes());
  for (std::size_t i = 0; i < masks.size(); ++i) {
    channel.receive(sums.at(i));
    Natural mask(masks[i]);
    mask.add_shifted(Natural::random_bits(mask_spare(masks.size()), randomness), bits);
    key.add(key.decode(sums.at(i)), key.encrypt(mask, randomness)).write_bytes(sums.at(i));
  }
  arrange(sums, places);
  send_told(recorded, channel, sums.all());
  channel.flush();
}

std::vector<std::uint32_t> random_order(std::size_t count, crypto::Randomness& randomness) {
  PRIVET_CHECK(count <= UINT32_MAX);
  Records numbers(count, sizeof(std::uint32_t));
  for (std::uint32_t i = 0; i < count; ++i) std::memcpy(numbers.at(i).data(), &i, sizeof(i));
  shuffle(numbers, randomness);
  std::vector<std::uint32_t> out(count);
  if (count > 0) std::memcpy(out.data(), numbers.all().data(), numbers.all().size());
  crypto::wipe(numbers.all());
  return out;
}

}  // namespace privet::protocol
