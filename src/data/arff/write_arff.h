// SPDX-License-Identifier: Apache-2.0
// Writes ARFF, the table format of Weka; see data/arff/read_arff.h for what the format holds.
// Cost: one pass, one thread; each distinct value is quoted once.
#pragma once

#include <string_view>
#include <vector>

#include "base/run.h"
#include "data/arff/read_arff.h"
#include "data/csv/write_csv.h"

namespace privet {

// Writes ARFF. `attributes` is empty (numeric columns are written as numeric, text columns as
// nominal) or has one for each column; nominal ones get the values they lack. Every missing value
// is written as ?, whatever its text was.
void write_arff(const Table& table, std::string_view relation,
                const std::vector<ArffAttribute>& attributes, const Sink& sink, const Run& run);

}  // namespace privet
