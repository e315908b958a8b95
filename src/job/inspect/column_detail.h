// SPDX-License-Identifier: Apache-2.0
// One column of a table at a closer look: how its values are distributed.
// Cost: one pass over the column's codes.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "data/table.h"

namespace privet::job {

// A bar of a histogram: values from `low` to below `high`; the last bar has `high` too.
struct HistogramBar {
  double low = 0;
  double high = 0;
  std::size_t rows = 0;
};

struct ColumnDetail {
  std::string name = {};
  ColumnType type = ColumnType::Text;
  std::size_t rows = 0;
  std::size_t distinct = 0;
  std::size_t missing = 0;
  std::vector<HistogramBar> bars = {};  // numbers and dates (as seconds); empty for texts
  std::string lowest = {};              // of numbers and dates, as they are written
  std::string highest = {};
  std::vector<std::pair<std::string, std::size_t>> common = {};  // the commonest values first
  std::size_t unique = 0;                                        // values that one record has
};

// At most `bars` bars, and `common` values.
[[nodiscard]] ColumnDetail describe_column(const Column& column, std::size_t bars,
                                           std::size_t common);

}  // namespace privet::job
