// SPDX-License-Identifier: Apache-2.0
// A column with its values understood as the policy says, whatever form the file has.
#pragma once

#include "base/error.h"
#include "data/table.h"

namespace privet {

// Throws Error{Input} at `place` for a text in what is to be a column of numbers.
[[nodiscard]] Column retype_column(const Column& column, ColumnType type, const Place& place);

}  // namespace privet
