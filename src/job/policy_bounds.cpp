// SPDX-License-Identifier: Apache-2.0
#include "job/policy_bounds.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/with_place.h"

namespace privet {

Hierarchy with_policy_bounds(const Hierarchy& hierarchy, const ColumnPolicy& column) {
  return with_place(column.boundary_place, [&] {
    Hierarchy out = hierarchy;
    if (!column.boundary.empty()) out = out.with_boundary(column.boundary);
    if (column.max_level) out = out.with_max_level(*column.max_level);
    return out;
  });
}

void set_policy_bounds(PreparedTable& prepared, const Policy& policy) {
  for (const auto& column : policy.columns) {
    const auto id = prepared.table().find(column.name);
    if (!column.bounded() || !id || prepared.schema.role(*id) != Role::Quasi) continue;
    auto& bound = prepared.hierarchies[*id];
    if (!bound) {
      throw Error(ErrorCode::Input,
                  fmt::format("column {} has a boundary but no hierarchy; give it one",
                              quote_for_message(column.name)),
                  column.boundary_place);
    }
    bound->hierarchy = with_policy_bounds(bound->hierarchy, column);
  }
}

}  // namespace privet
