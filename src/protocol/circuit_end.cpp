// SPDX-License-Identifier: Apache-2.0
#include "protocol/circuit_end.h"

#include "protocol/lane_bits.h"
#include "protocol/told.h"

namespace privet::protocol {

using protocol_only::line_of;

std::optional<std::vector<std::uint64_t>> reveal_bits(const CircuitEnd& end,
                                                      circuit::Side recipient,
                                                      std::vector<std::uint8_t> bits,
                                                      std::size_t lanes, Opening opening) {
  const auto recorded = end.ledger.record(opening, end.about, end.party(recipient), lanes);
  if (recipient != end.own) {
    send_told(recorded, line_of(end), pack(bits));
    line_of(end).flush();
    return std::nullopt;
  }
  std::vector<std::uint64_t> other((bits.size() + 63) / 64);
  net::receive_values(line_of(end), other);
  for (std::size_t i = 0; i < bits.size(); ++i) {
    bits[i] = static_cast<std::uint8_t>(bits[i] ^ crypto::BitView(other)[i]);
  }
  return gather_bits(bits, lanes);
}

}  // namespace privet::protocol
