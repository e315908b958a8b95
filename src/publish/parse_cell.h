// SPDX-License-Identifier: Apache-2.0
// Reads a released cell back: the inverse of publish/cell_text.h, for measuring a release that lies
// in a file. The guard does not use it; it has a reading of its own.
#pragma once

#include <optional>
#include <string_view>

#include "hierarchy/bind.h"
#include "recoding/recoding.h"

namespace privet {

// None if the text is neither a value of the column nor one of the documented forms.
[[nodiscard]] std::optional<GeneralizedValue> parse_cell(std::string_view text,
                                                         const Column& column,
                                                         const BoundHierarchy* hierarchy);

// The same with every spelling of a number that it shows alone, or beside missing values: what "1"
// stands for where a class had 1 and 01.
[[nodiscard]] GeneralizedValue with_spellings(GeneralizedValue value, const Column& column);

}  // namespace privet
