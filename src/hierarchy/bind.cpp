// SPDX-License-Identifier: Apache-2.0
#include "hierarchy/bind.h"

#include <fmt/format.h>

#include "base/error.h"

namespace privet {
namespace {

constexpr std::size_t kShownValues = 5;

[[noreturn]] void refuse(const std::vector<ValueId>& lacking, const Column& column,
                         const std::string& source) {
  std::string list;
  for (std::size_t i = 0; i < lacking.size() && i < kShownValues; ++i) {
    list += (i == 0 ? "" : ", ") + quote_for_message(column.dictionary.text(lacking[i]));
  }
  if (lacking.size() > kShownValues) list += ", ...";
  throw Error(ErrorCode::Input,
              fmt::format("the hierarchy lacks {} value{} of column {}: {}", lacking.size(),
                          lacking.size() == 1 ? "" : "s", quote_for_message(column.name), list),
              Place{.file = source});
}

}  // namespace

std::vector<NodeId> BoundHierarchy::level_of_values(std::size_t level) const {
  std::vector<NodeId> nodes;
  nodes.reserve(leaf_of_value.size());
  const auto map = hierarchy.level_map(level);
  for (const NodeId leaf : leaf_of_value) nodes.push_back(map[leaf]);
  return nodes;
}

std::vector<std::optional<ValueId>> BoundHierarchy::values_of_leaves() const {
  std::vector<std::optional<ValueId>> values(hierarchy.leaves());
  for (std::size_t i = 0; i < leaf_of_value.size(); ++i) {
    values[leaf_of_value[i]] = static_cast<ValueId>(i);
  }
  return values;
}

BoundHierarchy bind(const Hierarchy& hierarchy, const Column& column, const std::string& source) {
  BoundHierarchy bound{hierarchy, std::vector<NodeId>(column.dictionary.size())};
  std::vector<ValueId> lacking;
  for (std::size_t i = 0; i < column.dictionary.size(); ++i) {
    const auto value = static_cast<ValueId>(i);
    if (const auto leaf = hierarchy.find_leaf(column.dictionary.text(value))) {
      bound.leaf_of_value[value] = *leaf;
    } else {
      lacking.push_back(value);
    }
  }
  if (!lacking.empty()) refuse(lacking, column, source);
  return bound;
}

}  // namespace privet
