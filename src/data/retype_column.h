// SPDX-License-Identifier: Apache-2.0
// A column with its values understood as flags or a policy say, whatever form the file has.
#pragma once

#include "base/error.h"
#include "base/run.h"
#include "data/infer_column.h"
#include "data/table.h"

namespace privet {

// Throws Error{Input} at `place` for a value that is not what the wish asks for, and for dates
// whose order is not clear.
[[nodiscard]] Column retype_column(const Column& column, const ColumnWish& wish, const Place& place,
                                   const Run& run);

// The column for those who know plain numbers and texts only: numbers with a decimal point, dates
// as texts.
[[nodiscard]] Column plain_column(const Column& column);
}  // namespace privet
