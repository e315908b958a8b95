// SPDX-License-Identifier: Apache-2.0
#include "protocol/columns/pass_on.h"

#include "base/error.h"
#include "protocol/told.h"

namespace privet::protocol {

std::vector<std::vector<std::uint64_t>> pass_on(
    const Setting& setting, std::span<const std::vector<std::uint64_t>> outgoing,
    std::size_t largest, std::size_t size, Opening opening) {
  PRIVET_CHECK(outgoing.size() == setting.mesh.ids() && size > 0);
  std::vector<std::vector<std::uint64_t>> out(outgoing.size());
  const auto own = setting.own();
  for (const auto other : setting.mesh.others()) {
    const auto& mine = outgoing[other.index()];
    PRIVET_CHECK(mine.size() <= largest && mine.size() % size == 0);
    const std::uint64_t here = mine.size();
    std::uint64_t there = 0;
    auto& line = protocol_only::line_to(setting, other);
    // How many there are tells already.
    auto recorded = setting.ledger.record(opening, {own}, other, here / size);
    exchange_told(recorded, line, std::as_bytes(std::span(&here, 1)),
                  std::as_writable_bytes(std::span(&there, 1)));
    if (there > largest || there % size != 0) {
      throw Error(ErrorCode::Peer, "party-" + std::to_string(other.index() + 1) +
                                       " sent a list to pass on: expected at most " +
                                       std::to_string(largest) + " numbers, got " +
                                       std::to_string(there));
    }
    recorded = setting.ledger.record(opening, {other}, own, there / size);
    auto& theirs = out[other.index()];
    theirs.resize(there);
    exchange_told(recorded, line, std::as_bytes(std::span(mine)),
                  std::as_writable_bytes(std::span(theirs)));
  }
  return out;
}

}  // namespace privet::protocol
