// SPDX-License-Identifier: Apache-2.0
#include "baskets/km_anonymity.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "base/error.h"
#include "baskets/coherence.h"
#include "baskets/moles.h"

namespace privet::baskets {
namespace {

class Generalizer {
 public:
  Generalizer(const Baskets& baskets, const Hierarchy& taxonomy)
      : baskets_(baskets),
        taxonomy_(taxonomy),
        node_of_leaf_(taxonomy.leaves()),
        weight_(taxonomy.leaves()) {
    const auto supports = baskets.supports();
    for (ItemId item = 0; item < baskets.items(); ++item) {
      const auto leaf = taxonomy.find_leaf(baskets.name(item));
      if (!leaf) {
        throw Error(ErrorCode::Input,
                    fmt::format("the item {} is not a leaf of the taxonomy",
                                quote_for_message(baskets.name(item))),
                    {.parameter = "--taxonomy"});
      }
      leaf_of_.push_back(*leaf);
      weight_[*leaf] += supports[item];
    }
    for (NodeId leaf = 0; leaf < node_of_leaf_.size(); ++leaf) node_of_leaf_[leaf] = leaf;
  }

  // The baskets as published now; `nodes` receives the node of each item.
  [[nodiscard]] Baskets published(std::vector<NodeId>& nodes) const {
    Baskets out;
    nodes.clear();
    std::unordered_map<NodeId, ItemId> ids;
    std::vector<ItemId> items;
    for (BasketId id = 0; id < baskets_.size(); ++id) {
      items.clear();
      for (const ItemId item : baskets_.basket(id)) {
        const NodeId node = node_of_leaf_[leaf_of_[item]];
        auto it = ids.find(node);
        if (it == ids.end()) {
          it = ids.emplace(node, out.add_item(std::string(taxonomy_.label(node)))).first;
          nodes.push_back(node);
        }
        items.push_back(it->second);
      }
      out.add(items);
    }
    return out;
  }

  // Lifts one node of every rare set that has none lifted in this round yet.
  void lift(const MoleList& rare, const std::vector<NodeId>& nodes, std::size_t k) {
    std::vector<bool> lifted(taxonomy_.nodes());
    for (std::size_t i = 0; i < rare.size(); ++i) {
      NodeId best = 0;
      double best_cost = -1.0;
      bool done = false;
      for (const ItemId item : rare.items(i)) {
        const NodeId node = nodes[item];
        if (lifted[node] || node_of_leaf_[taxonomy_.interval(node).first] != node) done = true;
        if (taxonomy_.leaf_count(node) == taxonomy_.leaves()) continue;
        const double cost = cost_of(above(node));
        if (best_cost < 0.0 || cost < best_cost) {
          best = node;
          best_cost = cost;
        }
      }
      if (done) continue;
      if (best_cost < 0.0) {
        throw Error(ErrorCode::Infeasible,
                    fmt::format("fewer than k = {} baskets hold any item at all", k),
                    {.parameter = "--k"});
      }
      lifted[best] = true;
      raise(above(best));
    }
  }

  // The share of the highest possible penalty.
  [[nodiscard]] double loss() const {
    double paid = 0.0;
    double total = 0.0;
    for (NodeId leaf = 0; leaf < node_of_leaf_.size(); ++leaf) {
      total += weight_[leaf];
      paid += weight_[leaf] * penalty(node_of_leaf_[leaf]);
    }
    return total == 0.0 ? 0.0 : paid / total;
  }

  [[nodiscard]] std::vector<NodeId> nodes_of_items() const {
    std::vector<NodeId> out;
    for (const NodeId leaf : leaf_of_) out.push_back(node_of_leaf_[leaf]);
    return out;
  }

 private:
  // The next node up that covers more: a padded level repeats a node.
  [[nodiscard]] NodeId above(NodeId node) const {
    NodeId up = taxonomy_.parent(node);
    while (taxonomy_.leaf_count(up) == taxonomy_.leaf_count(node)) up = taxonomy_.parent(up);
    return up;
  }
  [[nodiscard]] double penalty(NodeId node) const {
    const std::size_t leaves = taxonomy_.leaf_count(node);
    return leaves == 1 ? 0.0
                       : static_cast<double>(leaves) / static_cast<double>(taxonomy_.leaves());
  }
  [[nodiscard]] double cost_of(NodeId up) const {
    double cost = 0.0;
    const auto [first, last] = taxonomy_.interval(up);
    for (NodeId leaf = first; leaf <= last; ++leaf) {
      cost += weight_[leaf] * (penalty(up) - penalty(node_of_leaf_[leaf]));
    }
    return cost;
  }
  void raise(NodeId up) {
    const auto [first, last] = taxonomy_.interval(up);
    for (NodeId leaf = first; leaf <= last; ++leaf) node_of_leaf_[leaf] = up;
  }

  const Baskets& baskets_;
  const Hierarchy& taxonomy_;
  std::vector<NodeId> leaf_of_;       // item -> leaf
  std::vector<NodeId> node_of_leaf_;  // leaf -> node published
  std::vector<double> weight_;        // leaf -> occurrences
};

}  // namespace

GeneralizedBaskets generalize_km(const Baskets& baskets, const Hierarchy& taxonomy,
                                 const KmAnonymity& wanted, const Run& run) {
  const Coherence every_item{1.0, wanted.k, wanted.m, wanted.any_cost};
  require_sound(every_item);
  Generalizer generalizer(baskets, taxonomy);
  GeneralizedBaskets out;
  std::vector<NodeId> nodes;
  while (true) {
    run.progress("generalizing items");
    out.baskets = generalizer.published(nodes);
    const ItemKinds kinds(out.baskets.items(), ItemKind::Public);
    const auto found = find_minimal_moles(out.baskets, kinds, every_item, run);
    if (!found.eligibility.eligible) {
      throw Error(ErrorCode::Infeasible, found.eligibility.why, {.parameter = "--k"});
    }
    if (out.rounds == 0) out.rare_sets = found.moles.size();
    if (found.moles.size() == 0) break;
    generalizer.lift(found.moles, nodes, wanted.k);
    ++out.rounds;
  }
  out.published = generalizer.nodes_of_items();
  out.loss = generalizer.loss();
  return out;
}

}  // namespace privet::baskets
