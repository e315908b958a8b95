// SPDX-License-Identifier: Apache-2.0
// Numbers, days and times in the spellings that people use, for the guard and for registers.
// Deliberately not data/spelled_value.h; the rules are the same.
#pragma once

#include <string>

namespace privet {

// A number that is written with a decimal comma or with marks between thousands, in digits with a
// decimal point; empty for any other text. The text is one of look_of().
[[nodiscard]] std::string number_in_plain_digits(const std::string& text);

// A time, or a day with or without a time: equal for equal moments, empty for any other text.
[[nodiscard]] std::string moment_of(const std::string& text);

}  // namespace privet
