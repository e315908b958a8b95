// SPDX-License-Identifier: Apache-2.0
// The values by which a table joins another, as small numbers.
// Idea: rows with equal values in the join columns get equal keys. Numbers and dates are equal if
// they mean the same ("7" and "7.0"), texts if they are the same bytes. As in SQL, a row that lacks
// one of the values joins nothing. Cost: linear in the rows.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "base/run.h"
#include "data/table.h"

namespace privet::mining {

using JoinKey = std::uint32_t;
inline constexpr JoinKey kNoKey = std::numeric_limits<JoinKey>::max();

struct JoinKeys {
  std::vector<JoinKey> of_row;      // kNoKey: joins nothing
  std::vector<std::string> values;  // of each key; equal bytes mean equal values at every table
};

[[nodiscard]] JoinKeys join_keys(const Table& table, std::span<const AttributeId> columns);

// Numbers the keys of one table anew: `places` has the new one of each, or kNoKey.
void renumber(JoinKeys& keys, std::span<const JoinKey> places);
// Numbers the keys of two tables so that equal values have the same key and values that only one of
// them has have none. Returns how many there are; the values themselves are dropped.
std::size_t match_keys(JoinKeys& first, JoinKeys& second);

}  // namespace privet::mining
