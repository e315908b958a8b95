// SPDX-License-Identifier: Apache-2.0
#include "custody/verify.h"

#include <algorithm>

#include "base/error.h"
#include "custody/decode.h"
#include "mining/tree/tree.h"

namespace privet::custody {

void verify_encoding(const Encoded& encoded, const Table& table, AttributeId class_column,
                     std::string_view learner, const Run& run) {
  mining::TreeOptions options = learner == "id3" ? mining::id3_options() : mining::c45_options();
  if (learner == "privet-leaf1") options.min_leaf = 1;
  std::vector<AttributeId> kept;
  for (const auto& column : encoded.coding.columns) kept.push_back(column.source);
  std::sort(kept.begin(), kept.end());
  const auto own_class = std::find(kept.begin(), kept.end(), class_column) - kept.begin();
  const auto own = mining::learn_tree(table.select_columns(kept),
                                      static_cast<AttributeId>(own_class), options, run);
  const auto mined = mining::learn_tree(encoded.table, encoded.coding.class_position, options, run);
  const auto decoded = decode_against({.model = mined}, encoded.coding, {table, encoded.table},
                                      "the encoded table's tree", run);
  if (decoded == own) return;
  throw Error(ErrorCode::Infeasible,
              "the tree of the encoded table decodes to a tree other than the original's (a tie "
              "was broken by the names or places of columns); nothing was written",
              {.parameter = "--verify"});
}

}  // namespace privet::custody
