// SPDX-License-Identifier: Apache-2.0
// A column with other texts in its records, of the same name, type and form; and numbers as such
// texts.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "data/table.h"

namespace privet {

// `text` is asked for every record that is not missing; missing values stay as they are. Every text
// must be of the column's form.
[[nodiscard]] Column replace_values(const Column& column,
                                    const std::function<std::string(RowId)>& text);

// With how many decimals the column's numbers are written at most.
[[nodiscard]] std::size_t most_decimals(const Column& column);
// A number with this many decimals, zeros at the end left out, as the column writes numbers.
[[nodiscard]] std::string number_text(double number, std::size_t decimals, const Column& column);

}  // namespace privet
