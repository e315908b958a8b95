// SPDX-License-Identifier: Apache-2.0
// Circuits on bits shared among three parties: a BooleanContext in which a wire carries 64 lanes,
// XOR is local and an AND gate costs one bit from every party, in one round for a whole layer.
// Reference: Araki et al. (CCS 2016), section 2.
// Idea: see protocol/replicated/trio.h for the sharing. With x and y shared, the party at place i
// has x_i y_i + x_i y_(i+1) + x_(i+1) y_i, and all three of these add up to x y: with a share of
// zero added it is uniform, and goes to the previous party. Cost: a wire's AND gate (64 lanes) 8
// bytes from every party, no transfers. An input 1 bit from its owner, an opening 1 bit. Adversary:
// semi-honest, one of the three. Discloses: only what reveal() opens, and that goes into the
// ledger. Security: all messages are uniform, by the keys of protocol/replicated/trio.h.
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "circuit/word.h"
#include "protocol/replicated/trio.h"

namespace privet::protocol::replicated {

class Bits {
 public:
  static constexpr bool kShallow = true;
  static constexpr std::size_t kLanes = 64;  // of a wire
  // Sixty-four bits, of which this party holds two of three parts.
  class Wire {
   public:
    Wire() = default;

   private:
    friend class Bits;
    friend struct RawParts;
    Wire(std::uint64_t mine, std::uint64_t next) : mine_(mine), next_(next) {}
    std::uint64_t mine_ = 0;
    std::uint64_t next_ = 0;
  };
  using Word = circuit::Word<Bits>;

  // Must outlive this.
  explicit Bits(Trio& trio) : trio_(trio) {}

  // Wires for this many numbers, one per lane.
  [[nodiscard]] static constexpr std::size_t wires(std::size_t numbers) {
    return (numbers + kLanes - 1) / kLanes;
  }

  // A public bit is part 0: places 0 and 2 hold it.
  Wire constant(bool value) {
    const auto all = value ? ~std::uint64_t{0} : 0;
    return {trio_.place() == 0 ? all : 0, trio_.place() == 2 ? all : 0};
  }
  Wire exclusive_or(Wire a, Wire b) { return {a.mine_ ^ b.mine_, a.next_ ^ b.next_}; }
  Wire negation(Wire a) { return exclusive_or(a, constant(true)); }
  void conjunction(std::span<const Wire> a, std::span<const Wire> b, std::span<Wire> out);

  // The lowest `bits` of `count` numbers of one party; `values` is empty at the others.
  Word input(PartyId owner, std::span<const std::uint64_t> values, std::size_t bits,
             std::size_t count);
  // The numbers of the first `count` lanes, at the recipient; of lanes beyond them nothing is sent.
  std::optional<std::vector<std::uint64_t>> reveal(PartyId recipient, const Word& word,
                                                   std::size_t count, Opening opening);
  // To all three.
  std::vector<std::uint64_t> reveal_to_all(const Word& word, std::size_t count, Opening opening);

  [[nodiscard]] Trio& trio() noexcept { return trio_; }

 private:
  friend struct RawParts;
  // A part of 64 lanes of a bit, over all bits: one row after the other.
  [[nodiscard]] std::vector<std::uint64_t> rows(const Word& word, std::size_t part) const;
  static void cut(std::span<std::uint64_t> rows, std::size_t count);

  Trio& trio_;
};

}  // namespace privet::protocol::replicated
