// SPDX-License-Identifier: Apache-2.0
#include "protocol/ot/transfer.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/error.h"
#include "crypto/aes.h"
#include "crypto/bit_vector.h"
#include "protocol/bit_packing.h"

namespace privet::protocol {
namespace {

using crypto::Block;

constexpr std::size_t kBatch = 4096;
// Transfers between two turns of the conversation. Within a turn both sides work batch by batch at
// the same time; the sender reads a whole turn before it answers, so neither can block the other.
constexpr std::size_t kTurn = std::size_t{1} << 17U;

// The mask of message `number` under one key.
Block mask_of_message(const crypto::Aes& key, std::uint64_t number) {
  Block mask{number, 0};
  key.encrypt(std::span(&mask, 1));
  return mask;
}

}  // namespace

OtSender OtSender::set_up(net::Channel& channel, crypto::Randomness& randomness,
                          const OtPlan& plan) {
  auto correlated = CorrelatedOtSender::set_up(channel, randomness, plan);
  Block seed = randomness.block();
  net::send_values(channel, std::span(&seed, 1));
  channel.flush();
  return {std::move(correlated), crypto::BlockHash(seed)};
}

OtReceiver OtReceiver::set_up(net::Channel& channel, crypto::Randomness& randomness,
                              const OtPlan& plan) {
  auto correlated = CorrelatedOtReceiver::set_up(channel, randomness, plan);
  Block seed;
  net::receive_values(channel, std::span(&seed, 1));
  return {std::move(correlated), crypto::BlockHash(seed)};
}

void OtSender::correlated(net::Channel& channel, std::span<Block> zeros) {
  correlated_.extend(channel, zeros);
}

void OtReceiver::correlated(net::Channel& channel, std::span<const Block> choices,
                            std::span<Block> taken) {
  correlated_.extend(channel, choices, taken);
}

// One call for all, as at the receiver: where the plan is silent, the receiver tells its choices
// only when it has everything it asked for. The labels wait in the second half of the pairs' own
// memory; the pairs, filled from the front, never overtake the labels still to be read.
void OtSender::random(net::Channel& channel, std::span<BlockPair> pairs) {
  static_assert(sizeof(BlockPair) == 2 * sizeof(Block));
  const auto labels =
      std::span(reinterpret_cast<Block*>(pairs.data()), 2 * pairs.size()).subspan(pairs.size());
  correlated_.extend(channel, labels);
  std::array<Block, kBatch> zeros;
  std::array<Block, kBatch> ones;
  for (std::size_t at = 0; at < pairs.size(); at += kBatch) {
    const auto count = std::min(pairs.size() - at, kBatch);
    std::ranges::copy(labels.subspan(at, count), zeros.begin());
    for (std::size_t i = 0; i < count; ++i) ones[i] = zeros[i] ^ delta();
    hash_.hash(std::span(zeros).first(count), used_);
    hash_.hash(std::span(ones).first(count), used_);
    used_ += count;
    for (std::size_t i = 0; i < count; ++i) pairs[at + i] = {zeros[i], ones[i]};
  }
}

void OtReceiver::random(net::Channel& channel, std::span<const Block> choices,
                        std::span<Block> taken) {
  correlated_.extend(channel, choices, taken);
  hash_.hash(taken, used_);
  used_ += taken.size();
}

void OtSender::chosen(net::Channel& channel, std::span<const BlockPair> messages) {
  std::vector<BlockPair> masked(std::min(messages.size(), kTurn));
  while (!messages.empty()) {
    const auto part = std::span(masked).first(std::min(messages.size(), kTurn));
    random(channel, part);
    for (std::size_t i = 0; i < part.size(); ++i) {
      part[i][0] ^= messages[i][0];
      part[i][1] ^= messages[i][1];
    }
    net::send_values(channel, part);
    messages = messages.subspan(part.size());
  }
  channel.flush();
}

void OtReceiver::chosen(net::Channel& channel, std::span<const Block> choices,
                        std::span<Block> taken) {
  std::vector<BlockPair> masked(std::min(taken.size(), kTurn));
  while (!taken.empty()) {
    const auto count = std::min(taken.size(), kTurn);
    random(channel, choices, taken.first(count));
    net::receive_values(channel, std::span(masked).first(count));
    for (std::size_t i = 0; i < count; ++i) {
      const auto bit = crypto::BitView(choices)[i];
      taken[i] ^= masked[i][0] ^ when(bit, masked[i][0] ^ masked[i][1]);
    }
    taken = taken.subspan(count);
    choices = choices.subspan((count + 127) / 128);
  }
}

void OtSender::additive(net::Channel& channel, std::span<const std::uint64_t> offsets,
                        unsigned width, std::span<std::uint64_t> shares) {
  PRIVET_CHECK(offsets.size() == shares.size() && width >= 1 && width <= 64);
  std::vector<Block> zeros(std::min(offsets.size(), kTurn));
  for (std::size_t at = 0; at < offsets.size(); at += kTurn) {
    const auto turn = std::span(zeros).first(std::min(offsets.size() - at, kTurn));
    correlated_.extend(channel, turn);
    for (std::size_t i = 0; i < turn.size(); i += kBatch) {
      const auto count = std::min(turn.size() - i, kBatch);
      answer_additive(channel, turn.subspan(i, count), offsets.subspan(at + i, count), width,
                      shares.subspan(at + i, count));
    }
    channel.flush();
  }
}

void OtSender::answer_additive(net::Channel& channel, std::span<Block> zeros,
                               std::span<const std::uint64_t> offsets, unsigned width,
                               std::span<std::uint64_t> shares) {
  const auto mask = low_bits(width);
  const auto count = zeros.size();
  std::array<Block, kBatch> ones;
  std::array<std::uint64_t, kBatch> corrections;
  std::array<std::uint64_t, kBatch> words;
  for (std::size_t i = 0; i < count; ++i) ones[i] = zeros[i] ^ delta();
  hash_.hash(zeros, used_);
  hash_.hash(std::span(ones).first(count), used_);
  used_ += count;
  for (std::size_t i = 0; i < count; ++i) {
    // The receiver's value is key 0 if it chose 0, else key 1 plus the correction.
    shares[i] = (0 - zeros[i].low) & mask;
    corrections[i] = (zeros[i].low + offsets[i] - ones[i].low) & mask;
  }
  const auto packed = std::span(words).first(packed_words(count, width));
  pack_bits(std::span(corrections).first(count), width, packed);
  net::send_values(channel, packed);
}

void OtReceiver::additive(net::Channel& channel, std::span<const Block> choices, unsigned width,
                          std::span<std::uint64_t> shares) {
  PRIVET_CHECK(width >= 1 && width <= 64);
  std::vector<Block> taken(std::min(shares.size(), kTurn));
  for (std::size_t at = 0; at < shares.size(); at += kTurn) {
    const auto turn = std::span(taken).first(std::min(shares.size() - at, kTurn));
    correlated_.extend(channel, choices.subspan(at / 128), turn);
    for (std::size_t i = 0; i < turn.size(); i += kBatch) {
      const auto count = std::min(turn.size() - i, kBatch);
      take_additive(channel, turn.subspan(i, count), choices.subspan((at + i) / 128), width,
                    shares.subspan(at + i, count));
    }
  }
}

void OtReceiver::take_additive(net::Channel& channel, std::span<Block> taken,
                               std::span<const Block> choices, unsigned width,
                               std::span<std::uint64_t> shares) {
  const auto mask = low_bits(width);
  const auto count = taken.size();
  std::array<std::uint64_t, kBatch> corrections;
  std::array<std::uint64_t, kBatch> words;
  hash_.hash(taken, used_);
  used_ += count;
  const auto packed = std::span(words).first(packed_words(count, width));
  net::receive_values(channel, packed);
  unpack_bits(packed, width, std::span(corrections).first(count));
  for (std::size_t i = 0; i < count; ++i) {
    const auto bit = crypto::BitView(choices)[i];
    shares[i] = (taken[i].low + ((0 - bit) & corrections[i])) & mask;
  }
}

void OtSender::one_of_many(net::Channel& channel, std::span<const Block> messages,
                           unsigned index_bits) {
  PRIVET_CHECK(index_bits >= 1 && index_bits <= 20);
  const auto many = std::size_t{1} << index_bits;
  PRIVET_CHECK(messages.size() % many == 0);
  const auto transfers = messages.size() / many;
  std::vector<BlockPair> keys(transfers * index_bits);
  random(channel, keys);
  std::vector<Block> masked(many);
  for (std::size_t t = 0; t < transfers; ++t) {
    std::ranges::copy(messages.subspan(t * many, many), masked.begin());
    for (unsigned bit = 0; bit < index_bits; ++bit) {
      const auto& pair = keys[t * index_bits + bit];
      const std::array<crypto::Aes, 2> ciphers{crypto::Aes(pair[0]), crypto::Aes(pair[1])};
      for (std::size_t i = 0; i < many; ++i) {
        masked[i] ^= mask_of_message(ciphers.at((i >> bit) & 1U), i);
      }
    }
    net::send_values(channel, masked);
  }
  channel.flush();
}

void OtReceiver::one_of_many(net::Channel& channel, std::span<const std::uint32_t> indices,
                             unsigned index_bits, std::span<Block> taken) {
  PRIVET_CHECK(index_bits >= 1 && index_bits <= 20 && indices.size() == taken.size());
  const auto many = std::size_t{1} << index_bits;
  crypto::BitVector choices(indices.size() * index_bits);
  for (std::size_t i = 0; i < indices.size() * index_bits; ++i) {
    const std::uint64_t bit = (indices[i / index_bits] >> (i % index_bits)) & 1U;
    choices.put(i, bit);
  }
  std::vector<Block> keys(indices.size() * index_bits);
  random(channel, choices.blocks(), keys);
  std::vector<Block> masked(many);
  for (std::size_t t = 0; t < indices.size(); ++t) {
    net::receive_values(channel, masked);
    // Every message is looked at, and the wanted one kept by selection: the index is secret.
    Block result{};
    for (std::uint32_t i = 0; i < many; ++i) {
      const std::uint64_t wanted = ((std::uint64_t{i ^ indices[t]} - 1) >> 63U) & 1U;
      result ^= when(wanted, masked[i]);
    }
    for (unsigned bit = 0; bit < index_bits; ++bit) {
      result ^= mask_of_message(crypto::Aes(keys[t * index_bits + bit]), indices[t]);
    }
    taken[t] = result;
  }
}

}  // namespace privet::protocol
