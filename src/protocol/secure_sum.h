// SPDX-License-Identifier: Apache-2.0
// The sum of the parties' private numbers, entry by entry; all parties learn it.
// Reference: ring: Vaidya, "Privacy preserving data mining over vertically partitioned data"
// (Purdue 2004), and Clifton et al. (SIGKDD Explorations 2002); shares: Ben-Or, Goldwasser,
// Wigderson (STOC 1988). Idea: ring: the first party adds a random mask, each adds its own, the
// first takes the mask off. Shares: each party deals random parts of its number to all; the sums of
// parts say only the sum. Cost for n parties and m numbers: ring 8 m bytes from each party twice, n
// + (n - 1) messages one after the other; shares 8 m bytes from each to each, twice, two rounds.
// Adversary: semi-honest. Ring: a party's two neighbours together learn its number; use it among
// parties that do not collude. Shares: any n - 2 colluders learn no more than the sum tells.
// Discloses: the sums, to all parties.
// Security: perfect. Numbers are below 2^bits, and a sum that could reach 2^64 is refused before
// anything is sent.
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "protocol/setting.h"

namespace privet::protocol {

enum class SumMethod { Ring, Shares };

// `bits` and `method` must be agreed. Throws Error{Usage} if a value has more bits, or the sum
// might not fit in 64.
[[nodiscard]] std::vector<std::uint64_t> secure_sum(const Setting& setting,
                                                    std::span<const std::uint64_t> values,
                                                    unsigned bits, SumMethod method,
                                                    Opening opening);

}  // namespace privet::protocol
