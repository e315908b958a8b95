// SPDX-License-Identifier: Apache-2.0
// Columns that stand in a file beside those that the models count as known: whoever knows one of
// them as well may find records that no model protects.
// Cost: one pass over each such column.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/run.h"
#include "data/group_rows.h"
#include "data/table.h"

namespace privet::job {

struct BesideColumn {
  std::string name = {};
  std::size_t alone = 0;  // records that lead to one person with it and the quasi-identifiers
};

// `groups`: of equal quasi-identifiers; `person_of`: whom each record is about, as numbers; empty:
// each is about another. Columns that lead to nobody are left out.
[[nodiscard]] std::vector<BesideColumn> columns_beside(const Table& table,
                                                       std::span<const AttributeId> columns,
                                                       const RowGroups& groups,
                                                       std::span<const ValueId> person_of,
                                                       const Run& run);

// What to say of them: of how many records, and what is counted (empty: records). Empty: nothing.
[[nodiscard]] std::string beside_text(std::span<const BesideColumn> columns, std::size_t records,
                                      const std::string& unit);

}  // namespace privet::job
