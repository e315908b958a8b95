// SPDX-License-Identifier: Apache-2.0
// Additive transfers of up to 256 bits: the label is hashed twice where one block is not enough,
// the second time with one bit of it turned over. Labels of different transfers differ in more than
// that, so the hash's inputs stay distinct, which is all that correlation robustness asks for.
#include <algorithm>
#include <array>
#include <vector>

#include "base/error.h"
#include "crypto/bit_vector.h"
#include "protocol/bit_packing.h"
#include "protocol/ot/transfer.h"

namespace privet::protocol {
namespace {

using crypto::Block;

constexpr std::size_t kBatch = 2048;
constexpr std::size_t kTurn = std::size_t{1} << 17U;  // as in transfer.cpp
constexpr Block kTurnedOver{2, 0};

// Keys of a batch, as wide as asked for. `used` counts the hashes.
void stretch(std::span<const Block> labels, unsigned width, crypto::BlockHash& hash,
             std::uint64_t used, std::span<Wide> keys) {
  std::array<Block, kBatch> blocks;
  const auto part = std::span(blocks).first(labels.size());
  for (std::size_t half = 0; 128 * half < width; ++half) {
    for (std::size_t i = 0; i < part.size(); ++i) {
      part[i] = half == 0 ? labels[i] : labels[i] ^ kTurnedOver;
    }
    hash.hash(part, used + half * part.size());
    for (std::size_t i = 0; i < part.size(); ++i) {
      keys[i].words.at(2 * half) = part[i].low;
      keys[i].words.at(2 * half + 1) = part[i].high;
    }
  }
}

std::uint64_t hashes(std::size_t labels, unsigned width) {
  return labels * ((width + 127) / 128);
}

// Word by word, those of a batch laid end to end.
void send_numbers(net::Channel& channel, std::span<const Wide> numbers, unsigned width) {
  std::array<std::uint64_t, kBatch> column;
  std::array<std::uint64_t, kBatch> packed;
  for (unsigned word = 0; 64 * word < width; ++word) {
    const auto bits = std::min(64U, width - 64 * word);
    for (std::size_t i = 0; i < numbers.size(); ++i) column[i] = numbers[i].words.at(word);
    const auto words = std::span(packed).first(packed_words(numbers.size(), bits));
    pack_bits(std::span(column).first(numbers.size()), bits, words);
    net::send_values(channel, words);
  }
}

void receive_numbers(net::Channel& channel, unsigned width, std::span<Wide> numbers) {
  std::array<std::uint64_t, kBatch> column;
  std::array<std::uint64_t, kBatch> packed;
  for (unsigned word = 0; 64 * word < width; ++word) {
    const auto bits = std::min(64U, width - 64 * word);
    const auto words = std::span(packed).first(packed_words(numbers.size(), bits));
    net::receive_values(channel, words);
    unpack_bits(words, bits, std::span(column).first(numbers.size()));
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i].words.at(word) = column[i];
  }
}

}  // namespace

void OtSender::additive(net::Channel& channel, std::span<const Wide> offsets, unsigned width,
                        std::span<Wide> shares) {
  PRIVET_CHECK(offsets.size() == shares.size() && width >= 1 && width <= Wide::kBits);
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

void OtSender::answer_additive(net::Channel& channel, std::span<const Block> zeros,
                               std::span<const Wide> offsets, unsigned width,
                               std::span<Wide> shares) {
  const auto count = zeros.size();
  std::array<Block, kBatch> ones;
  std::array<Wide, kBatch> corrections;
  const auto part = std::span(corrections).first(count);
  for (std::size_t i = 0; i < count; ++i) ones[i] = zeros[i] ^ delta();
  stretch(zeros, width, hash_, used_, shares);
  stretch(std::span(ones).first(count), width, hash_, used_, part);
  used_ += hashes(count, width);
  for (std::size_t i = 0; i < count; ++i) {
    // The receiver's value is key 0 if it chose 0, else key 1 plus the correction.
    part[i] = cut(shares[i] + offsets[i] - part[i], width);
    shares[i] = cut(-shares[i], width);
  }
  send_numbers(channel, part, width);
}

void OtReceiver::additive(net::Channel& channel, std::span<const Block> choices, unsigned width,
                          std::span<Wide> shares) {
  PRIVET_CHECK(width >= 1 && width <= Wide::kBits);
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

void OtReceiver::take_additive(net::Channel& channel, std::span<const Block> taken,
                               std::span<const Block> choices, unsigned width,
                               std::span<Wide> shares) {
  const auto count = taken.size();
  std::array<Wide, kBatch> corrections;
  const auto part = std::span(corrections).first(count);
  stretch(taken, width, hash_, used_, shares);
  used_ += hashes(count, width);
  receive_numbers(channel, width, part);
  for (std::size_t i = 0; i < count; ++i) {
    const auto chosen = 0 - crypto::BitView(choices)[i];
    for (auto& word : part[i].words) word &= chosen;
    shares[i] = cut(shares[i] + part[i], width);
  }
}

}  // namespace privet::protocol
