// SPDX-License-Identifier: Apache-2.0
// Pessimistic pruning. Reference: Quinlan, "C4.5" (1993), chapter 4; Wang, Xu, Fu, Yu (2006) for
// joined tables: a node becomes a leaf if the upper confidence limit of the errors as a leaf is at
// most the sum of the limits of the leaves below it.
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "mining/tree/tree_model.h"

namespace privet::mining {
namespace {

// Copies the nodes that are still reachable, in breadth-first order.
TreeModel compacted(const TreeModel& model) {
  TreeModel out{model.class_name, model.classes, model.columns, {}, model.fractional};
  std::vector<NodeId> queue{0};
  out.nodes.push_back(model.nodes[0]);
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const TreeNode& old = model.nodes[queue[i]];
    if (!old.split) continue;
    out.nodes[i].first_child = static_cast<NodeId>(queue.size());
    for (std::uint32_t b = 0; b < old.split->branches; ++b) {
      queue.push_back(old.child(b));
      out.nodes.push_back(model.nodes[old.child(b)]);
    }
  }
  return out;
}

}  // namespace

double normal_upper_quantile(double p) {
  PRIVET_CHECK(p > 0 && p < 1);
  double low = -40;
  double high = 40;
  constexpr int kSteps = 200;
  for (int i = 0; i < kSteps; ++i) {
    const double middle = (low + high) / 2;
    const double tail = std::erfc(middle / std::numbers::sqrt2) / 2;
    (tail > p ? low : high) = middle;
  }
  return (low + high) / 2;
}

double upper_error(double rows, double errors, double confidence, double z, ErrorLimit limit) {
  if (rows <= 0) return 0;
  double rate = errors / rows;
  if (limit == ErrorLimit::Corrected) {
    if (errors == 0) return 1 - std::pow(confidence, 1 / rows);
    if (errors + 0.5 >= rows) return 1;
    rate = (errors + 0.5) / rows;
  }
  const double root = std::sqrt(rate * (1 - rate) / rows + z * z / (4 * rows * rows));
  return (rate + z * z / (2 * rows) + z * root) / (1 + z * z / rows);
}

double upper_error(double rows, double errors, double confidence, ErrorLimit limit) {
  return upper_error(rows, errors, confidence, normal_upper_quantile(confidence), limit);
}

TreeModel prune(const TreeModel& model, double confidence, ErrorLimit limit) {
  if (!(confidence > 0 && confidence < 0.5)) {
    throw Error(ErrorCode::Usage, "must be at least 0 and below 0.5",
                {.parameter = "--confidence"});
  }
  const double z = normal_upper_quantile(confidence);
  TreeModel out = model;
  std::vector<double> errors(out.nodes.size());
  for (std::size_t i = out.nodes.size(); i-- > 0;) {
    TreeNode& node = out.nodes[i];
    std::uint64_t rows = 0;
    for (const std::uint64_t n : node.counts) rows += n;
    const std::uint64_t right = node.label < node.counts.size() ? node.counts[node.label] : 0;
    const auto n = static_cast<double>(rows);
    const auto wrong = static_cast<double>(rows - right);
    const double as_leaf = n * upper_error(n, wrong, confidence, z, limit);
    double below = 0;
    for (std::uint32_t b = 0; node.split && b < node.split->branches; ++b) {
      below += errors[node.first_child + b];
    }
    constexpr double kRounding = 1e-9;  // relative, so that equal limits count as equal
    if (node.split && as_leaf <= below * (1 + kRounding)) {
      node.split.reset();
      node.first_child = 0;
    }
    errors[i] = node.split ? below : as_leaf;
  }
  return compacted(out);
}

}  // namespace privet::mining
