// SPDX-License-Identifier: Apache-2.0
#include "protocol/psi/oblivious_function.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/error.h"
#include "crypto/gf64.h"
#include "protocol/vole/vole.h"

namespace privet::protocol::psi {
namespace {

using crypto::Block;

constexpr std::size_t kElementsAtOnce = 8192;
constexpr int kMostKeys = 4;  // each fails with probability 2^-40

crypto::SecretVector<Block> keys_of(const StoreRows& rows) {
  crypto::SecretVector<Block> out(rows.points.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = {rows.values[i], rows.points[i]};
  return out;
}

}  // namespace

Block FunctionValues::output(std::size_t i, std::uint64_t number) const {
  const Block input = values_[i] ^ Block { number, 0 };
  Block image = input;
  crypto::Aes(keys_[i]).encrypt(std::span(&image, 1));
  return image ^ input;
}

crypto::SecretVector<Block> FunctionValues::outputs(std::uint64_t number) const {
  crypto::SecretVector<Block> out(size());
  crypto::Aes aes(Block{0, 0});
  for (std::size_t i = 0; i < size(); ++i) {
    const Block input = values_[i] ^ Block { number, 0 };
    out[i] = input;
    aes.rekey(keys_[i]);
    aes.encrypt(std::span(&out[i], 1));
    out[i] ^= input;
  }
  return out;
}

FunctionValues values_under(Block delta, const StoreShape& shape, Block seed,
                            std::span<const Block> store, std::span<const Block> items) {
  StoreRows rows(items.size());
  StoreHash(seed, shape).hash(items, rows);
  crypto::SecretVector<Block> values(items.size());
  look_up(shape, store, rows, values);
  crypto::gf64_add_powers(values, rows.values, std::span(&delta, 1));
  return {std::move(values), keys_of(rows)};
}

FunctionValues evaluate_as_sender(net::Channel& channel, crypto::Randomness& randomness,
                                  OtSender& transfers, std::span<const Block> items,
                                  std::size_t receiver_items) {
  const auto shape = StoreShape::for_keys(receiver_items);
  auto store = vole_send(channel, randomness, transfers, shape.size());
  Block delta = transfers.delta();
  Block seed;
  net::receive_values(channel, std::span(&seed, 1));
  std::vector<std::uint64_t> buffer(std::min(kElementsAtOnce, store.size()));
  for (std::size_t at = 0; at < store.size(); at += kElementsAtOnce) {
    const auto part = std::span(store).subspan(at, std::min(kElementsAtOnce, store.size() - at));
    const auto masked = std::span(buffer).first(part.size());
    net::receive_values(channel, masked);
    crypto::gf64_add_powers(part, masked, std::span(&delta, 1));
  }
  auto out = values_under(delta, shape, seed, store, items);
  crypto::wipe(std::as_writable_bytes(std::span(&delta, 1)));
  return out;
}

FunctionValues evaluate_as_receiver(net::Channel& channel, crypto::Randomness& randomness,
                                    OtReceiver& transfers, std::span<const Block> items) {
  const auto shape = StoreShape::for_keys(items.size());
  StoreRows rows(items.size());
  std::optional<crypto::SecretVector<std::uint64_t>> store;
  Block seed;
  for (int tried = 0; !store; ++tried) {
    PRIVET_CHECK(tried < kMostKeys);
    seed = randomness.block();
    StoreHash(seed, shape).hash(items, rows);
    store = fill_store(shape, rows);
  }
  const auto vole = vole_receive(channel, randomness, transfers, shape.size());
  for (std::size_t i = 0; i < store->size(); ++i) (*store)[i] ^= vole.factors[i];
  net::send_values(channel, std::span(&seed, 1));
  net::send_values(channel, *store);
  channel.flush();
  crypto::SecretVector<Block> values(items.size());
  look_up(shape, vole.sums, rows, values);
  return {std::move(values), keys_of(rows)};
}

}  // namespace privet::protocol::psi
