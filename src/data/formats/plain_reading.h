// SPDX-License-Identifier: Apache-2.0
// How read_plain_table (data/formats/open_table.h) understands a column, for whoever has the values
// of a column without its rows.
#pragma once

#include "base/run.h"
#include "data/formats/open_table.h"
#include "data/table.h"

namespace privet {

// The column for those who know plain numbers and texts only: codes are numbers, dates are texts,
// types that were asked for are obeyed.
[[nodiscard]] Column plain_reading(const Column& column, const TableSource& source, const Run& run);

}  // namespace privet
