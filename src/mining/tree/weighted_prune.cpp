// SPDX-License-Identifier: Apache-2.0
// Collapsing, pruning and raising subtrees whose rows carry weights.
#include <algorithm>
#include <cmath>
#include <limits>

#include "mining/tree/weighted_tree.h"

namespace privet::mining {
namespace {

constexpr double kSlack = 0.1;  // of an error: what a simpler tree may cost

class Pruner {
 public:
  Pruner(const WeightedData& data, const TreeOptions& options)
      : data_(data), options_(options), z_(normal_upper_quantile(options.confidence)) {}

  void prune(WeightedNode& node) const;

 private:
  // The upper limit of the errors at a leaf. Below one error C4.5 interpolates.
  [[nodiscard]] double limit(const std::vector<double>& classes) const {
    double total = 0;
    double most = 0;
    for (const double weight : classes) {
      total += weight;
      most = std::max(most, weight);
    }
    if (total < 1e-6) return 0;
    const double wrong = total - most;
    const auto errors = [&](double e) {
      return total * upper_error(total, e, options_.confidence, z_, options_.limit);
    };
    if (wrong > 0 && wrong < 1 && options_.limit == ErrorLimit::Corrected) {
      const double none = errors(0);
      // errors() counts the errors themselves too, so one more error adds its own share.
      return none + wrong * (errors(1) - none);
    }
    return errors(wrong);
  }
  [[nodiscard]] double limit_below(const WeightedNode& node) const {
    if (!node.split) return limit(node.classes);
    double out = 0;
    for (const auto& son : node.sons) out += limit_below(*son);
    return out;
  }
  // The limit if these rows went down this subtree.
  [[nodiscard]] double limit_with(const WeightedNode& node, const WeightedRows& rows) const {
    if (!node.split) return limit(class_weights(data_, rows));
    const auto parts = branches_of(data_, *node.split, rows, options_.fractional);
    double out = 0;
    for (std::size_t b = 0; b < parts.size(); ++b) out += limit_with(*node.sons[b], parts[b]);
    return out;
  }
  void send(WeightedNode& node, WeightedRows rows) const {
    node.rows = std::move(rows);
    node.classes = class_weights(data_, node.rows);
    if (!node.split) return;
    auto parts = branches_of(data_, *node.split, node.rows, options_.fractional);
    for (std::size_t b = 0; b < parts.size(); ++b) send(*node.sons[b], std::move(parts[b]));
  }

  const WeightedData& data_;
  const TreeOptions& options_;
  double z_;
};

std::size_t largest_son(const WeightedNode& node) {
  std::size_t out = 0;
  for (std::size_t b = 1; b < node.sons.size(); ++b) {
    if (node.sons[b]->total() > node.sons[out]->total()) out = b;
  }
  return out;
}

void make_leaf(WeightedNode& node) {
  node.split.reset();
  node.sons.clear();
}

void Pruner::prune(WeightedNode& node) const {
  if (!node.split) return;
  for (auto& son : node.sons) prune(*son);
  const std::size_t largest = largest_son(node);
  const double raised = options_.raising ? limit_with(*node.sons[largest], node.rows)
                                         : std::numeric_limits<double>::max();
  const double as_leaf = limit(node.classes);
  const double below = limit_below(node);
  if (as_leaf <= below + kSlack && as_leaf <= raised + kSlack) {
    make_leaf(node);
    return;
  }
  if (!(raised <= below + kSlack)) return;
  const std::unique_ptr<WeightedNode> branch = std::move(node.sons[largest]);
  node.split = branch->split;
  node.sons = std::move(branch->sons);
  WeightedRows rows = std::move(node.rows);
  send(node, std::move(rows));
  prune(node);
}

double training_errors(const WeightedNode& node) {
  if (!node.split) return node.wrong();
  double out = 0;
  for (const auto& son : node.sons) out += training_errors(*son);
  return out;
}

void collapse(WeightedNode& node) {
  if (!node.split) return;
  if (training_errors(node) >= node.wrong() - 1e-3) {
    make_leaf(node);
    return;
  }
  for (auto& son : node.sons) collapse(*son);
}

}  // namespace

void prune_weighted(const WeightedData& data, WeightedNode& root, const TreeOptions& options) {
  collapse(root);
  if (options.confidence > 0) Pruner(data, options).prune(root);
}

}  // namespace privet::mining
