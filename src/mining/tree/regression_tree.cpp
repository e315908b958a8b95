// SPDX-License-Identifier: Apache-2.0
#include "mining/tree/regression_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/thread_pool.h"
#include "mining/numbers/midpoint.h"

namespace privet::mining {
namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

// How many rows, and the sum of their residuals.
struct Sum {
  double rows = 0;
  double sum = 0;

  void add(double residual) {
    rows += 1;
    sum += residual;
  }
  [[nodiscard]] double square() const { return rows > 0 ? sum * sum / rows : 0.0; }
};

}  // namespace

// The best test of one node so far.
struct RegressionTreeLearner::Best {
  double gain = 0;
  Split split;
  bool found = false;

  // The first of equal tests stays.
  void offer(double other_gain, const Split& other, double left_rows, double right_rows) {
    constexpr double kTie = 1e-12;
    if (!(other_gain > gain * (1 + kTie) + kTie)) return;
    gain = other_gain;
    split = other;
    split.branches = 2;
    split.heaviest = left_rows >= right_rows ? 0 : 1;
    found = true;
  }
};

RegressionTreeLearner::RegressionTreeLearner(const Table& table, AttributeId class_column,
                                             std::span<const RowId> rows)
    : rows_(rows.begin(), rows.end()), table_rows_(table.rows()) {
  for (AttributeId c = 0; c < table.columns(); ++c) {
    if (c == class_column) continue;
    const Column& column = table.column(c);
    const std::size_t missing = column.dictionary.missing_count();
    Numbers out;
    out.numeric = column.type() == ColumnType::Numeric;
    out.values = column.dictionary.size() - missing;
    for (const ValueId code : column.codes) {
      if (out.numeric) {
        out.numbers.push_back(code < missing ? std::numeric_limits<double>::quiet_NaN()
                                             : column.dictionary.number(code));
      } else {
        out.codes.push_back(code < missing ? kNone : static_cast<std::uint32_t>(code - missing));
      }
    }
    for (const RowId row : rows_) {
      if (!column.missing(row)) out.order.push_back(row);
    }
    if (out.numeric) {
      std::stable_sort(out.order.begin(), out.order.end(),
                       [&](RowId a, RowId b) { return out.numbers[a] < out.numbers[b]; });
    }
    columns_.push_back(std::move(out));
  }
}

void RegressionTreeLearner::judge_numeric(std::size_t column, std::span<const double> residuals,
                                          std::span<const std::uint32_t> place,
                                          std::size_t min_leaf, std::vector<Best>& best) const {
  const Numbers& source = columns_[column];
  std::vector<Sum> known(best.size());
  for (const RowId row : source.order) {
    if (place[row] != kNone) known[place[row]].add(residuals[row]);
  }
  std::vector<Sum> left(best.size());
  std::vector<double> last(best.size(), 0.0);
  const auto least = static_cast<double>(min_leaf);
  Split split;
  split.column = static_cast<std::uint32_t>(column);
  split.kind = TestKind::AtMost;
  for (const RowId row : source.order) {
    const std::uint32_t node = place[row];
    if (node == kNone) continue;
    const double number = source.numbers[row];
    Sum& below = left[node];
    if (below.rows >= least && number != last[node] && known[node].rows - below.rows >= least) {
      const Sum above{known[node].rows - below.rows, known[node].sum - below.sum};
      split.cut = midpoint(last[node], number);
      best[node].offer(below.square() + above.square() - known[node].square(), split, below.rows,
                       above.rows);
    }
    below.add(residuals[row]);
    last[node] = number;
  }
}

void RegressionTreeLearner::judge_nominal(std::size_t column, std::span<const double> residuals,
                                          std::span<const std::uint32_t> place,
                                          std::size_t min_leaf, std::vector<Best>& best) const {
  const Numbers& source = columns_[column];
  std::vector<Sum> known(best.size());
  std::vector<Sum> of_value(best.size() * source.values);
  for (const RowId row : source.order) {
    if (place[row] == kNone) continue;
    known[place[row]].add(residuals[row]);
    of_value[place[row] * source.values + source.codes[row]].add(residuals[row]);
  }
  const auto least = static_cast<double>(std::max<std::size_t>(min_leaf, 1));
  for (std::size_t node = 0; node < best.size(); ++node) {
    for (std::size_t v = 0; v < source.values; ++v) {
      const Sum& inside = of_value[node * source.values + v];
      const Sum outside{known[node].rows - inside.rows, known[node].sum - inside.sum};
      if (inside.rows < least || outside.rows < least) continue;
      Split split;
      split.column = static_cast<std::uint32_t>(column);
      split.kind = TestKind::OneValue;
      split.value = static_cast<ValueId>(v);
      best[node].offer(inside.square() + outside.square() - known[node].square(), split,
                       inside.rows, outside.rows);
    }
  }
}

std::uint32_t RegressionTreeLearner::branch_of(const Split& split, RowId row) const {
  const Numbers& source = columns_[split.column];
  if (source.numeric) {
    if (std::isnan(source.numbers[row])) return split.heaviest;
    return source.numbers[row] <= split.cut ? 0 : 1;
  }
  if (source.codes[row] == kNone) return split.heaviest;
  return source.codes[row] == split.value ? 0 : 1;
}

RegressionTree RegressionTreeLearner::learn(std::span<const double> residuals,
                                            const std::vector<bool>& used,
                                            const RegressionTreeOptions& options,
                                            const Run& run) const {
  RegressionTree out;
  out.nodes.emplace_back();
  out.gains.push_back(0);
  out.leaf_of.assign(table_rows_, 0);
  std::vector<NodeId> level{0};
  for (std::size_t depth = 0; depth < options.max_depth && !level.empty(); ++depth) {
    run.check_cancelled();
    std::vector<std::uint32_t> open(out.nodes.size(), kNone);  // position in the level
    for (std::size_t i = 0; i < level.size(); ++i) open[level[i]] = static_cast<std::uint32_t>(i);
    std::vector<std::uint32_t> place(table_rows_, kNone);
    for (const RowId row : rows_) {
      if (used[row]) place[row] = open[out.leaf_of[row]];
    }
    // Columns are judged at once and compared in their order.
    std::vector<std::vector<Best>> best(columns_.size());
    run.pool().parallel_for(columns_.size(), [&](std::size_t c) {
      best[c].resize(level.size());
      if (columns_[c].numeric) {
        judge_numeric(c, residuals, place, options.min_leaf, best[c]);
      } else {
        judge_nominal(c, residuals, place, options.min_leaf, best[c]);
      }
    });
    std::vector<NodeId> next;
    for (std::size_t i = 0; i < level.size(); ++i) {
      Best chosen;
      for (std::size_t c = 0; c < columns_.size(); ++c) {
        const Best& one = best[c][i];
        if (one.found && (!chosen.found || one.gain > chosen.gain * (1 + 1e-12))) chosen = one;
      }
      if (!chosen.found) continue;
      TreeNode& node = out.nodes[level[i]];
      node.split = chosen.split;
      node.first_child = static_cast<NodeId>(out.nodes.size());
      out.gains[level[i]] = chosen.gain;
      for (std::uint32_t b = 0; b < 2; ++b) next.push_back(node.child(b));
      out.nodes.resize(out.nodes.size() + 2);
      out.gains.resize(out.nodes.size(), 0.0);
    }
    for (const RowId row : rows_) {
      const TreeNode& node = out.nodes[out.leaf_of[row]];
      if (node.split) out.leaf_of[row] = node.child(branch_of(*node.split, row));
    }
    level = std::move(next);
  }
  return out;
}

}  // namespace privet::mining
