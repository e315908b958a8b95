// SPDX-License-Identifier: Apache-2.0
// Correlated oblivious transfer, by the million: the sender holds one secret delta and gets a
// random block z_j for each transfer, the receiver chooses bits c_j and gets z_j + c_j delta.
// Reference: Ishai, Kilian, Nissim, Petrank (CRYPTO 2003); Roy, "SoftSpokenOT" (CRYPTO 2022).
// Idea: delta is cut into pieces of k bits. For each piece, 2^k seeds of which the sender lacks
// just the one whose number is the piece; their expansions, summed by number, give k columns of a
// bit matrix that agree up to piece times choice. Its rows are the transfers. k = 1 is IKNP. Cost:
// 16 / k bytes from the receiver for each transfer, one message; 128 2^k / k AES blocks for each
// 128 transfers. Set-up: 128 base transfers. With a silent plan (ot/plan.h) the extension only
// makes the start, transfers of random choice come from ot/silent.h, and the receiver tells by one
// bit each whether its choice is the other one: 0.23 bytes for each transfer. They are made ahead:
// 65,536 or 131,072, or an eighth of those made so far (up to 2,097,152), so that many small calls
// take a number of rounds that grows with the logarithm of what they ask for, and few are made in
// vain. Both sides must ask for the same numbers in the same calls: silently, the receiver tells
// its choices at the end of a call, and the sender waits for them before it begins the next.
// Adversary: semi-honest.
// Discloses: nothing.
// Security: 128 bits, AES as a generator; delta is handled without branches on its bits.
// Threads: one at a time on a channel. Memory: one batch of 4096 transfers (64 KiB), whatever the
// number asked for; silently, that of ot/silent.h and those made ahead (up to 32 MiB).
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "crypto/block.h"
#include "crypto/randomness.h"
#include "crypto/secret_vector.h"
#include "net/channel.h"
#include "protocol/ot/plan.h"
#include "protocol/ot/silent.h"

namespace privet::protocol {

// Transfers of random choice that were made ahead.
struct OtsAhead {
  crypto::SecretVector<crypto::Block> ready;
  std::size_t used = 0;
  std::size_t made = 0;  // so far

  // Moves the next ones to the front of `out`; how many.
  std::size_t take(std::span<crypto::Block> out);
  // Room for those that are made when all are used and `more` were made for a call.
  [[nodiscard]] std::span<crypto::Block> grow(std::size_t more);
};

class CorrelatedOtSender {
 public:
  // A random delta whose lowest bit is 1, as garbling needs it.
  [[nodiscard]] static CorrelatedOtSender set_up(net::Channel& channel,
                                                 crypto::Randomness& randomness,
                                                 const OtPlan& plan);
  ~CorrelatedOtSender();
  CorrelatedOtSender(CorrelatedOtSender&&) noexcept;
  CorrelatedOtSender& operator=(CorrelatedOtSender&&) noexcept;

  [[nodiscard]] crypto::Block delta() const noexcept { return delta_; }
  // Fills `zeros` with z_j. Waits for the receiver.
  void extend(net::Channel& channel, std::span<crypto::Block> zeros);

 private:
  class State;
  CorrelatedOtSender(std::unique_ptr<State> state, crypto::Block delta);
  void extend_silently(net::Channel& channel, std::span<crypto::Block> zeros);

  std::unique_ptr<State> state_;
  std::unique_ptr<SilentSender> silent_;
  OtsAhead ahead_;
  crypto::Block delta_;
};

class CorrelatedOtReceiver {
 public:
  [[nodiscard]] static CorrelatedOtReceiver set_up(net::Channel& channel,
                                                   crypto::Randomness& randomness,
                                                   const OtPlan& plan);
  ~CorrelatedOtReceiver();
  CorrelatedOtReceiver(CorrelatedOtReceiver&&) noexcept;
  CorrelatedOtReceiver& operator=(CorrelatedOtReceiver&&) noexcept;

  // Choices are packed, 128 to a block, the first in the lowest bit; bits beyond taken.size() are
  // ignored. Fills `taken` with z_j + c_j delta. Only sends, unless the plan is silent.
  void extend(net::Channel& channel, std::span<const crypto::Block> choices,
              std::span<crypto::Block> taken);

 private:
  class State;
  explicit CorrelatedOtReceiver(std::unique_ptr<State> state);
  void extend_silently(net::Channel& channel, std::span<const crypto::Block> choices,
                       std::span<crypto::Block> taken);

  std::unique_ptr<State> state_;
  std::unique_ptr<SilentReceiver> silent_;
  OtsAhead ahead_;
};

}  // namespace privet::protocol
