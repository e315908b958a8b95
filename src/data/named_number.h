// SPDX-License-Identifier: Apache-2.0
// Reads "COLUMN=NUMBER", as options that give columns weights, levels or lengths are written.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"

namespace privet {

struct NamedNumber {
  std::string name;
  double number = 0;
};

struct NumberForm {
  std::string_view word = "WEIGHT";  // as in "COLUMN=WEIGHT"
  double min = 0;
  bool above_min = false;  // the minimum itself is not allowed
  bool whole = false;
};

// The name ends at the last "=". Throws Error{Usage} at `place` if there is none, or no such
// number.
[[nodiscard]] NamedNumber parse_named_number(std::string_view text, const NumberForm& form,
                                             const Place& place);

}  // namespace privet
