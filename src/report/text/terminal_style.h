// SPDX-License-Identifier: Apache-2.0
// How text looks where no style is named. The program sets it once, before anything is shown, to
// what its terminal can do; until then, and in a library, it is 100 columns without colour.
#pragma once

#include <string>
#include <string_view>

#include "report/text/text_table.h"

namespace privet {

// Not to be called while views are made in other threads.
void set_terminal_style(const TextStyle& style);

enum class Ink { Good, Bad, Warning, Strong };

// The text with codes of a terminal around it if `colour`; otherwise as it is.
[[nodiscard]] std::string painted(std::string_view text, Ink ink, bool colour);
// As the terminal wants it.
[[nodiscard]] std::string painted(std::string_view text, Ink ink);

}  // namespace privet
