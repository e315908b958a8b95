// SPDX-License-Identifier: Apache-2.0
// What infer_column finds for a column of plain numbers alone, in which a value may be there more
// than once: to tell that all are numbers needs no list of the different ones.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "data/infer_column.h"

namespace privet {

// None if some value that is not missing is not a plain number, or the wish asks for something
// else.
[[nodiscard]] std::optional<InferredColumn> infer_numbers(
    std::string_view name, const std::vector<std::string_view>& values,
    const std::vector<bool>& missing, const ColumnWish& wish, const Run& run);

}  // namespace privet
