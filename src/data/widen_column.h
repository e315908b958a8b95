// SPDX-License-Identifier: Apache-2.0
// A column whose dictionary also has values that no row has: those of another table that is to be
// compared with it, code for code. Cost: one pass over the values and the codes.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "data/table.h"

namespace privet {

// `code_of` receives the code of each further value. Throws Error{Input} naming a value that is not
// a number if the column is numeric.
[[nodiscard]] Column widen_column(const Column& column, std::span<const std::string_view> further,
                                  std::vector<ValueId>& code_of);

}  // namespace privet
