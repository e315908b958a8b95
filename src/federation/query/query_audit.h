// SPDX-License-Identifier: Apache-2.0
// Whether sets of records that lie at several sites are all empty or large enough, and which are
// empty.
// Idea: sizes and numbers of sites are sums; a circuit compares them with the promise and counts
// the sets that break it; only whether there is one is disclosed, not which or how many.
// Adversary: semi-honest; as of the way that computes (federation/release/site_ways.h).
// Discloses: one bit; which_occur() one for each set. Threads: one at a time.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "federation/release/site_ways.h"

namespace privet::federation {

namespace query_openings {

using protocol::Opening;
inline constexpr Opening kGroups{"the groups or records that a query asks for, without origin",
                                 "the answer names them"};
inline constexpr Opening kVerdict{"whether the query may be answered",
                                  "an answer must not isolate few records or sites, also with "
                                  "earlier answers"};
inline constexpr Opening kOccupied{
    "which combinations of the asker's answers have records",
    "the next query is judged with them; the asker knows them from its answers or not at all"};
inline constexpr Opening kAnswer{"counts and sums over all sites", "the answer to the query"};

inline constexpr std::string_view kCells = "combinations of answers";
inline constexpr std::string_view kNumbers = "numbers of the answer";

}  // namespace query_openings

struct AuditPromise {
  std::size_t k = 1;
  std::size_t sites = 1;
};

// `own`: how many own records each set has.
template <class Way>
[[nodiscard]] bool may_be_told(Way& way, const protocol::NumberVector& own,
                               const AuditPromise& promise);
template <class Way>
[[nodiscard]] std::vector<std::uint8_t> which_occur(Way& way, const protocol::NumberVector& own);

}  // namespace privet::federation
