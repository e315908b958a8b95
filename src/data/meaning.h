// SPDX-License-Identifier: Apache-2.0
// Which values of a column mean the same.
// Idea: a privacy model that counts different values must not be satisfied by one value in several
// spellings. Numbers are compared as numbers (200, 200.0 and 2e2 are one, exactly, however long;
// so are 27,4 and 27.4, and 1 000 and 1000), times and days that everybody reads alike as such
// (20:16 and 20:16:00; 2023-04-20, 20.4.2023 and 20-Apr-2023), text by what it looks like (HIV, hiv
// and "HIV " are one, and so is any text with another kind of space or letters put together of
// others: data/letters.h), and every way to say that a value is missing is the same missing value.
// Done once per distinct value.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/table.h"

namespace privet {

// Two texts have the same key if and only if they mean the same; empty: missing.
[[nodiscard]] std::string meaning_key(std::string_view text);

struct Meanings {
  std::vector<ValueId> of;     // [ValueId] the number of its meaning
  std::vector<ValueId> first;  // [meaning] the first value that has it
  bool missing = false;        // whether meaning 0 is "missing"
};

// Meanings are numbered in the order of the dictionary, the missing one first. `exact_text`: in a
// column of text every text is a value of its own, except missing ones.
[[nodiscard]] Meanings find_meanings(const Dictionary& dictionary, bool exact_text);

// [row] the number of what its value means.
[[nodiscard]] std::vector<ValueId> meaning_of_rows(const Column& column, bool exact_text);

// The column with one value per meaning, under its first spelling; nothing if it has that already.
[[nodiscard]] std::optional<Column> by_meaning(const Column& column, bool exact_text);

}  // namespace privet
