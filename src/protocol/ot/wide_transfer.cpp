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
void append_numbers(std::span<const Wide> numbers, unsigned width,
                    std::vector<std::uint64_t>& answers) {
  std::array<std::uint64_t, kBatch> column;
  for (unsigned word = 0; 64 * word < width; ++word) {
    const auto bits = std::min(64U, width - 64 * word);
    for (std::size_t i = 0; i < numbers.size(); ++i) column[i] = numbers[i].words.at(word);
    const auto before = answers.size();
    answers.resize(before + packed_words(numbers.size(), bits));
    pack_bits(std::span(column).first(numbers.size()), bits, std::span(answers).subspan(before));
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
  PRIVET_CHECK(width >= 1 && width <= Wide::kBits);
  Answers answers;
  hear_additive(channel, offsets, width, shares, answers);
  net::send_values(channel, answers);
  channel.flush();
}

void OtSender::answer_additive(std::span<const Block> zeros, std::span<const Wide> offsets,
                               unsigned width, std::span<Wide> shares, Answers& answers) {
  std::array<Block, kBatch> ones;
  std::array<Wide, kBatch> corrections;
  for (std::size_t at = 0; at < zeros.size(); at += kBatch) {
    const auto count = std::min(zeros.size() - at, kBatch);
    const auto labels = zeros.subspan(at, count);
    const auto keys = shares.subspan(at, count);
    const auto part = std::span(corrections).first(count);
    for (std::size_t i = 0; i < count; ++i) ones[i] = labels[i] ^ delta();
    stretch(labels, width, hash_, used_, keys);
    stretch(std::span(ones).first(count), width, hash_, used_, part);
    used_ += hashes(count, width);
    for (std::size_t i = 0; i < count; ++i) {
      // The receiver's value is key 0 if it chose 0, else key 1 plus the correction.
      part[i] = cut(keys[i] + offsets[at + i] - part[i], width);
      keys[i] = cut(-keys[i], width);
    }
    append_numbers(part, width, answers);
  }
}

void OtReceiver::additive(net::Channel& channel, std::span<const Block> choices, unsigned width,
                          std::span<Wide> shares) {
  PRIVET_CHECK(width >= 1 && width <= Wide::kBits);
  ask_additive(channel, choices, width, shares);
  take_additive(channel, choices, width, shares);
}

void OtReceiver::keys_of(std::span<const Block> taken, unsigned width, std::span<Wide> keys) {
  for (std::size_t at = 0; at < taken.size(); at += kBatch) {
    const auto labels = taken.subspan(at, std::min(taken.size() - at, kBatch));
    stretch(labels, width, hash_, used_, keys.subspan(at, labels.size()));
    used_ += hashes(labels.size(), width);
  }
}

void OtReceiver::take_additive(net::Channel& channel, std::span<const Block> choices,
                               unsigned width, std::span<Wide> shares) {
  std::array<Wide, kBatch> corrections;
  for (std::size_t at = 0; at < shares.size(); at += kBatch) {
    const auto part = std::span(corrections).first(std::min(shares.size() - at, kBatch));
    receive_numbers(channel, width, part);
    for (std::size_t i = 0; i < part.size(); ++i) {
      const auto chosen = 0 - crypto::BitView(choices)[at + i];
      for (auto& word : part[i].words) word &= chosen;
      shares[at + i] = cut(shares[at + i] + part[i], width);
    }
  }
}

}  // namespace privet::protocol
