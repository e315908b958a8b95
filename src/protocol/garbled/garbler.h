// SPDX-License-Identifier: Apache-2.0
// The garbler's side of a garbled circuit: a BooleanContext that streams encrypted gates.
// Reference: Yao (FOCS 1986); half gates: Zahur, Rosulek, Evans (EUROCRYPT 2015); free XOR:
// Kolesnikov and Schneider (ICALP 2008); the hash: crypto/hash.h.
// Idea: each wire has a label for 0 and, offset by a secret delta, one for 1. An AND gate is two
// blocks from which the holder of one label of each input gets one label of the output. The
// evaluator's input labels come from correlated oblivious transfer under the same delta, so that no
// further message is needed; the labels that stand for the garbler's input come from a generator
// that both sides hold, and its secret is only which of the two each one is. Cost: 32 bytes an AND
// gate to the evaluator, none for XOR, NOT and the garbler's input; the evaluator's input 16 / k
// bytes per bit (correlated_ot.h). 8 AES blocks per gate here, 4 there. One message in all, apart
// from inputs and openings. Adversary: semi-honest. Discloses: only what reveal() opens, and that
// goes into the ledger. Security: 128-bit labels; see crypto/hash.h for the bound; no branch on
// labels or values. Threads: one at a time. Memory: constant; gates are sent as they are made.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "circuit/word.h"
#include "crypto/hash.h"
#include "crypto/secret_vector.h"
#include "protocol/circuit_end.h"
#include "protocol/ot/pairwise.h"
#include "protocol/shared.h"

namespace privet::protocol {

class Garbler {
 public:
  static constexpr bool kShallow = false;
  class Wire {
   public:
    Wire() = default;

   private:
    friend class Garbler;
    explicit Wire(crypto::Block zero) : zero_(zero) {}
    crypto::Block zero_{};  // the label for 0
  };

  // `transfers` gives delta and the evaluator's inputs. All references must outlive this. Sends two
  // public blocks.
  Garbler(const CircuitEnd& end, OtSender& transfers);
  // In a setting, with the party that evaluates; the setting's lines must outlive this.
  Garbler(const Setting& setting, PartyId evaluator)
      : Garbler(CircuitEnd(setting, circuit::Side::First, evaluator),
                setting.transfers.sender(evaluator)) {}

  [[nodiscard]] const CircuitEnd& end() const noexcept { return end_; }

  Wire constant(bool value) { return Wire(when(value ? 1 : 0, *delta_)); }
  Wire exclusive_or(Wire a, Wire b) { return Wire(a.zero_ ^ b.zero_); }
  Wire negation(Wire a) { return Wire(a.zero_ ^ *delta_); }
  void conjunction(std::span<const Wire> a, std::span<const Wire> b, std::span<Wire> out);

  // A number of `bits` in each of `lanes`; `values` holds them if the garbler (Side::First) is the
  // owner, and must be empty if not.
  circuit::Word<Garbler> input(circuit::Side owner, std::span<const std::uint64_t> values,
                               std::size_t bits, std::size_t lanes);
  // The same into a word that is there already, of whose shape the numbers are.
  void input(circuit::Side owner, std::span<const std::uint64_t> values,
             circuit::Word<Garbler>& out);
  // The values, if the garbler is the recipient.
  std::optional<std::vector<std::uint64_t>> reveal(circuit::Side recipient,
                                                   const circuit::Word<Garbler>& word,
                                                   Opening opening);
  // This side's share of every lane; the evaluator's is the other. Sends off all gates.
  [[nodiscard]] XorShared<NumberVector> shares(const circuit::Word<Garbler>& word);

 private:
  static std::vector<std::uint8_t> share_bits(const circuit::Word<Garbler>& word);
  void garble(std::span<const Wire> a, std::span<const Wire> b, std::span<Wire> out);

  Garbler(const CircuitEnd& end, OtSender& transfers, std::array<crypto::Block, 2> public_seeds);

  CircuitEnd end_;
  net::Channel& channel_;
  OtSender& transfers_;
  crypto::SecretValue<crypto::Block> delta_;
  crypto::TweakedHash hash_;
  crypto::Prg input_labels_;
  std::uint64_t tweak_ = 0;
};

}  // namespace privet::protocol
