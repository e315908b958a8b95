// SPDX-License-Identifier: Apache-2.0
// The first two parties of a mesh as referees: all parties' numbers are shared between them, and
// they compute on the shares in a garbled circuit.
// Reference: the question "how do many parties compare sums": Vaidya (Purdue 2004), algorithms 3, 4
// and 9, where two sites hold a masked sum each.
// Idea: each other party gives one referee a random number and the second the difference. For sums
// the others first add numbers that cancel out among themselves, made from seeds that each two of
// them agree on, so that even both referees together see no more than the sum of the others.
// Cost for each number: 16 bytes from each party that is not a referee; setting up 16 bytes for
// each two of those, and what a garbler sends first. Telling: one bit for each bit of the answer
// from each referee to each recipient, one round. Adversary: semi-honest. Any parties that do not
// include both referees learn nothing but what is opened. Both referees together learn, of
// share_sums(), the sum of the others' numbers; of share_each(), all numbers. Discloses: what
// tell() tells, in the ledger. Security: that of garbled circuits; shares are uniform modulo 2^64.
// Threads: one at a time.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "circuit/arithmetic.h"
#include "protocol/bit_packing.h"
#include "protocol/garbled/evaluator.h"
#include "protocol/garbled/garbler.h"
#include "protocol/raw_share.h"
#include "protocol/setting.h"

namespace privet::protocol {

class Referees {
 public:
  // Every party of the setting calls it. Requires two parties or more. The setting's parts must
  // outlive this.
  [[nodiscard]] static Referees set_up(const Setting& setting);

  [[nodiscard]] const Setting& setting() const noexcept { return setting_; }
  [[nodiscard]] const Mesh& mesh() const noexcept { return setting_.mesh; }
  [[nodiscard]] PartyId first() const { return mesh().at(0); }
  [[nodiscard]] PartyId second() const { return mesh().at(1); }
  [[nodiscard]] bool is_referee() const { return mesh().own() <= second(); }
  // All parties, in order.
  [[nodiscard]] const std::vector<PartyId>& everybody() const { return mesh().members(); }

  // Shares modulo 2^64, at the referees, of the sum of all parties' values[lane]; nothing
  // elsewhere.
  [[nodiscard]] Shared<NumberVector> share_sums(std::span<const std::uint64_t> values);
  // The same of each party's own numbers: that of the party at place p in lane l lies at p * lanes
  // + l.
  [[nodiscard]] Shared<NumberVector> share_each(std::span<const std::uint64_t> values);

  // act(context) at the two referees; an empty result of its type elsewhere.
  template <class Act>
  [[nodiscard]] auto act(Act act) -> decltype(act(std::declval<Garbler&>())) {
    if (garbler_) {
      auto out = act(*garbler_);
      protocol_only::line_to(mesh(), second()).flush();
      return out;
    }
    if (evaluator_) return act(*evaluator_);
    return {};
  }

  // The sums of the referees' shares modulo 2^bits, on wires: within act() or what it builds.
  template <class C>
  [[nodiscard]] circuit::Word<C> sums(C& context, const Shared<NumberVector>& shares,
                                      unsigned bits) const {
    auto mine = protocol_only::raw(shares);
    for (auto& share : mine) share &= low_bits(bits);
    const std::span<const std::uint64_t> none;
    const bool first = context.end().own == circuit::Side::First;
    const auto y = context.input(circuit::Side::Second, first ? none : mine, bits, mine.size());
    const auto x = context.input(circuit::Side::First, first ? mine : none, bits, mine.size());
    return circuit::add(context, x, y);
  }

  // Bits of a word for one party.
  struct Part {
    unsigned bits;
    PartyId recipient;
  };
  // Tells each recipient its part, from the lowest bits on, of what build(context) computes at the
  // referees; nobody is named twice. The own part, if there is one.
  template <class Build>
  [[nodiscard]] std::optional<std::vector<std::uint64_t>> tell_parts(std::size_t lanes,
                                                                     std::span<const Part> parts,
                                                                     Opening opening, Build build) {
    std::vector<PartyId> recipients;
    for (const auto& part : parts) recipients.push_back(part.recipient);
    const auto recorded = setting_.ledger.record_each(opening, mesh().set(), recipients, lanes);
    const auto shares = act([&](auto& context) {
      const auto word = build(context);
      std::vector<XorShared<NumberVector>> out;
      std::size_t from = 0;
      for (const auto& part : parts) {
        out.push_back(context.shares(word.slice(from, part.bits)));
        from += part.bits;
      }
      PRIVET_CHECK(word.bits() == from && word.lanes() == lanes);
      return out;
    });
    std::optional<std::vector<std::uint64_t>> out;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const auto& own = shares.empty() ? XorShared<NumberVector>() : shares[i];
      auto told = send_shares(recorded, protocol_only::raw(own), lanes, parts[i].bits,
                              std::span(&parts[i].recipient, 1));
      if (told) out = std::move(told);
    }
    return out;
  }

  // Tells the recipients what build(context) computes at the referees, a word of `bits` and
  // `lanes`; all parties must name the same recipients. It tells about the data of all parties.
  template <class Build>
  [[nodiscard]] std::optional<std::vector<std::uint64_t>> tell(std::size_t lanes, unsigned bits,
                                                               std::span<const PartyId> recipients,
                                                               Opening opening, Build build) {
    const auto recorded = setting_.ledger.record_each(opening, mesh().set(), recipients, lanes);
    const auto shares = act([&](auto& context) {
      const auto word = build(context);
      PRIVET_CHECK(word.bits() == bits && word.lanes() == lanes);
      return context.shares(word);
    });
    return send_shares(recorded, protocol_only::raw(shares), lanes, bits, recipients);
  }

 private:
  explicit Referees(const Setting& setting) : setting_(setting) {}
  // Every other party's part for this referee, into what `part_of` its place is.
  template <class PartOf>
  void receive_parts(PartOf part_of);
  void deal(std::span<const std::uint64_t> values);
  [[nodiscard]] std::optional<std::vector<std::uint64_t>> send_shares(
      const Recorded& recorded, std::span<const std::uint64_t> shares, std::size_t lanes,
      unsigned bits, std::span<const PartyId> recipients) const;

  Setting setting_;
  std::unique_ptr<Garbler> garbler_;      // at the first
  std::unique_ptr<Evaluator> evaluator_;  // at the second
};

}  // namespace privet::protocol
