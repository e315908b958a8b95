// SPDX-License-Identifier: Apache-2.0
// The names of a CSV file's columns, for the readers.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"

namespace privet::detail {

// Throws Error{Input} at the field of a column without a name, or with that of another. `header` is
// the file and the line of the header.
void check_names(const std::vector<std::string>& names, const Place& header);

// "c1", "c2", ...: the names of a file without a header.
void number_names(std::vector<std::string>& names);

}  // namespace privet::detail
