// SPDX-License-Identifier: Apache-2.0
// One party's end of a circuit between two: which side it is, and where it runs.
// Discloses: reveal_bits() tells the recipient a word's values, and says so in the ledger before it
// does. Threads: one at a time.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "circuit/context.h"
#include "protocol/setting.h"

namespace privet::protocol {

struct CircuitEnd;

namespace protocol_only {
[[nodiscard]] net::Channel& line_of(const CircuitEnd& end);
}  // namespace protocol_only

struct CircuitEnd {
  // `between`: the first party and the second. `data_of`: whose data the circuit computes on; by
  // default that of these two.
  CircuitEnd(circuit::Side side, net::Channel& line, crypto::Randomness& random, Ledger& openings,
             std::array<PartyId, 2> between, PartySet data_of = {})
      : own(side),
        randomness(random),
        ledger(openings),
        parties(between),
        about(data_of.empty() ? PartySet(std::span<const PartyId>(between)) : data_of),
        channel_(line) {}
  // This party as the given side, with `other`; on the data of all parties of the setting.
  CircuitEnd(const Setting& setting, circuit::Side side, PartyId other)
      : CircuitEnd(side, protocol_only::line_to(setting, other), setting.randomness, setting.ledger,
                   side == circuit::Side::First ? std::array{setting.own(), other}
                                                : std::array{other, setting.own()},
                   setting.mesh.set()) {}

  [[nodiscard]] PartyId party(circuit::Side side) const {
    return parties[side == circuit::Side::First ? 0 : 1];
  }

  circuit::Side own;
  crypto::Randomness& randomness;
  Ledger& ledger;
  std::array<PartyId, 2> parties;
  PartySet about;

 private:
  friend net::Channel& protocol_only::line_of(const CircuitEnd& end);
  net::Channel& channel_;
};

inline net::Channel& protocol_only::line_of(const CircuitEnd& end) {
  return end.channel_;
}

// `bits`: this side's XOR share of every bit of a word of `count` lanes, bit-major, one per byte.
// The values, if this side is the recipient. What every context's reveal() does.
[[nodiscard]] std::optional<std::vector<std::uint64_t>> reveal_bits(const CircuitEnd& end,
                                                                    circuit::Side recipient,
                                                                    std::vector<std::uint8_t> bits,
                                                                    std::size_t lanes,
                                                                    Opening opening);

}  // namespace privet::protocol
