// SPDX-License-Identifier: Apache-2.0
// The names of a table's columns, for the readers.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "data/infer_column.h"

namespace privet::detail {

// Throws Error{Input} at the field of a column without a name, or with that of another. `header` is
// the file and the line of the header.
void check_names(const std::vector<std::string>& names, const Place& header);

// Throws Error{Usage} for a column of which something is said, and which is not there.
void check_wishes(const ColumnWishes& wishes, const std::vector<std::string>& names,
                  const std::string& file);

// "c1", "c2", ...: the names of a file without a header.
void number_names(std::vector<std::string>& names);

}  // namespace privet::detail
