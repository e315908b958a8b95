// SPDX-License-Identifier: Apache-2.0
// Hierarchies of quasi-identifiers to which nobody gave one: the calendar and the clock.
#include <algorithm>
#include <memory>

#include "hierarchy/build_dates.h"
#include "hierarchy/build_times.h"
#include "job/prepare.h"

namespace privet {

void add_time_hierarchies(PreparedTable& prepared) {
  for (const AttributeId id : prepared.schema.with(Role::Quasi)) {
    const Column& column = prepared.table().column(id);
    if (prepared.hierarchies[id] || prepared.schema.masked().contains(id)) continue;
    if (!is_times_of_day(column)) continue;
    // Rules say what they were made with.
    const auto by_rules = [&](const RuleColumn& rule) {
      return rule.name == column.name && !rule.hierarchy;
    };
    if (prepared.rules && std::ranges::any_of(prepared.rules->columns, by_rules)) continue;
    prepared.hierarchies[id] =
        std::make_unique<BoundHierarchy>(bind(build_times(column), column, ""));
  }
}

void add_date_hierarchies(PreparedTable& prepared) {
  for (const AttributeId id : prepared.schema.with(Role::Quasi)) {
    const Column& column = prepared.table().column(id);
    if (column.type() != ColumnType::Date || prepared.hierarchies[id]) continue;
    prepared.hierarchies[id] = std::make_unique<BoundHierarchy>(
        bind(build_dates(column, all_date_units(column)), column, ""));
  }
}

}  // namespace privet
