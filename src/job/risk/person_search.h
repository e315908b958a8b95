// SPDX-License-Identifier: Apache-2.0
// Who could find one person: what somebody who knows a few values of a person finds in the original
// and in a release, and what they would learn.
// Idea: a record of the original matches if it has the values; a record of the release matches if
// every cell covers its value, read by the risk report's own reader of cells
// (risk/released_cell.h), not by what wrote them. Records that show * in every known column match
// everybody and are counted apart. Cost: one pass over the records, each distinct cell read once.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "data/table.h"
#include "job/prepare.h"

namespace privet::job {

struct LearnedValue {
  std::string value = {};
  std::size_t records = 0;
  double share = 0;  // of the records that match
};

struct LearnedColumn {
  std::string column = {};
  std::size_t distinct = 0;               // values among those that match
  std::vector<LearnedValue> values = {};  // the commonest first, a few
};

struct PersonMatch {
  std::size_t records = 0;
  std::size_t matches = 0;
  std::size_t anybody = 0;                  // records that show nothing of what is known
  std::vector<std::string> unused = {};     // known columns that this table does not have
  std::vector<LearnedColumn> learned = {};  // of the sensitive columns
};

using KnownValues = std::map<std::string, std::string>;  // column -> value

// Throws Error{Usage} for a column that is not there and a value that its column cannot have.
[[nodiscard]] PersonMatch find_in_original(const PreparedTable& original, const KnownValues& known);
// `released` was made from the original.
[[nodiscard]] PersonMatch find_in_release(const PreparedTable& original, const Table& released,
                                          const KnownValues& known);

}  // namespace privet::job
