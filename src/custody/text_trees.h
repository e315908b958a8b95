// SPDX-License-Identifier: Apache-2.0
// Trees as scikit-learn's export_text and rpart's print show them.
// Idea: both print cuts rounded, export_text to some decimals and rpart to some digits. How far the
// true cut may lie from the printed one is kept with each test; decode refuses where a value of
// the table lies in between, because nobody can tell on which side it went. scikit-learn compares
// in single precision. Neither text says where rows with a missing value went, except rpart's where
// they went no further. Cost: linear in the text.
#pragma once

#include <string>
#include <string_view>

#include "custody/decode.h"
#include "data/table.h"

namespace privet::custody {

// Whether the text is of this kind.
[[nodiscard]] bool is_sklearn_text(std::string_view text);
[[nodiscard]] bool is_rpart_text(std::string_view text);

// `encoded` is the table the tree is about. Columns by name, by feature_N (the N-th from 0 of the
// columns without the class), or COLUMN_VALUE for a text column that was made into one column of 0
// and 1 for each value. Throws Error{Input} with file and line, also for a tree that was cut short.
[[nodiscard]] EncodedTree read_sklearn_text(std::string_view text, const std::string& file,
                                            const Table& encoded, AttributeId class_column);

// Columns by name, also as R's make.names() changes names. Throws Error{Input} with file and line,
// also for trees of a number and for texts with abbreviated values.
[[nodiscard]] EncodedTree read_rpart_text(std::string_view text, const std::string& file,
                                          const Table& encoded, AttributeId class_column);

}  // namespace privet::custody
