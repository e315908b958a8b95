// SPDX-License-Identifier: Apache-2.0
#include "protocol/exchange_all.h"

#include "base/error.h"

namespace privet::protocol {

using protocol_only::line_to;

std::vector<std::vector<std::byte>> exchange_all(const Mesh& mesh,
                                                 std::span<const std::vector<std::byte>> outgoing,
                                                 std::span<const std::size_t> limits) {
  PRIVET_CHECK(outgoing.size() == mesh.ids() && limits.size() == mesh.ids());
  std::vector<std::vector<std::byte>> out(mesh.ids());
  // In order of the other party's place: of the pairs still open, the smallest can always go on.
  for (const auto other : mesh.others()) {
    auto& channel = line_to(mesh, other);
    const std::uint64_t mine = outgoing[other.index()].size();
    std::uint64_t theirs = 0;
    channel.exchange(std::as_bytes(std::span(&mine, 1)),
                     std::as_writable_bytes(std::span(&theirs, 1)));
    if (theirs > limits[other.index()]) {
      throw Error(ErrorCode::Peer, "party-" + std::to_string(other.index() + 1) +
                                       " sent a message: expected at most " +
                                       std::to_string(limits[other.index()]) + " bytes, got " +
                                       std::to_string(theirs));
    }
    out[other.index()].resize(theirs);
    channel.exchange(outgoing[other.index()], out[other.index()]);
  }
  return out;
}

}  // namespace privet::protocol
