// SPDX-License-Identifier: Apache-2.0
// Oblivious transfer of every kind that the protocols use, on top of the correlated one.
// Idea: hashing z_j and z_j + delta breaks the correlation and leaves two random keys, of which the
// receiver knows the one it chose. Keys mask chosen messages; a key that is itself the message
// saves half of it (random, additive); 1-of-n takes log2 n keys and masks message i with those of
// its bits. Reference: Ishai et al. (CRYPTO 2003); additive correlation: Asharov et al. (CCS 2013);
// 1-of-n: Naor and Pinkas (STOC 1999); the hash: crypto/hash.h. Cost: on top of correlated_ot.h,
// bytes from the sender for each transfer: random 0, chosen 32, additive width / 8, one of n 16 n
// (and log2 n transfers). A call is one round, however many transfers it makes: the receiver says
// all its choices before it takes an answer. Adversary: semi-honest. Discloses: nothing. Security:
// 128 bits; messages are selected without branches. Threads: one at a time on a channel. Memory: a
// chunk of 16,384 transfers, what the caller passes, and the sender's answers, which wait until it
// has heard all choices: no more than its messages or shares take.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/error.h"
#include "crypto/hash.h"
#include "protocol/ot/base_ot.h"
#include "protocol/ot/correlated_ot.h"
#include "protocol/wide/number.h"

namespace privet::protocol {

// Transfers whose labels are held together.
inline constexpr std::size_t kOtChunk = std::size_t{1} << 14U;

class OtSender {
 public:
  [[nodiscard]] static OtSender set_up(net::Channel& channel, crypto::Randomness& randomness,
                                       const OtPlan& plan = {});

  [[nodiscard]] crypto::Block delta() const noexcept { return correlated_.delta(); }
  // The receiver gets zeros[j], plus delta where it chose 1.
  void correlated(net::Channel& channel, std::span<crypto::Block> zeros);
  // The receiver gets one of each pair.
  void random(net::Channel& channel, std::span<BlockPair> pairs);
  void chosen(net::Channel& channel, std::span<const BlockPair> messages);
  // Shares modulo 2^width of offsets[j] times the receiver's choice: shares[j] here and the
  // receiver's add up to it. Requires 1 <= width <= 64; higher bits of the shares are zero.
  void additive(net::Channel& channel, std::span<const std::uint64_t> offsets, unsigned width,
                std::span<std::uint64_t> shares);
  // The same for widths up to 256.
  void additive(net::Channel& channel, std::span<const Wide> offsets, unsigned width,
                std::span<Wide> shares);
  // The first half of additive(), so that several calls share a round: hears the choices and puts
  // behind `answers` what the receiver is to be sent. Numbers are std::uint64_t or Wide.
  using Answers = std::vector<std::uint64_t>;
  template <class Number>
  void hear_additive(net::Channel& channel, std::span<const Number> offsets, unsigned width,
                     std::span<Number> shares, Answers& answers) {
    PRIVET_CHECK(offsets.size() == shares.size());
    std::vector<crypto::Block> zeros(std::min(offsets.size(), kOtChunk));
    for (std::size_t at = 0; at < offsets.size(); at += kOtChunk) {
      const auto part = std::span(zeros).first(std::min(offsets.size() - at, kOtChunk));
      correlated_.extend(channel, part);
      answer_additive(part, offsets.subspan(at, part.size()), width,
                      shares.subspan(at, part.size()), answers);
    }
  }
  // Several transfers of one of 2^index_bits messages each, laid one after the other.
  void one_of_many(net::Channel& channel, std::span<const crypto::Block> messages,
                   unsigned index_bits);

 private:
  OtSender(CorrelatedOtSender correlated, crypto::BlockHash hash)
      : correlated_(std::move(correlated)), hash_(std::move(hash)) {}
  // Additive transfers of which `zeros` are the labels; uses them up.
  void answer_additive(std::span<crypto::Block> zeros, std::span<const std::uint64_t> offsets,
                       unsigned width, std::span<std::uint64_t> shares, Answers& answers);
  void answer_additive(std::span<const crypto::Block> zeros, std::span<const Wide> offsets,
                       unsigned width, std::span<Wide> shares, Answers& answers);

  CorrelatedOtSender correlated_;
  crypto::BlockHash hash_;
  std::uint64_t used_ = 0;  // transfers hashed so far, on both sides alike
};

class OtReceiver {
 public:
  [[nodiscard]] static OtReceiver set_up(net::Channel& channel, crypto::Randomness& randomness,
                                         const OtPlan& plan = {});

  // Choices are packed, 128 to a block, the first in the lowest bit.
  void correlated(net::Channel& channel, std::span<const crypto::Block> choices,
                  std::span<crypto::Block> taken);
  void random(net::Channel& channel, std::span<const crypto::Block> choices,
              std::span<crypto::Block> taken);
  void chosen(net::Channel& channel, std::span<const crypto::Block> choices,
              std::span<crypto::Block> taken);
  void additive(net::Channel& channel, std::span<const crypto::Block> choices, unsigned width,
                std::span<std::uint64_t> shares);
  void additive(net::Channel& channel, std::span<const crypto::Block> choices, unsigned width,
                std::span<Wide> shares);
  // The two halves of additive(): says the choices and fills `shares` with the own keys; adds what
  // the sender answered. Between them may lie other calls of the first, which are answered in the
  // same order.
  template <class Number>
  void ask_additive(net::Channel& channel, std::span<const crypto::Block> choices, unsigned width,
                    std::span<Number> shares) {
    std::vector<crypto::Block> taken(std::min(shares.size(), kOtChunk));
    for (std::size_t at = 0; at < shares.size(); at += kOtChunk) {
      const auto part = std::span(taken).first(std::min(shares.size() - at, kOtChunk));
      correlated_.extend(channel, choices.subspan(at / 128), part);
      keys_of(part, width, shares.subspan(at, part.size()));
    }
  }
  static void take_additive(net::Channel& channel, std::span<const crypto::Block> choices,
                            unsigned width, std::span<std::uint64_t> shares);
  static void take_additive(net::Channel& channel, std::span<const crypto::Block> choices,
                            unsigned width, std::span<Wide> shares);
  // taken[t] is message indices[t] of transfer t. Requires indices below 2^index_bits.
  void one_of_many(net::Channel& channel, std::span<const std::uint32_t> indices,
                   unsigned index_bits, std::span<crypto::Block> taken);

 private:
  OtReceiver(CorrelatedOtReceiver correlated, crypto::BlockHash hash)
      : correlated_(std::move(correlated)), hash_(std::move(hash)) {}
  // The keys of some labels, which it uses up.
  void keys_of(std::span<crypto::Block> taken, unsigned width, std::span<std::uint64_t> keys);
  void keys_of(std::span<const crypto::Block> taken, unsigned width, std::span<Wide> keys);

  CorrelatedOtReceiver correlated_;
  crypto::BlockHash hash_;
  std::uint64_t used_ = 0;
};

}  // namespace privet::protocol
