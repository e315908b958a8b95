// SPDX-License-Identifier: Apache-2.0
// The records of a table that miss no value, as the experiments of many papers take them.
#pragma once

#include <algorithm>
#include <vector>

#include "data/table.h"

namespace privet::testing_support {

inline std::vector<RowId> complete_rows(const Table& table) {
  std::vector<RowId> out;
  for (RowId r = 0; r < table.rows(); ++r) {
    if (std::none_of(table.all().begin(), table.all().end(),
                     [&](const Column& column) { return column.missing(r); })) {
      out.push_back(r);
    }
  }
  return out;
}

}  // namespace privet::testing_support
