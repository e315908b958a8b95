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
  std::vector<BlockPair> masked(messages.size());
  random(channel, masked);
  for (std::size_t i = 0; i < masked.size(); ++i) {
    masked[i][0] ^= messages[i][0];
    masked[i][1] ^= messages[i][1];
  }
  net::send_values(channel, masked);
  channel.flush();
}

void OtReceiver::chosen(net::Channel& channel, std::span<const Block> choices,
                        std::span<Block> taken) {
  random(channel, choices, taken);
  std::vector<BlockPair> masked(std::min(taken.size(), kBatch));
  for (std::size_t at = 0; at < taken.size(); at += kBatch) {
    const auto count = std::min(taken.size() - at, kBatch);
    net::receive_values(channel, std::span(masked).first(count));
    for (std::size_t i = 0; i < count; ++i) {
      const auto bit = crypto::BitView(choices)[at + i];
      taken[at + i] ^= masked[i][0] ^ when(bit, masked[i][0] ^ masked[i][1]);
    }
  }
}

void OtSender::additive(net::Channel& channel, std::span<const std::uint64_t> offsets,
                        unsigned width, std::span<std::uint64_t> shares) {
  PRIVET_CHECK(width >= 1 && width <= 64);
  Answers answers;
  hear_additive(channel, offsets, width, shares, answers);
  net::send_values(channel, answers);
  channel.flush();
}

void OtSender::answer_additive(std::span<Block> zeros, std::span<const std::uint64_t> offsets,
                               unsigned width, std::span<std::uint64_t> shares, Answers& answers) {
  const auto mask = low_bits(width);
  std::array<Block, kBatch> ones;
  std::array<std::uint64_t, kBatch> corrections;
  for (std::size_t at = 0; at < zeros.size(); at += kBatch) {
    const auto part = zeros.subspan(at, std::min(zeros.size() - at, kBatch));
    for (std::size_t i = 0; i < part.size(); ++i) ones[i] = part[i] ^ delta();
    hash_.hash(part, used_);
    hash_.hash(std::span(ones).first(part.size()), used_);
    used_ += part.size();
    for (std::size_t i = 0; i < part.size(); ++i) {
      // The receiver's value is key 0 if it chose 0, else key 1 plus the correction.
      shares[at + i] = (0 - part[i].low) & mask;
      corrections[i] = (part[i].low + offsets[at + i] - ones[i].low) & mask;
    }
    const auto before = answers.size();
    answers.resize(before + packed_words(part.size(), width));
    pack_bits(std::span(corrections).first(part.size()), width, std::span(answers).subspan(before));
  }
}

void OtReceiver::additive(net::Channel& channel, std::span<const Block> choices, unsigned width,
                          std::span<std::uint64_t> shares) {
  PRIVET_CHECK(width >= 1 && width <= 64);
  ask_additive(channel, choices, width, shares);
  take_additive(channel, choices, width, shares);
}

void OtReceiver::keys_of(std::span<Block> taken, unsigned width, std::span<std::uint64_t> keys) {
  for (std::size_t at = 0; at < taken.size(); at += kBatch) {
    const auto part = taken.subspan(at, std::min(taken.size() - at, kBatch));
    hash_.hash(part, used_);
    used_ += part.size();
  }
  for (std::size_t i = 0; i < taken.size(); ++i) keys[i] = taken[i].low & low_bits(width);
}

void OtReceiver::take_additive(net::Channel& channel, std::span<const Block> choices,
                               unsigned width, std::span<std::uint64_t> shares) {
  const auto mask = low_bits(width);
  std::array<std::uint64_t, kBatch> corrections;
  std::array<std::uint64_t, kBatch> words;
  for (std::size_t at = 0; at < shares.size(); at += kBatch) {
    const auto count = std::min(shares.size() - at, kBatch);
    const auto packed = std::span(words).first(packed_words(count, width));
    net::receive_values(channel, packed);
    unpack_bits(packed, width, std::span(corrections).first(count));
    for (std::size_t i = 0; i < count; ++i) {
      const auto bit = crypto::BitView(choices)[at + i];
      shares[at + i] = (shares[at + i] + ((0 - bit) & corrections[i])) & mask;
    }
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
