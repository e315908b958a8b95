// SPDX-License-Identifier: Apache-2.0
// The way of a tree in tests of custody: learned on the encoded table, decoded.
#pragma once

#include "base/run.h"
#include "custody/decode.h"
#include "custody/encode.h"
#include "mining/tree/tree.h"

namespace privet::testing_support {

inline AttributeId class_of(const Table& table) {
  return static_cast<AttributeId>(table.columns() - 1);
}

inline mining::TreeModel decoded(const custody::Encoded& encoded, const Table& original,
                                 const mining::TreeOptions& options, const Run& run) {
  const custody::EncodedTree tree{
      .model = mining::learn_tree(encoded.table, encoded.coding.class_position, options, run)};
  return custody::decode_tree(tree, encoded.coding, original, "original", "tree", run);
}

inline mining::TreeOptions full_c45(mining::Criterion criterion, std::size_t min_leaf = 1,
                                    double confidence = 0) {
  mining::TreeOptions options = mining::c45_options();
  options.criterion = criterion;
  options.min_leaf = min_leaf;
  options.confidence = confidence;
  return options;
}

}  // namespace privet::testing_support
