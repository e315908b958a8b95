// SPDX-License-Identifier: Apache-2.0
#include "mining/tree/tree_model.h"

#include <algorithm>
#include <cmath>

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

std::vector<ClassLabel> predict(const TreeModel& model, const Table& table, const Run& run) {
  std::vector<Binding> bindings(model.columns.size());
  for (const auto& node : model.nodes) {
    if (!node.split || bindings[node.split->column].column != nullptr) continue;
    bindings[node.split->column] = bind(model.columns[node.split->column], table);
  }
  std::vector<ClassLabel> out(table.rows());
  constexpr std::size_t kGrain = 4096;
  run.pool().parallel_ranges(table.rows(), kGrain, [&](std::size_t begin, std::size_t end) {
    run.check_cancelled();
    for (std::size_t row = begin; row < end; ++row) {
      NodeId at = 0;
      while (const auto& split = model.nodes[at].split) {
        const Binding& binding = bindings[split->column];
        at = model.nodes[at].first_child + branch_of(*split, binding, static_cast<RowId>(row));
      }
      out[row] = model.nodes[at].label;
    }
  });
  return out;
}

}  // namespace privet::mining
