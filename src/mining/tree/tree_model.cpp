// SPDX-License-Identifier: Apache-2.0
#include "mining/tree/tree_model.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/thread_pool.h"
#include "mining/numbers/column_numbers.h"

namespace privet::mining {
namespace {

constexpr std::uint32_t kUnknown = std::numeric_limits<std::uint32_t>::max();

// How one of the tree's columns lies in the table that is to be classified.
struct Binding {
  const Column* column = nullptr;
  std::vector<double> numbers;        // numeric: of each code; not a number where missing
  std::vector<std::uint32_t> branch;  // nominal: code -> position among the tree's values
};

Binding bind(const TreeColumn& wanted, const Table& table) {
  Binding out;
  out.column = &table.column(table.require(wanted.name, "columns"));
  if (wanted.numeric) {
    out.numbers = numbers_of_codes(*out.column);
    return out;
  }
  const Dictionary& dictionary = out.column->dictionary;
  out.branch.assign(dictionary.size(), kUnknown);
  for (std::size_t v = 0; v < wanted.values.size(); ++v) {
    if (const auto code = dictionary.find(wanted.values[v])) {
      out.branch[*code] = static_cast<std::uint32_t>(v);
    }
  }
  return out;
}

std::uint32_t branch_of(const Split& split, const Binding& binding, RowId row) {
  const ValueId code = binding.column->codes[row];
  if (split.kind == TestKind::AtMost) {
    const double value = binding.numbers[code];
    if (std::isnan(value)) return split.heaviest;
    return value <= split.cut ? 0 : 1;
  }
  const std::uint32_t position = binding.branch[code];
  if (position == kUnknown) return split.heaviest;
  if (split.kind == TestKind::OneValue) return position == split.value ? 0 : 1;
  if (split.kind == TestKind::Among) {
    return std::binary_search(split.among.begin(), split.among.end(), position) ? 0 : 1;
  }
  return position;
}

}  // namespace

std::size_t TreeModel::leaves() const {
  return static_cast<std::size_t>(std::count_if(
      nodes.begin(), nodes.end(), [](const TreeNode& node) { return !node.split.has_value(); }));
}

std::size_t TreeModel::depth() const {
  std::vector<std::size_t> depths(nodes.size(), 0);
  std::size_t most = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    most = std::max(most, depths[i]);
    if (!nodes[i].split) continue;
    for (std::uint32_t b = 0; b < nodes[i].split->branches; ++b) {
      depths[nodes[i].first_child + b] = depths[i] + 1;
    }
  }
  return most;
}

namespace {

std::vector<Binding> bind_all(std::span<const TreeColumn> columns, std::span<const TreeNode> nodes,
                              const Table& table) {
  std::vector<Binding> out(columns.size());
  for (const auto& node : nodes) {
    if (!node.split || out[node.split->column].column != nullptr) continue;
    out[node.split->column] = bind(columns[node.split->column], table);
  }
  return out;
}

double weight_of(const TreeNode& node) {
  if (!node.weights.empty()) return std::accumulate(node.weights.begin(), node.weights.end(), 0.0);
  double out = 0;
  for (const std::uint64_t n : node.counts) out += static_cast<double>(n);
  return out;
}

// Sends a row, or the part of it that `weight` is, down and adds up what the leaves say.
class FractionalWalk {
 public:
  FractionalWalk(const TreeModel& model, const std::vector<Binding>& bindings,
                 const std::vector<double>& shares)
      : model_(model), bindings_(bindings), shares_(shares) {}

  void walk(NodeId at, RowId row, double weight, std::span<double> out) const {
    const TreeNode& node = model_.nodes[at];
    const std::size_t classes = out.size();
    if (!node.split) {
      for (std::size_t c = 0; c < classes; ++c) out[c] += weight * shares_[at * classes + c];
      return;
    }
    const Binding& binding = bindings_[node.split->column];
    if (!unknown(*node.split, binding, row)) {
      walk(node.child(branch_of(*node.split, binding, row)), row, weight, out);
      return;
    }
    double all = 0;
    for (std::uint32_t b = 0; b < node.split->branches; ++b) {
      all += weight_of(model_.nodes[node.child(b)]);
    }
    for (std::uint32_t b = 0; b < node.split->branches; ++b) {
      const double share = all > 0 ? weight_of(model_.nodes[node.child(b)]) / all
                                   : (b == node.split->heaviest ? 1.0 : 0.0);
      if (share > 0) walk(node.child(b), row, weight * share, out);
    }
  }

 private:
  static bool unknown(const Split& split, const Binding& binding, RowId row) {
    const ValueId code = binding.column->codes[row];
    return split.kind == TestKind::AtMost ? std::isnan(binding.numbers[code])
                                          : binding.branch[code] == kUnknown;
  }

  const TreeModel& model_;
  const std::vector<Binding>& bindings_;
  const std::vector<double>& shares_;
};

Forecast fractional_forecast(const TreeModel& model, const Table& table, const Run& run) {
  const std::size_t classes = model.classes.size();
  const auto bindings = bind_all(model.columns, model.nodes, table);
  const auto shares = node_shares(model.nodes, classes);
  Forecast out;
  out.probabilities.assign(table.rows() * classes, 0.0);
  const FractionalWalk walk(model, bindings, shares);
  constexpr std::size_t kGrain = 1024;
  run.pool().parallel_ranges(table.rows(), kGrain, [&](std::size_t begin, std::size_t end) {
    run.check_cancelled();
    for (std::size_t row = begin; row < end; ++row) {
      walk.walk(0, static_cast<RowId>(row), 1.0,
                std::span(out.probabilities).subspan(row * classes, classes));
    }
  });
  out.given = most_probable(out.probabilities, classes);
  return out;
}

}  // namespace

std::vector<NodeId> leaves_of(std::span<const TreeColumn> columns, std::span<const TreeNode> nodes,
                              const Table& table, const Run& run) {
  const auto bindings = bind_all(columns, nodes, table);
  std::vector<NodeId> out(table.rows());
  constexpr std::size_t kGrain = 4096;
  run.pool().parallel_ranges(table.rows(), kGrain, [&](std::size_t begin, std::size_t end) {
    run.check_cancelled();
    for (std::size_t row = begin; row < end; ++row) {
      NodeId at = 0;
      while (const auto& split = nodes[at].split) {
        at = nodes[at].child(branch_of(*split, bindings[split->column], static_cast<RowId>(row)));
      }
      out[row] = at;
    }
  });
  return out;
}

std::vector<ClassLabel> predict(const TreeModel& model, const Table& table, const Run& run) {
  return forecast(model, table, run).given;
}

std::vector<double> node_shares(std::span<const TreeNode> nodes, std::size_t classes) {
  if (nodes.front().counts.size() != classes) return {};
  std::vector<double> out(nodes.size() * classes, 1.0 / static_cast<double>(classes));
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const TreeNode& node = nodes[i];
    const double rows = weight_of(node);
    for (std::size_t c = 0; rows > 0 && c < classes; ++c) {
      const double own =
          node.weights.empty() ? static_cast<double>(node.counts[c]) : node.weights[c];
      out[i * classes + c] = own / rows;
    }
    // Children come later: what they do not know themselves they keep from here.
    for (std::uint32_t b = 0; node.split && b < node.split->branches; ++b) {
      std::copy_n(out.begin() + static_cast<std::ptrdiff_t>(i * classes), classes,
                  out.begin() + static_cast<std::ptrdiff_t>((node.first_child + b) * classes));
    }
  }
  return out;
}

Forecast forecast(const TreeModel& model, const Table& table, const Run& run) {
  if (model.fractional) return fractional_forecast(model, table, run);
  const std::size_t classes = model.classes.size();
  const auto shares = node_shares(model.nodes, classes);
  Forecast out;
  for (const NodeId leaf : leaves_of(model.columns, model.nodes, table, run)) {
    out.given.push_back(model.nodes[leaf].label);
    if (shares.empty()) continue;
    const auto first = shares.begin() + static_cast<std::ptrdiff_t>(leaf * classes);
    out.probabilities.insert(out.probabilities.end(), first,
                             first + static_cast<std::ptrdiff_t>(classes));
  }
  return out;
}

}  // namespace privet::mining
