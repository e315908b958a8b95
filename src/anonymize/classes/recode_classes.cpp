// SPDX-License-Identifier: Apache-2.0
#include "anonymize/classes/recode_classes.h"

#include <algorithm>

#include "anonymize/classes/class_values.h"
#include "base/error.h"
#include "base/thread_pool.h"

namespace privet {

Recoding recode_classes(const Problem& problem, std::span<const AttributeOrder> orders,
                        std::span<const std::vector<RowId>> classes, const Run& run) {
  Recoding out;
  out.class_of.assign(problem.table.rows(), kSuppressed);
  for (const auto& rows : classes) {
    for (const RowId row : rows) {
      PRIVET_CHECK(out.class_of[row] == kSuppressed);
      out.class_of[row] = static_cast<ClassId>(out.class_sizes.size());
    }
    out.class_sizes.push_back(static_cast<std::uint32_t>(rows.size()));
  }
  out.attributes.resize(orders.size());
  run.pool().parallel_for(orders.size(), [&](std::size_t a) {
    const Column& column = problem.table.column(problem.quasi[a].column);
    ClassValues values(column, orders[a]);
    out.attributes[a].column = problem.quasi[a].column;
    std::vector<std::uint32_t> positions;
    for (const auto& rows : classes) {
      positions.clear();
      for (const RowId row : rows) positions.push_back(orders[a].position(column.codes[row]));
      const auto [low, high] = std::minmax_element(positions.begin(), positions.end());
      values.add({*low, *high}, [&]() -> std::span<const std::uint32_t> { return positions; });
    }
    values.take(out.attributes[a]);
  });
  return out;
}

}  // namespace privet
