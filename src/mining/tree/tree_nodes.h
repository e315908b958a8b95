// SPDX-License-Identifier: Apache-2.0
// Columns and nodes of trees in model files, for every model made of trees.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/json.h"
#include "mining/tree/tree_model.h"

namespace privet::mining {

[[nodiscard]] Json columns_json(std::span<const TreeColumn> columns);
// The "columns" of an object.
[[nodiscard]] std::vector<TreeColumn> columns_from(const Json& object);
// With label and counts, or (of trees that fit numbers) without.
[[nodiscard]] Json nodes_json(std::span<const TreeNode> nodes, bool counted);
// The "nodes" of an object.
[[nodiscard]] std::vector<TreeNode> nodes_from(const Json& object, bool counted);
// A file may hold anything: throws for whatever prediction could not rely on.
void check_nodes(std::span<const TreeNode> nodes, std::span<const TreeColumn> columns,
                 const std::string& file);

}  // namespace privet::mining
