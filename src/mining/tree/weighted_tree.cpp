// SPDX-License-Identifier: Apache-2.0
#include "mining/tree/weighted_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/error.h"
#include "base/thread_pool.h"

namespace privet::mining {
namespace {

constexpr double kRounding = 1e-6;
constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();

WeightedColumn read_column(const Column& column) {
  WeightedColumn out;
  out.numeric = column.type() == ColumnType::Numeric;
  const std::size_t missing = column.dictionary.missing_count();
  out.values = column.dictionary.size() - missing;
  for (const ValueId code : column.codes) {
    if (out.numeric) {
      out.numbers.push_back(code < missing ? std::numeric_limits<double>::quiet_NaN()
                                           : column.dictionary.number(code));
    } else {
      out.codes.push_back(code < missing ? kMissingValue : static_cast<ValueId>(code - missing));
    }
  }
  return out;
}

// The branch of a row that has a value, or kNowhere.
std::uint32_t branch_of_row(const WeightedColumn& column, const Split& split, RowId row) {
  if (column.numeric) {
    if (std::isnan(column.numbers[row])) return kNowhere;
    return column.numbers[row] <= split.cut ? 0 : 1;
  }
  const ValueId code = column.codes[row];
  if (code == kMissingValue) return kNowhere;
  if (split.kind == TestKind::OneValue) return code == split.value ? 0 : 1;
  return static_cast<std::uint32_t>(code);
}

void grow_node(const WeightedData& data, WeightedNode& node, const TreeOptions& options,
               std::size_t depth, const Run& run) {
  run.check_cancelled();
  node.classes = class_weights(data, node.rows);
  if (node.total() < 2 * static_cast<double>(options.min_leaf) - kRounding ||
      node.wrong() <= kRounding || (options.max_depth > 0 && depth == options.max_depth)) {
    return;
  }
  node.split = best_weighted_split(data, node.rows, options);
  if (!node.split) return;
  auto parts = branches_of(data, *node.split, node.rows, options.fractional);
  for (auto& part : parts) {
    node.sons.push_back(std::make_unique<WeightedNode>());
    node.sons.back()->rows = std::move(part);
  }
  run.pool().parallel_for(node.sons.size(), [&](std::size_t b) {
    grow_node(data, *node.sons[b], options, depth + 1, run);
  });
}

// Breadth-first, as models are kept. A branch that no row reached has its parent's class.
void flatten(const WeightedNode& root, TreeModel& model) {
  std::vector<const WeightedNode*> queue{&root};
  model.nodes.emplace_back();
  model.nodes[0].label = ClassLabel(root.majority());
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const WeightedNode& from = *queue[i];
    TreeNode& to = model.nodes[i];
    bool whole = true;
    for (const double weight : from.classes) {
      to.counts.push_back(static_cast<std::uint64_t>(std::llround(weight)));
      whole = whole && std::abs(weight - std::round(weight)) <= kRounding;
    }
    if (!whole) to.weights = from.classes;
    if (from.total() > 0) to.label = ClassLabel(from.majority());
    if (!from.split) continue;
    to.split = from.split;
    to.first_child = static_cast<NodeId>(queue.size());
    const ClassLabel inherited = to.label;
    for (const auto& son : from.sons) {
      queue.push_back(son.get());
      model.nodes.emplace_back();
      model.nodes.back().label = inherited;
    }
  }
}

}  // namespace

double WeightedNode::total() const {
  return std::accumulate(classes.begin(), classes.end(), 0.0);
}

double WeightedNode::wrong() const {
  return classes.empty() ? 0.0 : total() - *std::max_element(classes.begin(), classes.end());
}

std::size_t WeightedNode::majority() const {
  return static_cast<std::size_t>(std::max_element(classes.begin(), classes.end()) -
                                  classes.begin());
}

std::vector<double> class_weights(const WeightedData& data, const WeightedRows& rows) {
  std::vector<double> out(data.classes, 0.0);
  for (const auto& [row, weight] : rows) out[data.labels[row]] += weight;
  return out;
}

std::vector<WeightedRows> branches_of(const WeightedData& data, const Split& split,
                                      const WeightedRows& rows, bool fractional) {
  const WeightedColumn& column = data.columns[split.column];
  std::vector<double> sizes(split.branches, 0.0);
  double known = 0;
  for (const auto& [row, weight] : rows) {
    const std::uint32_t branch = branch_of_row(column, split, row);
    if (branch == kNowhere) continue;
    sizes[branch] += weight;
    known += weight;
  }
  std::vector<WeightedRows> out(split.branches);
  for (const auto& [row, weight] : rows) {
    const std::uint32_t branch = branch_of_row(column, split, row);
    if (branch != kNowhere) {
      out[branch].push_back({row, weight});
    } else if (!fractional) {
      out[split.heaviest].push_back({row, weight});
    } else {
      for (std::size_t b = 0; b < sizes.size(); ++b) {
        const double share = known > 0 ? sizes[b] / known : 1 / static_cast<double>(split.branches);
        if (weight * share > kRounding) out[b].push_back({row, weight * share});
      }
    }
  }
  return out;
}

bool needs_weights(const TreeOptions& options) {
  return options.penalty || options.raising || options.fractional;
}

TreeModel grow_weighted_tree(const Table& table, AttributeId class_column,
                             const LabelledRows& training, TreeModel header,
                             const TreeOptions& options, const Run& run) {
  PRIVET_CHECK(options.algorithm == TreeAlgorithm::C45 && header.nodes.empty());
  WeightedData data;
  for (AttributeId c = 0; c < table.columns(); ++c) {
    if (c != class_column) data.columns.push_back(read_column(table.column(c)));
  }
  data.labels = training.labels;
  data.classes = training.classes;
  data.rows = training.rows.size();
  WeightedNode root;
  for (const RowId row : training.rows) root.rows.push_back({row, 1.0});
  run.progress("growing the tree");
  grow_node(data, root, options, 0, run);
  prune_weighted(data, root, options);
  header.fractional = options.fractional;
  flatten(root, header);
  return header;
}

}  // namespace privet::mining
