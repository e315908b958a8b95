// SPDX-License-Identifier: Apache-2.0
// privet mine tree: learns a decision tree, measures it, and classifies another table by it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "job/mining/mining_input.h"
#include "mining/tree/tree_model.h"

namespace privet::job {

enum class TreeView { Tree, Rules, Dot };

struct MineTreeOutcome {
  MinedFrom from = {};
  mining::TreeModel model = {};
  mining::ClassQuality quality = {};
  // The classes of the rows of --predict, empty where a row has none.
  std::optional<std::vector<std::optional<std::string>>> predictions = {};
  std::string standard_output = {};  // for --save - and --report -
};

struct MineTreeOptions {
  MiningInput input = {};
  std::string class_name = {};
  mining::TreeOptions tree = {};
  Validation validation = {};
  std::optional<TableSource> predict = {};
  TreeView view = TreeView::Tree;  // how a text shows the tree
  ModelFiles files = {};
  std::function<std::string(const MineTreeOutcome&)> page = {};  // of files.report
};

[[nodiscard]] std::vector<Parameter> mine_tree_parameters();
[[nodiscard]] MineTreeOptions mine_tree_options(const Settings& settings);
[[nodiscard]] MineTreeOutcome run_mine_tree(const MineTreeOptions& options, const Run& run);

}  // namespace privet::job
