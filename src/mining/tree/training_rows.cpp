// SPDX-License-Identifier: Apache-2.0
#include "mining/tree/training_rows.h"

#include <fmt/format.h>

#include "base/counted.h"
#include "base/error.h"
#include "mining/tree/tree_model.h"

namespace privet::mining {

ClassColumn class_column(const Table& table, AttributeId column) {
  const Column& source = table.column(column);
  const std::size_t missing = source.dictionary.missing_count();
  ClassColumn out;
  out.name = source.name;
  for (std::size_t code = missing; code < source.dictionary.size(); ++code) {
    out.classes.emplace_back(source.dictionary.text(static_cast<ValueId>(code)));
  }
  out.labels.reserve(table.rows());
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const ValueId code = source.codes[row];
    out.labels.push_back(code < missing ? kNoClass : static_cast<ClassLabel>(code - missing));
    if (code < missing) {
      ++out.dropped;
    } else {
      out.rows.push_back(static_cast<RowId>(row));
    }
  }
  if (out.rows.empty()) {
    throw Error(ErrorCode::Input, fmt::format("no row has a value in the class column {}",
                                              quote_for_message(source.name)));
  }
  return out;
}

void warn_about(const ClassColumn& column, const Run& run) {
  if (column.dropped > 0) {
    run.warn(fmt::format("{} no value in the class column {} and {} left out",
                         counted(column.dropped, "row has", "rows have"),
                         quote_for_message(column.name), column.dropped == 1 ? "is" : "are"));
  }
  bool several = false;
  for (const RowId row : column.rows) {
    several = several || column.labels[row] != column.labels[column.rows.front()];
  }
  if (!several) {
    run.warn(fmt::format("the class column {} has one value only; there is nothing to learn",
                         quote_for_message(column.name)));
  }
}

}  // namespace privet::mining
