// SPDX-License-Identifier: Apache-2.0
// What a workload of SQL queries says about the use of a table: which columns are shown, which are
// selected by, and how often.
// Idea: people write all kinds of SQL, so nothing is demanded of it but its clauses. Names behind
// SELECT, GROUP BY and ORDER BY are shown (features), names behind WHERE, ON and HAVING are
// selected by; sub-queries count too; a column counts once per query and use. What is not a SELECT,
// is cut off in the middle or names no column of the table is skipped and counted. Reference: Xiong
// and Rangachari, "Towards application-oriented data anonymization" (2008), section 4.2.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "query/selection.h"

namespace privet {

struct WorkloadQuery {
  std::size_t line = 0;
  std::vector<AttributeId> shown = {};     // ascending
  std::vector<AttributeId> selected = {};  // ascending
  std::optional<Selection> where = {};     // none without a WHERE, or with one not understood
};

struct Workload {
  std::size_t statements = 0;
  std::vector<WorkloadQuery> queries = {};
  [[nodiscard]] std::size_t skipped() const { return statements - queries.size(); }
};

[[nodiscard]] Workload parse_workload(std::string_view sql, const Table& table);

// For each of these columns how often it is shown or selected by, as a share of all such uses; all
// 0 if there is none.
[[nodiscard]] std::vector<double> use_frequencies(const Workload& workload,
                                                  const std::vector<AttributeId>& columns);

}  // namespace privet
