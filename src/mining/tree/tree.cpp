// SPDX-License-Identifier: Apache-2.0
#include "mining/tree/tree.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "mining/tree/plain_tree_oracle.h"
#include "mining/tree/training_rows.h"
#include "mining/tree/weighted_tree.h"

namespace privet::mining {

TreeOptions id3_options() {
  return {};
}

TreeOptions c45_options() {
  TreeOptions options;
  options.algorithm = TreeAlgorithm::C45;
  options.criterion = Criterion::Ratio;
  options.min_leaf = 2;
  options.confidence = 0.25;
  return options;
}

TreeOptions c45r8_options() {
  TreeOptions options = c45_options();
  options.penalty = true;
  options.raising = true;
  options.fractional = true;
  return options;
}

NodeState state_of(const ClassCounts& counts, const TreeOptions& options) {
  const auto most = std::max_element(counts.begin(), counts.end());
  std::size_t present = 0;
  std::uint64_t rows = 0;
  for (const std::uint64_t n : counts) {
    if (n > 0) ++present;
    rows += n;
  }
  NodeState out;
  if (present > 0) out.majority = static_cast<ClassLabel>(most - counts.begin());
  out.finished = present < 2 || rows < 2 * options.min_leaf;
  return out;
}

TreeModel tree_header(const Table& table, AttributeId class_id, const TreeOptions& options) {
  TreeModel model;
  const ClassColumn classes = class_column(table, class_id);
  model.class_name = classes.name;
  model.classes = classes.classes;
  const bool c45 = options.algorithm == TreeAlgorithm::C45;
  for (std::size_t c = 0; c < table.columns(); ++c) {
    if (c == class_id) continue;
    const Column& column = table.column(static_cast<AttributeId>(c));
    TreeColumn out{column.name, c45 && column.type() == ColumnType::Numeric, {}};
    const std::size_t first = c45 ? column.dictionary.missing_count() : 0;
    for (std::size_t code = first; !out.numeric && code < column.dictionary.size(); ++code) {
      out.values.emplace_back(column.dictionary.text(static_cast<ValueId>(code)));
    }
    model.columns.push_back(std::move(out));
  }
  return model;
}

namespace {

TreeModel grow(TreeOracle& oracle, TreeModel model, const TreeOptions& options, const Run& run) {
  PRIVET_CHECK(model.nodes.empty() && oracle.classes() == model.classes.size());
  model.nodes.emplace_back();
  std::vector<NodeId> level{0};
  for (std::size_t depth = 0; !level.empty(); ++depth) {
    run.check_cancelled();
    const auto states = oracle.states(level);
    std::vector<NodeId> open;
    for (std::size_t i = 0; i < level.size(); ++i) {
      // An empty branch keeps the label it was born with, its parent's.
      if (states[i].majority != kNoClass) model.nodes[level[i]].label = states[i].majority;
      if (!states[i].finished) open.push_back(level[i]);
    }
    level.clear();
    if (options.max_depth > 0 && depth == options.max_depth) break;
    if (open.empty()) break;
    const auto best = oracle.best_splits(open);
    std::vector<NodeSplit> splits;
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (!best[i].found) continue;
      const auto first = static_cast<NodeId>(model.nodes.size());
      TreeNode& node = model.nodes[open[i]];
      node.split = best[i].split;
      node.first_child = first;
      const ClassLabel inherited = options.weka ? kNoClass : node.label;
      splits.push_back({open[i], best[i].split, first});
      for (std::uint32_t b = 0; b < best[i].split.branches; ++b) {
        TreeNode child;
        child.label = inherited;
        model.nodes.push_back(std::move(child));
        level.push_back(NodeId(first + b));
      }
    }
    if (!splits.empty()) oracle.split(splits);
  }
  return model;
}

}  // namespace

TreeModel grow_tree(TreeOracle& oracle, TreeModel header, const TreeOptions& options,
                    const Run& run) {
  if (options.confidence > 0) {
    throw Error(ErrorCode::Usage, "a tree whose class counts stay hidden cannot be pruned",
                {.parameter = "--confidence"});
  }
  run.progress("growing the tree");
  return grow(oracle, std::move(header), options, run);
}

TreeModel grow_counted_tree(CountingTreeOracle& oracle, TreeModel header,
                            const TreeOptions& options, const Run& run) {
  TreeModel model = grow(oracle, std::move(header), options, run);
  std::vector<NodeId> all(model.nodes.size());
  std::iota(all.begin(), all.end(), NodeId{0});
  auto counts = oracle.class_counts(all);
  for (const NodeId node : all) model.nodes[node].counts = std::move(counts[node]);
  if (options.confidence > 0) return prune(model, options.confidence, options.limit);
  return model;
}

namespace {

TreeModel grow_in_memory(const Table& table, AttributeId class_id, const LabelledRows& training,
                         const TreeModel& header, const TreeOptions& options, const Run& run) {
  if (needs_weights(options)) {
    return grow_weighted_tree(table, class_id, training, header, options, run);
  }
  run.progress("growing the tree");
  PlainTreeOracle oracle(table, class_id, training, options, run);
  return grow_counted_tree(oracle, header, options, run);
}

}  // namespace

TreeModel learn_tree(const Table& table, AttributeId class_id, const TreeOptions& options,
                     const Run& run) {
  const ClassColumn classes = class_column(table, class_id);
  warn_about(classes, run);
  return grow_in_memory(table, class_id, classes.labelled(), tree_header(table, class_id, options),
                        options, run);
}

ClassQuality assess_tree(const Table& table, AttributeId class_id, const TreeOptions& options,
                         const FoldPlan& plan, const Run& run) {
  const ClassColumn classes = class_column(table, class_id);
  const TreeModel header = tree_header(table, class_id, options);
  const ForecastRows learn = [&](std::span<const RowId> training, std::span<const RowId> test) {
    const auto rows = classes.labelled(training);
    return forecast(grow_in_memory(table, class_id, rows, header, options, run),
                    table.select_rows(test), run);
  };
  return cross_validate(classes.labelled(), plan, learn, run);
}

Confusion cross_validate_tree(const Table& table, AttributeId class_id, const TreeOptions& options,
                              std::size_t folds, std::uint64_t seed, const Run& run) {
  return assess_tree(table, class_id, options, {.folds = folds, .seed = seed}, run).confusion;
}

}  // namespace privet::mining
