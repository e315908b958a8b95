// SPDX-License-Identifier: Apache-2.0
// privet mine tree: learns a decision tree, measures it, and classifies another table by it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "job/mining/join_input.h"
#include "job/mining/mining_input.h"
#include "mining/join/join_tree.h"
#include "mining/tree/tree_model.h"

namespace privet::job {

enum class TreeView { Tree, Rules, Dot };

// A tree over several tables: what was joined, and how large the join is that nobody made.
struct JoinedFrom {
  std::vector<std::string> tables = {};  // names
  std::vector<std::string> files = {};
  std::size_t target = 0;  // the table with the class
  mining::JoinSizes sizes = {};
  bool learned = true;         // false: only the sizes were asked for
  double joined_accuracy = 0;  // of joined rows, on the training rows
};

struct MineTreeOutcome {
  MinedFrom from = {};
  std::optional<JoinedFrom> join = {};
  mining::TreeModel model = {};
  bool measured = true;  // false: the rows stayed in a database
  mining::ClassQuality quality = {};
  // The classes of the rows of --predict, empty where a row has none.
  std::optional<std::vector<std::optional<std::string>>> predictions = {};
  std::string standard_output = {};  // for --save - and --report -
};

struct MineTreeOptions {
  MiningInput input = {};
  std::optional<JoinInput> join = {};  // instead of input
  bool explain_join = false;
  std::string class_name = {};
  mining::TreeOptions tree = {};
  Validation validation = {};
  std::optional<TableSource> predict = {};
  TreeView view = TreeView::Tree;  // how a text shows the tree
  ModelFiles files = {};
  std::function<std::string(const MineTreeOutcome&)> page = {};  // of files.report
};

// FILE, or with --tables the files behind the first.
[[nodiscard]] Parameter mine_tree_file();
[[nodiscard]] std::vector<Parameter> mine_tree_parameters();
[[nodiscard]] MineTreeOptions mine_tree_options(const Settings& settings);
[[nodiscard]] MineTreeOutcome run_mine_tree(const MineTreeOptions& options, const Run& run);

}  // namespace privet::job
