// SPDX-License-Identifier: Apache-2.0
// Who holds the shares of a naive Bayes model and computes on them: the first two parties as
// referees, or three parties who do not collude. Both have the same functions, so that the model is
// written once over them.
// Cost: weigh(): for each row and entry a transfer and 64 bits for each class from every referee
// but the owner; or 8 bytes per row and entry among three. Adversary: semi-honest. SharedPlace: any
// parties that do not include both referees learn nothing, both together learn the model and the
// scores. ReplicatedPlace: one of the three. Discloses: what tell() tells. Threads: one at a time.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "crypto/bit_vector.h"
#include "protocol/columns/panel.h"
#include "protocol/columns/row_selections.h"
#include "protocol/columns/saved_shares.h"
#include "protocol/replicated/convert.h"
#include "protocol/replicated/trio.h"

namespace privet::federation {

using protocol::PartyId;
using SharedByAll = protocol::Shared<protocol::NumberVector>;

// Bits that one party has, for many rows, of as many entries each.
struct OwnedBits {
  PartyId owner;
  std::size_t rows = 0;
  std::size_t entries = 0;
  std::span<const crypto::BitVector> own = {};  // empty at the others
};

class SharedPlace {
 public:
  using Arithmetic = protocol::Panel::Arithmetic;
  using Numbers = Arithmetic::Numbers;

  explicit SharedPlace(const protocol::Setting& setting) : setting_(setting), panel_(setting) {}

  // None at parties that do not compute.
  [[nodiscard]] Arithmetic* arithmetic() { return panel_.arithmetic(); }
  [[nodiscard]] Numbers gather(const SharedByAll& shares) { return panel_.gather(shares); }
  [[nodiscard]] Numbers private_numbers(PartyId owner, std::span<const std::uint64_t> values,
                                        std::size_t count) {
    return panel_.input(owner, values, count);
  }
  // table: [class][entry]. The sums of the entries whose bits are set: [class][row].
  [[nodiscard]] Numbers weigh(const OwnedBits& bits, const Numbers& table, std::size_t classes);
  template <class Build>
  std::optional<std::vector<std::uint64_t>> tell(std::size_t count, unsigned bits,
                                                 std::span<const PartyId> recipients,
                                                 protocol::Opening opening, Build build) {
    return panel_.tell(count, bits, recipients, opening, build);
  }
  // This party's share as text; empty where it has none.
  [[nodiscard]] std::string save(const Numbers& numbers) const {
    return protocol::saved_share(numbers);
  }
  [[nodiscard]] Numbers restore(std::string_view text, std::size_t count) {
    return protocol::restored_share(text, arithmetic() == nullptr ? 0 : count);
  }

 private:
  protocol::Setting setting_;
  protocol::Panel panel_;
};

class ReplicatedPlace {
 public:
  using Arithmetic = protocol::replicated::Arithmetic;
  using Numbers = Arithmetic::Numbers;

  explicit ReplicatedPlace(const protocol::Setting& setting)
      : own_(setting.own()),
        trio_(protocol::replicated::Trio::set_up(setting)),
        arithmetic_(trio_) {}

  [[nodiscard]] Arithmetic* arithmetic() { return &arithmetic_; }
  [[nodiscard]] Numbers gather(const SharedByAll& shares) {
    return arithmetic_.from_additive(shares);
  }
  [[nodiscard]] Numbers private_numbers(PartyId owner, std::span<const std::uint64_t> values,
                                        std::size_t count) {
    return arithmetic_.input(owner, values, count);
  }
  [[nodiscard]] Numbers weigh(const OwnedBits& bits, const Numbers& table, std::size_t classes);
  // To one party or to all.
  template <class Build>
  std::optional<std::vector<std::uint64_t>> tell(std::size_t count, unsigned bits,
                                                 std::span<const PartyId> recipients,
                                                 protocol::Opening opening, Build build) {
    const auto word = build(arithmetic_);
    PRIVET_CHECK(word.bits() == bits);
    if (recipients.size() > 1) return arithmetic_.bits().reveal_to_all(word, count, opening);
    return arithmetic_.bits().reveal(recipients.front(), word, count, opening);
  }
  [[nodiscard]] std::string save(const Numbers& numbers) const {
    return protocol::saved_share(trio_, numbers);
  }
  [[nodiscard]] Numbers restore(std::string_view text, std::size_t count) const {
    return protocol::restored_share(trio_, text, count);
  }

 private:
  PartyId own_;
  protocol::replicated::Trio trio_;
  Arithmetic arithmetic_;
};

}  // namespace privet::federation
