// SPDX-License-Identifier: Apache-2.0
// Circuits on XOR shares: a BooleanContext in which both parties do the same work and every layer
// of AND gates costs one round. Reference: Goldreich, Micali, Wigderson (STOC 1987); Beaver (CRYPTO
// 1991) for triples; Asharov et al. (CCS 2013) for making them by oblivious transfer. Idea: a wire
// is a bit split at random in two. For x AND y the parties open x + a and y + b, masked by a random
// triple (a, b, a b) that they made beforehand, and correct the shared a b. Cost: a gate takes 2
// bits each way in its layer's message, and a triple: 2 transfers, 2 / 8 + 32 / k bytes in all.
// Triples are fetched ahead, half as many as were made so far (8,192 to 4,194,304), two rounds each
// time: for g gates about 4 log2(g / 8,192) rounds, and two for each four million beyond twelve
// million. For wide shallow batches; deep circuits are better garbled. Memory: 3 bytes a triple.
// Adversary: semi-honest, one of the two. Discloses: only what reveal() opens, and that goes into
// the ledger. Security: openings are uniform; triples by protocol/ot. Threads: one at a time.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "circuit/word.h"
#include "protocol/circuit_end.h"
#include "protocol/ot/pairwise.h"
#include "protocol/shared.h"

namespace privet::protocol {

class SharedBits {
 public:
  static constexpr bool kShallow = true;
  class Wire {
   public:
    Wire() = default;

   private:
    friend class SharedBits;
    explicit Wire(std::uint8_t share) : share_(share) {}
    std::uint8_t share_ = 0;
  };

  // All references must outlive this.
  SharedBits(const CircuitEnd& end, OtSender& sender, OtReceiver& receiver)
      : end_(end),
        own_(end.own),
        channel_(protocol_only::line_of(end)),
        randomness_(end.randomness),
        sender_(sender),
        receiver_(receiver) {}
  // In a setting, with one other party; the one with the smaller id is the first. The setting's
  // lines must outlive this.
  [[nodiscard]] static SharedBits with(const Setting& setting, PartyId other);

  [[nodiscard]] const CircuitEnd& end() const noexcept { return end_; }

  Wire constant(bool value) { return Wire(value && own_ == circuit::Side::First ? 1 : 0); }
  Wire exclusive_or(Wire a, Wire b) { return Wire(static_cast<std::uint8_t>(a.share_ ^ b.share_)); }
  Wire negation(Wire a) { return exclusive_or(a, constant(true)); }
  void conjunction(std::span<const Wire> a, std::span<const Wire> b, std::span<Wire> out);

  circuit::Word<SharedBits> input(circuit::Side owner, std::span<const std::uint64_t> values,
                                  std::size_t bits, std::size_t lanes);
  // The same into a word that is there already, of whose shape the numbers are.
  void input(circuit::Side owner, std::span<const std::uint64_t> values,
             circuit::Word<SharedBits>& out);
  std::optional<std::vector<std::uint64_t>> reveal(circuit::Side recipient,
                                                   const circuit::Word<SharedBits>& word,
                                                   Opening opening);
  [[nodiscard]] XorShared<NumberVector> shares(const circuit::Word<SharedBits>& word) const;
  // Wires from shares that both sides already hold, `bits` wide.
  [[nodiscard]] circuit::Word<SharedBits> from_shares(const XorShared<NumberVector>& shares,
                                                      std::size_t bits) const;

 private:
  struct Triples {
    std::vector<std::uint8_t> a, b, ab;
    std::size_t used = 0;
  };
  void make_triples(std::size_t count);
  // The products of own and other bits, of all triples from there on.
  void offer(std::size_t from);
  void choose(std::size_t from, std::span<const crypto::Block> choices);

  [[nodiscard]] static std::vector<std::uint8_t> share_bits(const circuit::Word<SharedBits>& word);

  CircuitEnd end_;
  circuit::Side own_;
  net::Channel& channel_;
  crypto::Randomness& randomness_;
  OtSender& sender_;
  OtReceiver& receiver_;
  Triples triples_;
  std::size_t made_ = 0;  // triples so far
};

}  // namespace privet::protocol
