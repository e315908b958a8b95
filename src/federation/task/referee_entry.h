// SPDX-License-Identifier: Apache-2.0
// The entry of a referee in forecast and ledger: who computes on shares of everybody's numbers, and
// what the parties rely on.
// Idea: what a referee is given is uniform, so it counts as a mask and not as something learned;
// but that two of them do not put their parts together is what the others trust in, so it stands
// in every list with the openings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocol/ledger.h"

namespace privet::federation {

inline constexpr protocol::Opening kRefereeShares{
    "shares of the others' numbers, as a referee: nothing by themselves",
    "each is uniform to one referee; that the referees do not put theirs together is trusted (the "
    "threat model says what they could learn together)",
    protocol::Kind::Masked};

// Whether people are shown the item or entry: openings, and who the referees are.
template <class Item>
[[nodiscard]] bool is_listed(const Item& item) {
  return item.kind == protocol::Kind::Opened || item.label == kRefereeShares.label;
}

// The referees that a job's text names, each once: "1 and 2 compute", "1, 2 and 4 compare", and
// with permuted vectors also who checks the end: "2 and 3 compare what 1 permute, 1 and 2 check the
// end". None for any other text.
[[nodiscard]] std::vector<protocol::PartyId> referees_of(std::string_view text);

}  // namespace privet::federation
