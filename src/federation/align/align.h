// SPDX-License-Identifier: Apache-2.0
// Parties whose tables have some rows in common, in any order, find them by a key column.
// Idea: two parties by private intersection (protocol/psi/private_intersection.h), three or more by
// one of all sets at once (protocol/psi/common_to_all.h), so that nobody learns what fewer have in
// common. Rows that are not common are dropped, and with them the values that no other row has. The
// common order is that of a hash of the key and of the run, which every party computes by itself;
// it says nothing of anybody's file. Keys are compared as texts.
// Cost: as the intersection's. Adversary: semi-honest; see the intersections.
// Discloses: what alignment_forecast() lists: how many rows each party has, and to each party which
// of its own keys all have. Not: keys, or what only some parties have in common.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "federation/task/data_set.h"
#include "protocol/setting.h"

namespace privet::federation {

// Throws Error{Input}, beginning with `who`, unless the part is a table with this column, a value
// of it in every row, and none twice.
void check_key(const DataSet& part, const std::string& key, const std::string& who);

[[nodiscard]] protocol::Forecast alignment_forecast(std::size_t parties);

// The own rows that all parties have, in the order of this run, without the key column. All parties
// call it. Throws Error{Input} if there are none.
[[nodiscard]] DataSet aligned_part(const protocol::Setting& setting, const DataSet& part,
                                   const std::string& key, std::string_view run);

// The same with all parties' parts at hand: the joined columns of the common rows, in that order;
// with the rows to classify of `whole`, if it has some. Never part of a run between parties.
[[nodiscard]] DataSet joined_on_key(std::span<const DataSet> parts, const DataSet& whole,
                                    const std::string& key, std::string_view run);

}  // namespace privet::federation
