// SPDX-License-Identifier: Apache-2.0
// What a text looks like to a reader, for the guard and for registers. Deliberately not
// data/letters.h; the rules are the same.
#pragma once

#include <string>
#include <string_view>

namespace privet {

[[nodiscard]] std::string look_of(std::string_view text);

}  // namespace privet
