// SPDX-License-Identifier: Apache-2.0
#include "federation/bayes/bayes_places.h"

#include <algorithm>

#include "base/error.h"

namespace privet::federation {

SharedPlace::Numbers SharedPlace::weigh(const OwnedBits& bits, const Numbers& table,
                                        std::size_t classes) {
  std::vector<PartyId> group;
  for (const auto place : protocol::Panel::kPlaces) group.push_back(setting_.mesh.at(place));
  if (std::ranges::find(group, bits.owner) == group.end()) group.push_back(bits.owner);
  std::ranges::sort(group);
  SharedByAll sums(protocol::NumberVector(classes * bits.rows));
  if (std::ranges::find(group, setting_.own()) != group.end()) {
    const auto among = setting_.among(group);
    protocol::RowSelections selections(among, bits.entries, std::vector<unsigned>(classes, 64));
    std::vector<std::size_t> counts(setting_.mesh.ids());
    counts[bits.owner.index()] = bits.rows;
    selections.choose(counts, bits.own);
    // Only the referees have shares of the table.
    const auto rows =
        panel_.arithmetic() != nullptr
            ? table
            : protocol::RowSelections::Rows(protocol::NumberVector(classes * bits.entries));
    std::vector<protocol::RowSelections::Ask> asks;
    for (std::size_t row = 0; row < bits.rows; ++row) {
      asks.push_back({&rows, {bits.owner, row}});
    }
    sums = selections.sums(asks);
  }
  return panel_.gather(sums);
}

ReplicatedPlace::Numbers ReplicatedPlace::weigh(const OwnedBits& bits, const Numbers& table,
                                                std::size_t classes) {
  std::vector<std::uint64_t> values;
  if (bits.owner == own_) {
    values.reserve(bits.rows * bits.entries);
    for (const auto& row : bits.own) {
      for (std::size_t e = 0; e < bits.entries; ++e) values.push_back(row[e]);
    }
  }
  const auto rows = arithmetic_.input(bits.owner, values, bits.rows * bits.entries);
  return arithmetic_.matrix_product(table, classes, rows, bits.rows);
}

}  // namespace privet::federation
