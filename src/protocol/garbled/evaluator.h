// SPDX-License-Identifier: Apache-2.0
// The evaluator's side of a garbled circuit; see protocol/garbled/garbler.h.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "circuit/word.h"
#include "crypto/hash.h"
#include "protocol/circuit_end.h"
#include "protocol/ot/pairwise.h"
#include "protocol/shared.h"

namespace privet::protocol {

class Evaluator {
 public:
  static constexpr bool kShallow = false;
  class Wire {
   public:
    Wire() = default;

   private:
    friend class Evaluator;
    explicit Wire(crypto::Block label) : label_(label) {}
    crypto::Block label_{};  // for the wire's value, which the evaluator does not know
  };

  // Receives two public blocks. All references must outlive this.
  Evaluator(const CircuitEnd& end, OtReceiver& transfers);
  // In a setting, with the party that garbles; the setting's lines must outlive this.
  Evaluator(const Setting& setting, PartyId garbler)
      : Evaluator(CircuitEnd(setting, circuit::Side::Second, garbler),
                  setting.transfers.receiver(garbler)) {}

  [[nodiscard]] const CircuitEnd& end() const noexcept { return end_; }

  // The label of a public value is zero; the garbler offsets its own instead.
  Wire constant(bool /*value*/) { return Wire(crypto::Block{}); }
  Wire exclusive_or(Wire a, Wire b) { return Wire(a.label_ ^ b.label_); }
  Wire negation(Wire a) { return a; }
  void conjunction(std::span<const Wire> a, std::span<const Wire> b, std::span<Wire> out);

  // As in Garbler; the evaluator is Side::Second.
  circuit::Word<Evaluator> input(circuit::Side owner, std::span<const std::uint64_t> values,
                                 std::size_t bits, std::size_t lanes);
  // The same into a word that is there already, of whose shape the numbers are.
  void input(circuit::Side owner, std::span<const std::uint64_t> values,
             circuit::Word<Evaluator>& out);
  std::optional<std::vector<std::uint64_t>> reveal(circuit::Side recipient,
                                                   const circuit::Word<Evaluator>& word,
                                                   Opening opening);
  [[nodiscard]] XorShared<NumberVector> shares(const circuit::Word<Evaluator>& word) const;

 private:
  static std::vector<std::uint8_t> share_bits(const circuit::Word<Evaluator>& word);
  void evaluate(std::span<const Wire> a, std::span<const Wire> b, std::span<Wire> out);

  Evaluator(const CircuitEnd& end, OtReceiver& transfers,
            std::array<crypto::Block, 2> public_seeds);

  CircuitEnd end_;
  net::Channel& channel_;
  OtReceiver& transfers_;
  crypto::TweakedHash hash_;
  crypto::Prg input_labels_;
  std::uint64_t tweak_ = 0;
};

}  // namespace privet::protocol
