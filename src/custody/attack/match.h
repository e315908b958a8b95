// SPDX-License-Identifier: Apache-2.0
// An original table beside its encoding: which column became which, and what a tree of the one
// means in the other. A key says so; without one, columns are matched by name or place.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/run.h"
#include "custody/attack/attack.h"
#include "custody/coding/coding.h"
#include "custody/decode.h"
#include "data/table.h"

namespace privet::custody {

struct Matched {
  Table original;
  Table encoded;
  Coding coding;                            // as far as the rows show it: without new values
  std::optional<AttributeId> class_column;  // in `encoded`
  std::vector<AttributePair> pairs;         // the numeric attributes, without the class
  std::vector<std::size_t> pair_of;         // of each column of `encoded`; pairs.size(): none
};

// Throws Error{Input} if the tables have different numbers of rows, no numeric attribute in common,
// or columns that cannot be matched. `class_column` is in the original; `file` names the encoded
// table.
[[nodiscard]] Matched match_tables(const Table& original, const Table& encoded, const Coding* key,
                                   std::optional<AttributeId> class_column,
                                   const std::string& file);

// The true cuts of a tree over the encoded table, for attack_paths().
[[nodiscard]] TreePair pair_tree(const EncodedTree& tree, const Matched& matched,
                                 const std::string& file, const Run& run);

}  // namespace privet::custody
