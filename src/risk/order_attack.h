// SPDX-License-Identifier: Apache-2.0
// What the order of a table's records gives away.
// Idea: an attacker who guesses that a table was sorted by a column before its cells became ranges
// knows more than each cell: a record's value is at least the largest lower end before it, and at
// most the smallest upper end after it. If the ranges allow that order at all (a shuffled table
// does not, except when it is tiny), every range narrows, often to one value. Short of a sorted
// table, the places of the records may still go with the values: the rank correlation says how far,
// and how many neighbours are equal says whether equal values lie together. Cost: a few passes over
// each column, and one grouping for each sorted one.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/run.h"
#include "data/table.h"

namespace privet {

struct OrderRisk {
  std::string column = {};
  // Its cells allow that the table was sorted by it, up or down, and chance hardly explains that.
  bool sorted = false;
  double correlation = 0;    // of places and values, from -1 to 1; 0 for text
  bool clustered = false;    // equal cells lie together more than chance explains
  std::size_t narrowed = 0;  // records whose cell the place narrows
  std::size_t exact = 0;     // of them: to a single value
  std::size_t below = 0;     // records that narrowed cells leave in groups below the smallest class
};

// The columns whose order gives something away, in the order of the table. `quasi`: by what the
// records are grouped; `smallest`: their smallest class.
[[nodiscard]] std::vector<OrderRisk> measure_order(const Table& table,
                                                   std::span<const AttributeId> quasi,
                                                   std::size_t smallest, const Run& run);

}  // namespace privet
