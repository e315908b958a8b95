// SPDX-License-Identifier: Apache-2.0
// The different values of columns, without the rows: what leaves the engine before a search.
// Idea: orders, hierarchies, labels and models need the values and how often each occurs; a table
// without a row, whose columns have their dictionaries, carries the values through all that reads
// dictionaries. Cost: one GROUP BY a column.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/run.h"
#include "data/table.h"
#include "engine/shard_set.h"

namespace privet::engine {

struct Domain {
  std::vector<std::string> texts;     // distinct, as the server shows them
  std::vector<std::uint64_t> counts;  // how many rows have each
  Column column;                      // of these values, without a row
};

// The column with each value at most three times: as unique as in the table, for a look at it.
[[nodiscard]] Column few_rows(const Domain& domain);

// How a value is shown in a statement: as the server shows it, and NULL as nothing.
[[nodiscard]] std::string shown_sql(const std::string& column, std::string_view of = "o");

[[nodiscard]] Domain read_domain(ShardSet& shards, const std::string& column, const Run& run);

// How many rows there are.
[[nodiscard]] std::uint64_t count_rows(ShardSet& shards);

// Of each text of a domain the code of a column that may have merged its spellings or been given
// another type. Throws Error{Internal} if the column does not have it.
[[nodiscard]] std::vector<ValueId> codes_in(const Domain& domain, const Column& column,
                                            bool exact_text);

}  // namespace privet::engine
