// SPDX-License-Identifier: Apache-2.0
// Cuts text into words and folds their case, in any script that puts something between words.
// Idea: a word is a run of letters, marks and digits, by the categories of Unicode; an apostrophe
// between two letters belongs to it. Words without a letter, of one character, or longer than
// kLongestWord (encoded data, not language) are skipped.
// Reference: Unicode 15, sections 4.5 (general category) and 5.18 (case folding; simple, and the
// German sharp s as "ss").
// Cost: linear in the text; no allocation per word.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace privet::profile {

inline constexpr std::size_t kLongestWord = 40;  // characters

// Calls `sink` with each word, folded, in order. Bytes that are not UTF-8 end a word.
void for_each_word(std::string_view text, const std::function<void(std::string_view)>& sink);

// The text with its case folded.
[[nodiscard]] std::string fold_case(std::string_view text);

}  // namespace privet::profile
