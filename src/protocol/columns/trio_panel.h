// SPDX-License-Identifier: Apache-2.0
// Three parties of a mesh as referees who compute by replicated shares; the others give them shares
// and hear results.
// Reference: a third party that makes comparisons cheap: Vaidya (Purdue 2004), section 3.6.4; the
// shares: Araki et al. (CCS 2016), protocol/replicated/trio.h.
// Idea: as protocol/columns/panel.h, with a helper beside the two referees. With three parties they
// are all of them.
// Cost: gather() 24 bytes per number from every party that is not one of the three, and 8 from each
// of the three; tell() 8 bytes for each number and recipient, 16 where the recipient is another;
// one round. Adversary: semi-honest. Each of the three learns nothing but what is opened, and so do
// any of the others together with it; two of the three together learn everything that was gathered.
// Discloses: what tell() tells, in the ledger; what protocol/replicated masks (masked_forecast).
// Threads: one at a time.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "protocol/replicated/numbers.h"

namespace privet::protocol {

class TrioPanel {
 public:
  using Numbers = replicated::Numbers;

  // Every party of the setting makes it at the same point, with the same three. The setting's parts
  // must outlive this.
  TrioPanel(const Setting& setting, const std::array<PartyId, replicated::kParties>& three);

  // The masked numbers that these three see, for a forecast.
  [[nodiscard]] static Forecast masked_forecast(
      const std::array<PartyId, replicated::kParties>& three);

  // None where this party is none of the three.
  [[nodiscard]] replicated::Arithmetic* arithmetic() {
    return arithmetic_ ? &*arithmetic_ : nullptr;
  }
  // Shares of the sums of all parties' numbers; nothing at a party that is none of the three.
  [[nodiscard]] Numbers gather(std::span<const std::uint64_t> values);
  // `count` numbers that the three hold, to the recipients; all parties name the same. It tells
  // about the data of all parties.
  [[nodiscard]] std::optional<std::vector<std::uint64_t>> tell(const Numbers& numbers,
                                                               std::size_t count,
                                                               std::span<const PartyId> recipients,
                                                               Opening opening);

 private:
  [[nodiscard]] PartyId member(std::size_t place) const { return three_.at(place); }
  void send_parts(const Recorded& recorded, const Numbers& numbers,
                  std::span<const PartyId> recipients);

  Setting setting_;
  std::array<PartyId, replicated::kParties> three_;
  std::optional<replicated::Trio> trio_;
  std::optional<replicated::Arithmetic> arithmetic_;
};

}  // namespace privet::protocol
