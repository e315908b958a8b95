// SPDX-License-Identifier: Apache-2.0
#include "federation/tree/vertical_tree.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "protocol/tell.h"

namespace privet::federation {

using mining::NodeId;
using namespace tree_openings;  // NOLINT(google-build-using-namespace): the names of this file

template <class Way>
VerticalTree<Way>::VerticalTree(const protocol::Setting& setting, Way& way, const TreeSites& sites,
                                const TreeColumns& own, Reveal reveal)
    : setting_(setting),
      way_(way),
      sites_(sites),
      paths_(setting_, sites),
      own_(own),
      reveal_(reveal),
      fields_(sites.classes, own.rows),
      units_(unit_table(own.rows, fields_.bits())),
      order_(sites.classes) {
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  if (reveal_ == Reveal::Gains && setting_.own() == sites_.class_site) {
    // Others see counts of classes: in an order that is not that of the names.
    for (std::size_t i = order_.size(); i-- > 1;) {
      std::swap(order_[i], order_[setting_.randomness.below(i + 1)]);
    }
  }
  for (std::uint32_t p = 0; p < sites_.values.size(); ++p) {
    std::size_t vectors = 0;
    for (std::size_t c = 0; c < sites_.values[p].size(); ++c) {
      columns_.push_back({PartyId(p), c, sites_.values[p][c], vectors});
      vectors += std::max<std::size_t>(sites_.values[p][c], 1) - 1;
    }
  }
  share_columns();
}

// One vector for each value but the last, whose rows are those that are left.
template <class Way>
void VerticalTree<Way>::share_columns() {
  std::vector<std::size_t> counts(sites_.values.size());
  std::vector<crypto::BitVector> vectors;
  for (const auto& column : columns_) {
    for (std::size_t v = 0; v + 1 < column.values; ++v) {
      ++counts[column.party.index()];
      if (column.party == setting_.own()) {
        vectors.push_back(bits_of(column.number, static_cast<std::uint32_t>(v)));
      }
    }
  }
  way_.share(counts, vectors);
  std::vector<std::uint64_t> weights;
  if (setting_.own() == sites_.class_site) {
    weights.resize(fields_.groups() * own_.rows);
    for (std::size_t row = 0; row < own_.rows; ++row) {
      if (own_.labels[row] == mining::kNoClass) continue;
      const auto weight = fields_.weight(order_[own_.labels[row]]);
      for (std::size_t g = 0; g < weight.size(); ++g) weights[g * own_.rows + row] = weight[g];
    }
  }
  auto& root = nodes_[0];
  root.rows = way_.input(sites_.class_site, weights);
  root.path = paths_.root();
}

template <class Way>
crypto::BitVector VerticalTree<Way>::bits_of(std::size_t column, std::uint32_t value) const {
  crypto::BitVector out(own_.rows);
  for (std::size_t row = 0; row < own_.rows; ++row) {
    out.put(row, own_.codes[column][row] == value ? 1 : 0);
  }
  return out;
}

template <class Way>
std::vector<mining::NodeState> VerticalTree<Way>::states(std::span<const NodeId> nodes) {
  setting_.ledger.add_to_size(kNodes, nodes.size());
  std::vector<const Rows*> rows;
  for (const auto id : nodes) rows.push_back(&nodes_.at(id).rows);
  const auto counts = way_.totals(rows);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    auto& node = nodes_.at(nodes[i]);
    node.counts = Counts();
    for (std::size_t g = 0; g < fields_.groups(); ++g) {
      Arithmetic::append(node.counts, Arithmetic::slice(counts, g * nodes.size() + i, 1));
    }
  }
  std::vector<mining::NodeState> out;
  if (reveal_ == Reveal::Gains) {
    out = states_by_counts(counts, nodes.size());
  } else {
    const auto gathered = way_.gather(counts);
    const auto bits = majority_bits(sites_.classes);
    const auto majority = way_.tell_of_counts(gathered, nodes.size(),
                                              {bits, std::span(&sites_.class_site, 1), kMajority},
                                              [](auto& context, const auto& fields) {
                                                return majority_word(context, std::span(fields));
                                              });
    const auto finished =
        way_.tell_of_counts(gathered, nodes.size(), {1, setting_.mesh.members(), kFinished},
                            [](auto& context, const auto& fields) {
                              return finished_word(context, std::span(fields));
                            });
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      auto& state = out.emplace_back();
      state.finished = finished->at(i) != 0;
      const auto above = std::uint64_t{1} << (bits - 1);
      if (!majority || (majority->at(i) & above) == 0) continue;
      const auto label = majority->at(i) & (above - 1);
      check_opened("the place of a class", sites_.classes, label + 1);
      state.majority = mining::ClassLabel(static_cast<std::size_t>(label));
    }
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (out[i].finished) nodes_.erase(nodes[i]);
  }
  return out;
}

template <class Way>
typename VerticalTree<Way>::Level VerticalTree<Way>::plan(std::span<const NodeId> nodes) const {
  Level out;
  for (const auto id : nodes) {
    if (!paths_.exhausted(nodes_.at(id).path)) out.nodes.push_back(id);
  }
  for (const auto& column : columns_) {
    Asked asked{&column, {}};
    for (std::size_t i = 0; i < out.nodes.size(); ++i) {
      const auto& path = nodes_.at(out.nodes[i]).path;
      if (paths_.may_split(path, column.party, column.values)) asked.nodes.push_back(i);
    }
    out.branches += asked.nodes.size() * column.values;
    if (!asked.nodes.empty()) out.asked.push_back(std::move(asked));
  }
  return out;
}

// One group of the counts of the nodes at which a column is asked for.
template <class Way>
typename VerticalTree<Way>::Counts VerticalTree<Way>::node_counts(const Level& level,
                                                                  const Asked& asked,
                                                                  std::size_t group) const {
  Counts out;
  for (const auto i : asked.nodes) {
    Arithmetic::append(out, Arithmetic::slice(nodes_.at(level.nodes[i]).counts, group, 1));
  }
  return out;
}

// Group after group, column after column, value after value: the counts of all asked nodes.
template <class Way>
typename VerticalTree<Way>::Counts VerticalTree<Way>::count_branches(const Level& level) {
  std::vector<typename Way::Ask> asks;
  for (const auto& [column, nodes] : level.asked) {
    for (std::size_t v = 0; v + 1 < column->values; ++v) {
      for (const auto i : nodes) {
        asks.push_back(
            {&nodes_.at(level.nodes[i]).rows, {column->party, column->first_vector + v}});
      }
    }
  }
  const auto counted = way_.counts(asks);
  Counts out;
  for (std::size_t g = 0; g < fields_.groups(); ++g) {
    std::size_t at = g * asks.size();
    for (const auto& asked : level.asked) {
      auto last = node_counts(level, asked, g);
      for (std::size_t v = 0; v + 1 < asked.column->values; ++v) {
        const auto some = Arithmetic::slice(counted, at, asked.nodes.size());
        at += asked.nodes.size();
        last = last - some;
        Arithmetic::append(out, some);
      }
      Arithmetic::append(out, last);
    }
  }
  return out;
}

// What each asked column leaves unknown at each node, or too much where it is not asked for.
template <class Way>
std::vector<typename Way::Numbers> VerticalTree<Way>::costs_of(Arithmetic* a, const Level& level,
                                                               const Counts& branches) {
  const auto gathered = way_.gather(branches);
  std::vector<Numbers> out(level.asked.size());
  if (a == nullptr) return out;
  const auto left = left_unknown(*a, gathered, level.branches, fields_, units_);
  std::size_t at = 0;
  for (std::size_t c = 0; c < level.asked.size(); ++c) {
    const auto& nodes = level.asked[c].nodes;
    auto sum = Arithmetic::slice(left, at, nodes.size());
    for (std::size_t v = 1; v < level.asked[c].column->values; ++v) {
      sum = sum + Arithmetic::slice(left, at + v * nodes.size(), nodes.size());
    }
    at += level.asked[c].column->values * nodes.size();
    std::size_t next = 0;
    for (std::size_t i = 0; i < level.nodes.size(); ++i) {
      const bool here = next < nodes.size() && nodes[next] == i;
      Arithmetic::append(out[c],
                         here ? Arithmetic::slice(sum, next, 1) : a->constant(kExcluded, 1));
      if (here) ++next;
    }
  }
  return out;
}

// A party's own columns that the path has used are no choice; only the party knows which.
template <class Way>
void VerticalTree<Way>::add_exclusions(const Level& level, std::vector<Numbers>& costs) {
  const auto count = level.nodes.size();
  for (const auto party : setting_.mesh.members()) {
    std::vector<std::uint64_t> values;
    std::vector<std::size_t> places;
    for (std::size_t c = 0; c < level.asked.size(); ++c) {
      const auto& column = *level.asked[c].column;
      if (column.party != party) continue;
      places.push_back(c);
      if (party != setting_.own()) continue;
      std::vector<std::uint64_t> excluded(count);
      for (const auto i : level.asked[c].nodes) {
        excluded[i] = nodes_.at(level.nodes[i]).path.mine[column.number] ? kExcluded : 0;
      }
      values.insert(values.end(), excluded.begin(), excluded.end());
    }
    if (places.empty()) continue;
    const auto numbers = way_.private_numbers(party, values, places.size() * count);
    if (way_.arithmetic() == nullptr) continue;
    for (std::size_t j = 0; j < places.size(); ++j) {
      costs[places[j]] = costs[places[j]] + Arithmetic::slice(numbers, j * count, count);
    }
  }
}

template <class Way>
std::vector<std::uint64_t> VerticalTree<Way>::own_winners(const Level& level,
                                                          const Counts& branches) {
  auto* a = way_.arithmetic();
  auto costs = costs_of(a, level, branches);
  add_exclusions(level, costs);
  std::vector<OwnCodes> codes;
  for (const auto party : setting_.mesh.members()) {
    // Only a party that may win learns it.
    OwnCodes own{party, {}, 0};
    for (const auto& asked : level.asked) {
      own.codes.push_back(asked.column->party == party ? asked.column->number + 1 : 0);
    }
    own.bits = static_cast<unsigned>(std::bit_width(*std::ranges::max_element(own.codes)));
    if (own.bits > 0) codes.push_back(std::move(own));
  }
  return way_.tell_least(costs, level.nodes.size(), codes, kColumn)
      .value_or(std::vector<std::uint64_t>(level.nodes.size()));
}

template <class Way>
std::vector<mining::BestSplit> VerticalTree<Way>::tell_branches(
    const Level& level, std::span<const std::uint64_t> winners) {
  std::vector<TreePath*> paths;
  for (const auto id : level.nodes) paths.push_back(&nodes_.at(id).path);
  return paths_.tell_branches(paths, winners, kBranches);
}

template <class Way>
std::vector<mining::BestSplit> VerticalTree<Way>::best_splits(std::span<const NodeId> nodes) {
  const auto level = plan(nodes);
  std::vector<mining::BestSplit> out(nodes.size());
  if (!level.nodes.empty()) {
    setting_.ledger.add_to_size(kOpenNodes, level.nodes.size());
    const auto branches = count_branches(level);
    const auto winners = reveal_ == Reveal::Gains ? own_winners_by_gain(level, branches)
                                                  : own_winners(level, branches);
    const auto best = tell_branches(level, winners);
    std::size_t next = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (next < level.nodes.size() && level.nodes[next] == nodes[i]) out[i] = best[next++];
    }
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (!out[i].found) nodes_.erase(nodes[i]);
  }
  return out;
}

template <class Way>
void VerticalTree<Way>::split(std::span<const mining::NodeSplit> splits) {
  std::vector<std::size_t> counts(setting_.mesh.ids());
  std::vector<crypto::BitVector> vectors;
  std::vector<typename Way::Ask> asks;
  for (const auto& one : splits) {
    const auto& node = nodes_.at(one.node);
    for (std::uint32_t v = 0; v + 1 < one.split.branches; ++v) {
      asks.push_back({&node.rows, {node.path.owner, counts[node.path.owner.index()]++}});
      if (node.path.owner == setting_.own()) vectors.push_back(bits_of(node.path.column, v));
    }
  }
  auto selected = way_.select(counts, vectors, asks);
  std::size_t next = 0;
  for (const auto& one : splits) {
    auto parent = std::move(nodes_.at(one.node));
    nodes_.erase(one.node);
    const auto path = parent.path.below(one.split.branches, setting_.own());
    auto last = std::move(parent.rows);
    for (std::uint32_t v = 0; v < one.split.branches; ++v) {
      auto& child = nodes_[NodeId(one.first_child + v)];
      child.path = path;
      if (v + 1 == one.split.branches) {
        child.rows = std::move(last);
      } else {
        last = Way::without(std::move(last), selected[next]);
        child.rows = std::move(selected[next++]);
      }
    }
  }
}

template class VerticalTree<SharedWay>;
template class VerticalTree<ReplicatedWay>;

}  // namespace privet::federation
