// SPDX-License-Identifier: Apache-2.0
// What the two unions without origin (bag_union.h, set_union.h) have in common: what is agreed on,
// how many places each party fills, and telling the result.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "protocol/records.h"
#include "protocol/setting.h"

namespace privet::protocol::unions {

// A party's number of rows is hidden (every party fills the same number of places, the rest with
// what is not a row), or sent to all: less work if the numbers differ much.
enum class RowCounts { Hidden, Told };

// Of two parties, each knows that what is not its own is the other's.
enum class TwoParties { Refuse, Accept };

// The same at all parties.
struct UnionShape {
  std::size_t row_bytes = 0;  // no row is longer
  std::size_t most_rows = 0;  // no party has more
  RowCounts counts = RowCounts::Hidden;
  TwoParties two = TwoParties::Refuse;
};

using Rows = std::vector<std::string>;  // byte strings

inline constexpr Opening kRowCounts{"how many rows each party brings",
                                    "asked for, instead of filling up to a common number"};

// Throws Error{Usage} if the rows do not fit the shape, there is no recipient, or two parties are
// alone and have not accepted it.
void check_union(const Setting& setting, const UnionShape& shape, std::span<const std::string> own,
                 std::span<const PartyId> recipients);

// The number of places each party fills, by party. One round if they are sent.
[[nodiscard]] std::vector<std::size_t> count_places(const Setting& setting, const UnionShape& shape,
                                                    std::size_t own_rows);

// Writes in the ledger that every recipient learns of at most this many rows.
[[nodiscard]] Recorded record_rows(const Setting& setting, std::span<const PartyId> recipients,
                                   Opening opening, std::size_t most);

// All records of all parties at the first of the path, who gets them in the order of the parties;
// nothing elsewhere.
[[nodiscard]] std::optional<Records> gather(const Recorded& recorded, const Setting& setting,
                                            PartyId at, Records own,
                                            std::span<const std::size_t> places);
void send_records(const Recorded& recorded, const Setting& setting, PartyId to,
                  const Records& records);
[[nodiscard]] Records receive_records(const Setting& setting, PartyId from, std::size_t count,
                                      std::size_t size);

// Who tells whom, and how many rows at most.
struct Telling {
  PartyId teller;
  std::span<const PartyId> recipients;
  std::size_t most;
};

// `rows` at the teller, to the other recipients; ascending, so their order says nothing.
// Nothing for those who are not recipients.
[[nodiscard]] std::optional<Rows> tell_rows(const Recorded& recorded, const Setting& setting,
                                            const UnionShape& shape, const Telling& telling,
                                            Rows rows);

}  // namespace privet::protocol::unions
