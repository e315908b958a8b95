// SPDX-License-Identifier: Apache-2.0
// Who holds the rows of a tree's nodes, and how they are counted and judged without anybody seeing
// them: all parties by oblivious transfer, with two referees for what needs a circuit (shared bits
// for look-ups, garbled for what is disclosed); or three who do not collude.
// Idea: both have the same functions, and the oracle (federation/vertical_tree.h) is written once
// over them. Rows carry packed class counts (federation/tree_counts.h); a node's rows times the bit
// "this column has this value" are those of a branch.
// Adversary: semi-honest. SharedWay: any k - 1 parties learn nothing of a row; both referees
// together learn the counts. ReplicatedWay: one of the three. Discloses: what tell() and open()
// open, in the ledger. Threads: one at a time.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "federation/tree/tree_counts.h"
#include "protocol/columns/panel.h"
#include "protocol/columns/row_selections.h"
#include "protocol/replicated/convert.h"
#include "protocol/replicated/trio.h"
#include "protocol/threshold/referees.h"

namespace privet::federation {

// The bits of one party's vector, by its number there.
using protocol::PartyId;
using VectorName = protocol::RowSelections::Choice;

// Bits that some parties learn, and as what.
struct Telling {
  unsigned bits;
  std::span<const PartyId> recipients;
  protocol::Opening opening;
};
// What each candidate is called at one party; 0: it is another party's.
struct OwnCodes {
  PartyId party;
  std::vector<std::uint64_t> codes;
  unsigned bits;
};

class SharedWay {
 public:
  using Rows = protocol::RowSelections::Rows;
  using Counts = protocol::Shared<protocol::NumberVector>;  // shared among all parties
  using Arithmetic = protocol::Panel::Arithmetic;
  using Numbers = Arithmetic::Numbers;  // shared among those who compute
  struct Ask {
    const Rows* rows;
    VectorName vector;
  };

  SharedWay(const protocol::Setting& setting, std::size_t rows, const CountFields& fields)
      : setting_(setting),
        fields_(fields),
        selections_(setting, rows, fields.widths()),
        panel_(setting),
        referees_(protocol::Referees::set_up(setting)) {}

  // The weights of all rows, at their owner; group after group.
  [[nodiscard]] Rows input(PartyId owner, std::span<const std::uint64_t> weights) {
    return selections_.input(owner, weights);
  }
  // Vectors that asks will name: how many each party has, by id, and the own ones.
  void share(std::span<const std::size_t> counts, std::span<const crypto::BitVector> own) {
    selections_.choose(counts, own);
  }
  // Group after group, one for each ask, or for each of the rows.
  [[nodiscard]] Counts counts(std::span<const Ask> asks);
  [[nodiscard]] Counts totals(std::span<const Rows* const> rows) const {
    return selections_.totals(rows);
  }
  // The products with vectors that are used for this only; asks number them from 0.
  [[nodiscard]] std::vector<Rows> select(std::span<const std::size_t> counts,
                                         std::span<const crypto::BitVector> own,
                                         std::span<const Ask> asks);
  [[nodiscard]] static Rows without(Rows rows, const Rows& part) { return rows -= part; }

  // None at parties that do not compute.
  [[nodiscard]] Arithmetic* arithmetic() { return panel_.arithmetic(); }
  [[nodiscard]] Numbers gather(const Counts& counts) { return panel_.gather(counts); }
  [[nodiscard]] Numbers private_numbers(PartyId owner, std::span<const std::uint64_t> values,
                                        std::size_t count) {
    return panel_.input(owner, values, count);
  }
  // What build(context, words of the fields) makes of gathered counts, a word of `bits`. By garbled
  // circuits: they are small, and take two rounds however deep they are.
  template <class Build>
  std::optional<std::vector<std::uint64_t>> tell_of_counts(const Numbers& counts, std::size_t count,
                                                           const Telling& telling, Build build) {
    const auto all = with_all_rows<Arithmetic>(counts, count, fields_);
    return referees_.tell(count, telling.bits, telling.recipients, telling.opening,
                          [&](auto& context) {
                            const auto words = referees_.sums(context, all, fields_.word_bits());
                            return build(context, field_words(words, fields_));
                          });
  }
  // To each party that has codes the code of the least cost, the first of equal ones.
  [[nodiscard]] std::optional<std::vector<std::uint64_t>> tell_least(
      std::span<const Numbers> costs, std::size_t count, std::span<const OwnCodes> codes,
      protocol::Opening opening);
  [[nodiscard]] std::optional<std::vector<std::uint64_t>> open(PartyId recipient,
                                                               const Counts& counts,
                                                               protocol::Opening opening) {
    return protocol::open(setting_, counts, std::span(&recipient, 1), opening);
  }

 private:
  protocol::Setting setting_;
  CountFields fields_;
  protocol::RowSelections selections_;
  protocol::Panel panel_;
  protocol::Referees referees_;
};

class ReplicatedWay {
 public:
  using Arithmetic = protocol::replicated::Arithmetic;
  using Numbers = Arithmetic::Numbers;
  using Rows = std::vector<Numbers>;  // by group
  using Counts = Numbers;
  struct Ask {
    const Rows* rows;
    VectorName vector;
  };

  ReplicatedWay(const protocol::Setting& setting, std::size_t rows, const CountFields& fields)
      : fields_(fields),
        rows_(rows),
        groups_(fields.groups()),
        parties_(setting.mesh.members()),
        trio_(protocol::replicated::Trio::set_up(setting)),
        arithmetic_(trio_),
        vectors_(setting.mesh.ids()) {}

  [[nodiscard]] Rows input(PartyId owner, std::span<const std::uint64_t> weights);
  void share(std::span<const std::size_t> counts, std::span<const crypto::BitVector> own);
  [[nodiscard]] Counts counts(std::span<const Ask> asks);
  [[nodiscard]] Counts totals(std::span<const Rows* const> rows) const;
  [[nodiscard]] std::vector<Rows> select(std::span<const std::size_t> counts,
                                         std::span<const crypto::BitVector> own,
                                         std::span<const Ask> asks);
  [[nodiscard]] static Rows without(const Rows& rows, const Rows& part);

  [[nodiscard]] Arithmetic* arithmetic() { return &arithmetic_; }
  [[nodiscard]] static Numbers gather(const Counts& counts) { return counts; }
  [[nodiscard]] Numbers private_numbers(PartyId owner, std::span<const std::uint64_t> values,
                                        std::size_t count) {
    return arithmetic_.input(owner, values, count);
  }
  // To one party or to all.
  template <class Build>
  std::optional<std::vector<std::uint64_t>> tell_of_counts(const Numbers& counts, std::size_t count,
                                                           const Telling& telling, Build build) {
    const auto word = build(arithmetic_.bits(), count_words(arithmetic_, counts, count, fields_));
    PRIVET_CHECK(word.bits() == telling.bits);
    if (telling.recipients.size() > 1) {
      return arithmetic_.bits().reveal_to_all(word, count, telling.opening);
    }
    return arithmetic_.bits().reveal(telling.recipients.front(), word, count, telling.opening);
  }
  [[nodiscard]] std::optional<std::vector<std::uint64_t>> tell_least(
      std::span<const Numbers> costs, std::size_t count, std::span<const OwnCodes> codes,
      protocol::Opening opening);
  [[nodiscard]] std::optional<std::vector<std::uint64_t>> open(PartyId recipient,
                                                               const Counts& counts,
                                                               protocol::Opening opening) {
    return arithmetic_.open(recipient, counts, opening);
  }

 private:
  [[nodiscard]] std::vector<std::vector<Numbers>> share_vectors(
      std::span<const std::size_t> counts, std::span<const crypto::BitVector> own);

  CountFields fields_;
  std::size_t rows_;
  std::size_t groups_;
  std::vector<PartyId> parties_;
  protocol::replicated::Trio trio_;
  Arithmetic arithmetic_;
  std::vector<std::vector<Numbers>> vectors_;  // by party
};

}  // namespace privet::federation
