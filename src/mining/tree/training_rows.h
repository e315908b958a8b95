// SPDX-License-Identifier: Apache-2.0
// The class column of a table as every classifier sees it: which rows have a class, and which.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/run.h"
#include "data/table.h"
#include "mining/evaluation.h"

namespace privet::mining {

struct ClassColumn {
  std::string name;
  std::vector<std::string> classes;  // sorted as in the column's dictionary
  std::vector<ClassLabel> labels;    // one per row; kNoClass where missing
  std::vector<RowId> rows;           // those with a class
  std::size_t dropped = 0;           // those without

  // All rows with a class, or these of them. Valid as long as this object and the rows are.
  [[nodiscard]] LabelledRows labelled() const { return {labels, rows, classes.size()}; }
  [[nodiscard]] LabelledRows labelled(std::span<const RowId> some) const {
    return {labels, some, classes.size()};
  }
};

// Throws if no row has a class.
[[nodiscard]] ClassColumn class_column(const Table& table, AttributeId column);
// Warns about rows left out and about a column of one class.
void warn_about(const ClassColumn& column, const Run& run);

}  // namespace privet::mining
