// SPDX-License-Identifier: Apache-2.0
// Which texts mean the same, as the guard and the comparison with registers see it. Deliberately
// not data/meaning.h, by which releases are made: a mistake there must not hide itself here. The
// rules are the same: numbers as numbers, days and times as such, text by its looks, all missing
// values as one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "data/dictionary.h"

namespace privet {

// Equal for texts that mean the same; empty for those that say "missing".
[[nodiscard]] std::string same_meaning_text(std::string_view text);

// [ValueId] a number for each meaning: missing is 0 where there is a missing value, the others
// follow in the order of their first values. `count` receives how many there are. `exact_text`:
// text in a text column means only itself.
[[nodiscard]] std::vector<std::uint32_t> number_meanings(const Dictionary& dictionary,
                                                         bool exact_text, std::size_t& count);

}  // namespace privet
