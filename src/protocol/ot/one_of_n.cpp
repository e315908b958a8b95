// SPDX-License-Identifier: Apache-2.0
#include "protocol/ot/one_of_n.h"

#include <algorithm>
#include <bit>

#include "base/error.h"
#include "crypto/secret_vector.h"

namespace privet::protocol {
namespace {

using crypto::Block;

unsigned index_bits(const OneOfN& shape) {
  PRIVET_CHECK(shape.messages >= 1 && shape.messages <= (std::size_t{1} << 20U) && shape.bytes > 0);
  return shape.messages < 2 ? 1 : static_cast<unsigned>(std::bit_width(shape.messages - 1));
}

void mask(Block key, std::span<std::byte> message) {
  crypto::SecretVector<std::byte> pad(message.size());
  crypto::Prg(key).fill(pad);
  for (std::size_t i = 0; i < pad.size(); ++i) message[i] ^= pad[i];
}

}  // namespace

void send_one_of_n(net::Channel& channel, OtSender& transfers, crypto::Randomness& randomness,
                   std::span<const std::byte> messages, const OneOfN& shape) {
  const auto bits = index_bits(shape);
  const auto one = shape.messages * shape.bytes;
  PRIVET_CHECK(messages.size() % one == 0);
  const auto count = messages.size() / one;
  crypto::SecretVector<Block> keys(count << bits);
  randomness.fill_values(std::span(keys));
  transfers.one_of_many(channel, keys, bits);
  std::vector<std::byte> masked(one);
  for (std::size_t t = 0; t < count; ++t) {
    std::ranges::copy(messages.subspan(t * one, one), masked.begin());
    for (std::size_t i = 0; i < shape.messages; ++i) {
      mask(keys[(t << bits) + i], std::span(masked).subspan(i * shape.bytes, shape.bytes));
    }
    channel.send(masked);
  }
  channel.flush();
}

std::vector<std::byte> receive_one_of_n(net::Channel& channel, OtReceiver& transfers,
                                        std::span<const std::uint32_t> indices,
                                        const OneOfN& shape) {
  const auto bits = index_bits(shape);
  crypto::SecretVector<Block> keys(indices.size());
  transfers.one_of_many(channel, indices, bits, keys);
  std::vector<std::byte> out(indices.size() * shape.bytes);
  std::vector<std::byte> masked(shape.messages * shape.bytes);
  for (std::size_t t = 0; t < indices.size(); ++t) {
    channel.receive(masked);
    const auto wanted = std::span(out).subspan(t * shape.bytes, shape.bytes);
    for (std::uint32_t i = 0; i < shape.messages; ++i) {
      const std::uint64_t hit = ((std::uint64_t{i ^ indices[t]} - 1) >> 63U) & 1U;
      const auto keep = static_cast<std::byte>(0 - hit);
      for (std::size_t b = 0; b < wanted.size(); ++b) {
        wanted[b] |= masked[i * shape.bytes + b] & keep;
      }
    }
    mask(keys[t], wanted);
  }
  return out;
}

}  // namespace privet::protocol
