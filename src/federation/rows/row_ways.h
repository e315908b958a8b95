// SPDX-License-Identifier: Apache-2.0
// Who computes on numbers that are sums over all parties' rows, without anybody seeing them: the
// first two parties as referees, or three parties who do not collude.
// Idea: what a party computes from its own rows is an additive share of what the whole table would
// give, so there is nothing to multiply until a quotient or a comparison is needed. Both ways have
// the same functions, and oracles are written once over them.
// Adversary: semi-honest. RefereedRows: any parties that do not include both referees learn nothing
// except what is disclosed; both referees together learn the sums of the others. Between two
// parties those are the two, and either alone learns nothing. ReplicatedRows: one of the three.
// Discloses: what tell() and open() open, in the ledger. Threads: one at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "protocol/columns/panel.h"
#include "protocol/replicated/convert.h"
#include "protocol/replicated/trio.h"

namespace privet::federation {

class RefereedRows {
 public:
  using Arithmetic = protocol::Panel::Arithmetic;
  using Numbers = Arithmetic::Numbers;

  explicit RefereedRows(const protocol::Setting& setting) : setting_(setting), panel_(setting) {}

  // None at parties that do not compute.
  [[nodiscard]] Arithmetic* arithmetic() { return panel_.arithmetic(); }
  // The sums of all parties' numbers modulo 2^64, shared among those who compute.
  [[nodiscard]] Numbers gather(std::span<const std::uint64_t> own) {
    return panel_.gather(
        protocol::Shared<protocol::NumberVector>(protocol::NumberVector(own.begin(), own.end())));
  }
  // What build(arithmetic) computes, a word of `bits` in `count` lanes, to the recipients.
  template <class Build>
  [[nodiscard]] std::optional<std::vector<std::uint64_t>> tell(
      std::size_t count, unsigned bits, std::span<const protocol::PartyId> recipients,
      protocol::Opening opening, Build build) {
    return panel_.tell(count, bits, recipients, opening, build);
  }
  // `count` numbers that were computed, to all parties.
  [[nodiscard]] std::vector<std::uint64_t> open_to_all(const Numbers& numbers, std::size_t count,
                                                       protocol::Opening opening) {
    const bool computes = panel_.arithmetic() != nullptr;
    return protocol::open_to_all(
        setting_, computes ? numbers : Numbers(protocol::NumberVector(count)), opening);
  }

 private:
  protocol::Setting setting_;
  protocol::Panel panel_;
};

class ReplicatedRows {
 public:
  using Arithmetic = protocol::replicated::Arithmetic;
  using Numbers = Arithmetic::Numbers;

  explicit ReplicatedRows(const protocol::Setting& setting)
      : trio_(protocol::replicated::Trio::set_up(setting)), arithmetic_(trio_) {}

  [[nodiscard]] Arithmetic* arithmetic() { return &arithmetic_; }
  [[nodiscard]] Numbers gather(std::span<const std::uint64_t> own) {
    return arithmetic_.from_additive(
        protocol::Shared<protocol::NumberVector>(protocol::NumberVector(own.begin(), own.end())));
  }
  // To one party or to all.
  template <class Build>
  [[nodiscard]] std::optional<std::vector<std::uint64_t>> tell(
      std::size_t count, unsigned bits, std::span<const protocol::PartyId> recipients,
      protocol::Opening opening, Build build) {
    const auto word = build(arithmetic_);
    PRIVET_CHECK(word.bits() == bits);
    if (recipients.size() > 1) return arithmetic_.bits().reveal_to_all(word, count, opening);
    return arithmetic_.bits().reveal(recipients.front(), word, count, opening);
  }
  [[nodiscard]] std::vector<std::uint64_t> open_to_all(const Numbers& numbers, std::size_t count,
                                                       protocol::Opening opening) {
    PRIVET_CHECK(numbers.size() == count);
    return arithmetic_.open_to_all(numbers, opening);
  }

 private:
  protocol::replicated::Trio trio_;
  Arithmetic arithmetic_;
};

}  // namespace privet::federation
