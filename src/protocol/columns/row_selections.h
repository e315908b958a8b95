// SPDX-License-Identifier: Apache-2.0
// Numbers at every row, shared among all parties, times bits at the rows that one party has.
// Reference: Gilboa (CRYPTO 1999) for a product with a bit; one choice for many offers: Ishai et
// al. (CRYPTO 2003). Idea: a row's number is a sum of shares; times a bit, the bit's owner keeps or
// drops its own share, and gets a share of the product with each other party's by an oblivious
// transfer in which the bit is the choice. A vector of bits is chosen with once, however many
// shared rows it is multiplied with: the keys of its transfers are stretched to a mask for each.
// Numbers come in groups of limited width, so that several small numbers can travel in one. Cost:
// choose(): a transfer for each row and vector from every other party. A product: the widths of all
// groups, in bits, for each row from every other party to the owner; sums() and selected() cost the
// same. One round for each party that chooses. Adversary: semi-honest; any k - 1 colluding parties
// learn nothing. Discloses: nothing. Security: that of protocol/ot. Threads: one at a time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "crypto/bit_vector.h"
#include "crypto/hash.h"
#include "crypto/secret_vector.h"
#include "protocol/ot/base_ot.h"
#include "protocol/shared.h"

namespace privet::protocol {

class RowSelections {
 public:
  // Group after group, the numbers of all rows; shares of group g are modulo 2^widths[g].
  using Rows = Shared<NumberVector>;
  // A vector of bits of one party, by its number there, in the order of choose().
  struct Choice {
    PartyId owner;
    std::size_t vector;
  };
  struct Ask {
    const Rows* rows;
    Choice choice;
  };

  // Every party of the setting makes it at the same point; widths are at most 64. The setting's
  // parts must outlive this.
  RowSelections(const Setting& setting, std::size_t rows, std::vector<unsigned> widths);

  [[nodiscard]] std::size_t groups() const noexcept { return widths_.size(); }
  // The numbers of one party; `values` is empty at the others.
  [[nodiscard]] Rows input(PartyId owner, std::span<const std::uint64_t> values) const;

  // Every party names how many further vectors each party has (by id), and gives its own ones.
  void choose(std::span<const std::size_t> counts, std::span<const crypto::BitVector> own);
  // Drops the vectors of every party from the given number (by id) on.
  void forget(std::span<const std::size_t> from);
  // How many each party has, by id.
  [[nodiscard]] std::vector<std::size_t> chosen() const;

  // The sums over all rows of the products: group after group, one for each ask.
  [[nodiscard]] Shared<NumberVector> sums(std::span<const Ask> asks);
  // The products themselves.
  [[nodiscard]] std::vector<Rows> selected(std::span<const Ask> asks);
  // The sums of rows as they are, group after group.
  [[nodiscard]] Shared<NumberVector> totals(std::span<const Rows* const> rows) const;

 private:
  // The transfers with one other party for one vector, and how often they were stretched.
  struct Keys {
    crypto::SecretVector<crypto::Block> taken;  // where this party chose
    crypto::SecretVector<BlockPair> pairs;      // where the other did
    std::uint64_t rounds = 0;
  };
  struct With {
    std::vector<Keys> mine;               // by own vector
    std::vector<Keys> theirs;             // by the other's vector
    std::vector<crypto::BlockHash> hash;  // none or one for each direction: mine, theirs
    std::uint64_t used_mine = 0;
    std::uint64_t used_theirs = 0;
  };
  class Sink;

  void agree_on_seeds();
  void run(std::span<const Ask> asks, Sink& sink);
  void keep_own(const Ask& ask, std::size_t index, Sink& sink) const;
  void take(PartyId from, const Ask& ask, std::size_t index, Sink& sink);
  void offer(PartyId to, const Ask& ask, std::size_t index, Sink& sink);

  Setting setting_;
  std::size_t rows_;
  std::vector<unsigned> widths_;
  std::vector<crypto::BitVector> own_;  // this party's vectors
  std::vector<With> with_;              // by id
};

}  // namespace privet::protocol
