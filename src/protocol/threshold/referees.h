// SPDX-License-Identifier: Apache-2.0
// The first two parties of a mesh as referees: all parties' numbers are shared between them, and
// they compute on the shares in a garbled circuit.
// Reference: the question "how do many parties compare sums": Vaidya (Purdue 2004), algorithms 3, 4
// and 9, where two sites hold a masked sum each.
// Idea: each other party gives one referee a random number and the second the difference. For sums
// the others first add numbers that cancel out among themselves, made from seeds that each two of
// them agree on, so that even both referees together see no more than the sum of the others.
// Cost for each number: 16 bytes from each party that is no referee; setting up 16 bytes for each
// two of those, and what a garbler sends first. Telling: one bit for each bit of the answer from
// each referee to each recipient, one round.
// Adversary: semi-honest. Any parties that do not include both referees learn nothing but what is
// told. Both referees together learn, of share_sums(), the sum of the others' numbers; of
// share_each(), all numbers.
// Discloses: what tell() tells, in the ledger. Security: that of garbled circuits; shares are
// uniform modulo 2^64. Threads: one at a time.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "protocol/garbled/evaluator.h"
#include "protocol/garbled/garbler.h"
#include "protocol/product/boolean_dot.h"
#include "protocol/shares.h"

namespace privet::protocol {

class Referees {
 public:
  static constexpr PartyId kFirst{0};
  static constexpr PartyId kSecond{1};

  // Every party calls it. All references must outlive this. Requires two parties or more, and the
  // transfers of this mesh.
  [[nodiscard]] static Referees set_up(const Mesh& mesh, PairwiseTransfers& transfers,
                                       crypto::Randomness& randomness);

  [[nodiscard]] const Mesh& mesh() const noexcept { return mesh_; }
  [[nodiscard]] crypto::Randomness& randomness() noexcept { return randomness_; }
  [[nodiscard]] bool is_referee() const noexcept { return mesh_.own() <= kSecond; }
  // All parties, in order.
  [[nodiscard]] std::vector<PartyId> everybody() const;

  // Shares modulo 2^64, at the referees, of the sum of all parties' values[lane]; nothing
  // elsewhere.
  [[nodiscard]] std::vector<std::uint64_t> share_sums(std::span<const std::uint64_t> values);
  // The same of each party's own numbers: that of party p in lane l lies at p * lanes + l.
  [[nodiscard]] std::vector<std::uint64_t> share_each(std::span<const std::uint64_t> values);

  // act(context, side) at the two referees, which must give a vector; an empty one elsewhere.
  template <class Act>
  [[nodiscard]] std::vector<std::uint64_t> act(Act act) {
    if (garbler_) {
      auto out = act(*garbler_, circuit::Side::First);
      mesh_.to(kSecond).flush();
      return out;
    }
    if (evaluator_) return act(*evaluator_, circuit::Side::Second);
    return {};
  }

  // Tells the recipients what build(context, side) computes at the referees, a word of `bits` and
  // `lanes`; all parties must name the same recipients.
  template <class Build>
  [[nodiscard]] std::optional<std::vector<std::uint64_t>> tell(std::size_t lanes, unsigned bits,
                                                               std::span<const PartyId> recipients,
                                                               Ledger& ledger, Opening opening,
                                                               Build build) {
    for (const auto recipient : recipients) ledger.record(recipient, opening, lanes);
    const auto shares = act([&](auto& context, circuit::Side own) {
      const auto word = build(context, own);
      PRIVET_CHECK(word.bits() == bits && word.lanes() == lanes);
      return context.shares(word);
    });
    return send_shares(shares, lanes, bits, recipients);
  }

 private:
  Referees(const Mesh& mesh, crypto::Randomness& randomness)
      : mesh_(mesh), randomness_(randomness) {}
  void agree_on_seeds();
  // Numbers that add up to zero over all parties but the referees, added to the own ones.
  void add_noise(std::span<std::uint64_t> values);
  // Every other party's part for this referee, into the places that `part_of` gives it.
  template <class PartOf>
  void receive_parts(PartOf part_of);
  void deal(std::span<const std::uint64_t> values);
  [[nodiscard]] std::optional<std::vector<std::uint64_t>> send_shares(
      std::span<const std::uint64_t> shares, std::size_t lanes, unsigned bits,
      std::span<const PartyId> recipients) const;

  const Mesh& mesh_;
  crypto::Randomness& randomness_;
  std::unique_ptr<Garbler> garbler_;      // at the first
  std::unique_ptr<Evaluator> evaluator_;  // at the second
  // At the others, with each other: whether its numbers are added or taken off.
  struct Common {
    bool add;
    crypto::Prg numbers;
  };
  std::vector<Common> common_;
};

}  // namespace privet::protocol
