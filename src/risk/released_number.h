// SPDX-License-Identifier: Apache-2.0
// A number or date in a released cell, understood by who did not write it. Deliberately not
// data/value_form.h, by which the values of a table are read: a mistake there must not hide itself
// here.
#pragma once

#include <string_view>

#include "data/value_form.h"

namespace privet {

// The place of the text on the number line; not a number for what has none.
[[nodiscard]] double read_released_number(std::string_view text, const ValueForm& form);

}  // namespace privet
