// SPDX-License-Identifier: Apache-2.0
// One step in which every party has something for every other one.
// Cost: two rounds with each other party: lengths, then bytes.
// Security: a length above the limit is an error before anything is stored.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "protocol/mesh.h"

namespace privet::protocol {

// outgoing[i] is for the party with id i, of mesh.ids() places; what party i had for this one is in
// the result at i. `limits` by party; the own places are ignored. Throws Error{Peer} for a longer
// message.
[[nodiscard]] std::vector<std::vector<std::byte>> exchange_all(
    const Mesh& mesh, std::span<const std::vector<std::byte>> outgoing,
    std::span<const std::size_t> limits);

}  // namespace privet::protocol
