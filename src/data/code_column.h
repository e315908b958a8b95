// SPDX-License-Identifier: Apache-2.0
// Numbers that are names: postcodes, codes of diagnoses, telephone numbers. Their order and their
// mean say nothing, so a column of them is text.
// Idea: by form, digits of one width of which some begin with zero; by name, digits in a column
// that is called after postcodes, codes or identifiers, in one of seven languages.
#pragma once

#include <string_view>
#include <vector>

namespace privet {

// Whether a column of this name with these distinct values, all of them numbers, has codes.
[[nodiscard]] bool is_code_column(std::string_view name,
                                  const std::vector<std::string_view>& values,
                                  const std::vector<bool>& missing);

}  // namespace privet
