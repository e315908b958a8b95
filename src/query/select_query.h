// SPDX-License-Identifier: Apache-2.0
// A query of a release: what is shown of which records.
//   SELECT count(*), avg(age) [FROM release] [WHERE condition] [GROUP BY sex]
//   SELECT age, sex [WHERE condition]
// Idea: the condition is that of query/selection.h. Columns beside count, sum and avg must be those
// of GROUP BY; columns alone are records. Nothing else of SQL is understood, and all of it is said
// with the word at which the reader stopped.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "query/selection.h"

namespace privet {

struct SelectItem {
  enum class Kind { Column, Count, Sum, Average };
  Kind kind = Kind::Column;
  AttributeId column = 0;  // except of Count
};

struct SelectQuery {
  std::vector<SelectItem> items = {};
  std::optional<Selection> where = {};   // none: all records
  std::vector<AttributeId> groups = {};  // of GROUP BY, or the columns of records
  bool records = false;                  // columns alone: a line for each record

  // Those that are summed, each once, in the order of the query.
  [[nodiscard]] std::vector<AttributeId> summed() const;
};

// `table` has the columns that may be named. Throws Error{Usage} that names the word at fault and
// what was expected there.
[[nodiscard]] SelectQuery parse_query(std::string_view sql, const Table& table);

}  // namespace privet
