// SPDX-License-Identifier: Apache-2.0
// Reads a tree that a miner made of an encoded table, in whatever form it came.
// Forms: our model file (docs/format/model.md); the text of Weka's J48, REPTree and Id3, also
// inside the whole output of a run; the simple text of docs/format/tree-text.md, which is what
// `privet mine tree` draws. Idea: texts name columns, values and classes without quotes, so they
// are read against the names that the encoded table is known to have. Cost: linear in the text.
#pragma once

#include <string>
#include <string_view>

#include "custody/decode.h"
#include "data/table.h"

namespace privet::custody {

// `encoded` is the table the tree is about. Throws Error{Input} with file and line.
[[nodiscard]] EncodedTree read_tree(std::string_view text, const std::string& file,
                                    const Table& encoded, AttributeId class_column);

}  // namespace privet::custody
