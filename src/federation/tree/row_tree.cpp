// SPDX-License-Identifier: Apache-2.0
#include "federation/tree/row_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include "base/error.h"

namespace privet::federation {

using mining::NodeId;
using namespace row_tree_openings;  // NOLINT(google-build-using-namespace)

namespace {

void check_split(std::uint64_t column, const std::vector<bool>& used) {
  check_opened("the place of a column", used.size() - 1, column);
  if (!used[column]) return;
  throw Error(ErrorCode::Peer,
              fmt::format("the other parties sent shares of the place of a column: "
                          "expected one that is not used yet, got {}",
                          column));
}

}  // namespace

template <class Way>
RowTree<Way>::RowTree(const protocol::Setting& setting, Way& way, const RowTreePart& own,
                      std::size_t all_rows, std::size_t max_depth)
    : setting_(setting),
      way_(way),
      own_(own),
      max_depth_(max_depth),
      fields_(own.classes, all_rows),
      units_(unit_table(all_rows, fields_.bits())) {
  auto& root = nodes_[0];
  root.rows.resize(own_.labels.size());
  std::iota(root.rows.begin(), root.rows.end(), 0U);
  root.used.resize(own_.codes.size());
  root.parent.resize(fields_.groups());
}

template <class Way>
std::vector<std::uint64_t> RowTree<Way>::packed(std::span<const std::uint32_t> rows) const {
  std::vector<std::uint64_t> out(fields_.groups());
  for (const auto row : rows) {
    const auto field = own_.labels[row];
    out[fields_.group(field)] += std::uint64_t{1} << fields_.shift(field);
  }
  return out;
}

// Everybody knows the path, so everybody knows what is left.
template <class Way>
bool RowTree<Way>::may_split(const Node& node) const {
  if (max_depth_ > 0 && node.depth == max_depth_) return false;
  for (std::size_t c = 0; c < own_.values.size(); ++c) {
    if (!node.used[c] && own_.values[c] > 1) return true;
  }
  return false;
}

template <class Way>
std::vector<mining::NodeState> RowTree<Way>::states(std::span<const NodeId> nodes) {
  setting_.ledger.add_to_size(kNodes, nodes.size());
  std::vector<std::uint64_t> own(fields_.groups() * nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const auto counts = packed(nodes_.at(nodes[i]).rows);
    for (std::size_t g = 0; g < counts.size(); ++g) own[g * nodes.size() + i] = counts[g];
  }
  const auto gathered = way_.gather(own);
  const auto finished =
      way_.tell(nodes.size(), 1, setting_.mesh.members(), kFinished, [&](Arithmetic& a) {
        const auto words = count_words(a, gathered, nodes.size(), fields_);
        return finished_word<Bits>(a.bits(), words);
      });
  std::vector<mining::NodeState> out(nodes.size());
  std::vector<NodeId> leaves;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    out[i].finished = finished->at(i) != 0;
    if (!out[i].finished && may_split(nodes_.at(nodes[i]))) continue;
    leaves.push_back(nodes[i]);
    places.push_back(i);
  }
  const auto classes = leaf_classes(leaves);
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    out[places[i]].majority = mining::ClassLabel(static_cast<std::size_t>(classes[i]));
    out[places[i]].finished = true;
    nodes_.erase(leaves[i]);
  }
  return out;
}

// The majority of each leaf, or of its parent where no row reaches it.
template <class Way>
std::vector<std::uint64_t> RowTree<Way>::leaf_classes(std::span<const NodeId> leaves) {
  if (leaves.empty()) return {};
  setting_.ledger.add_to_size(kLeaves, leaves.size());
  const auto count = leaves.size();
  std::vector<std::uint64_t> own(fields_.groups() * count);
  std::vector<std::uint64_t> above(own.size());
  for (std::size_t i = 0; i < count; ++i) {
    const auto& node = nodes_.at(leaves[i]);
    const auto counts = packed(node.rows);
    for (std::size_t g = 0; g < counts.size(); ++g) {
      own[g * count + i] = counts[g];
      above[g * count + i] = node.parent[g];
    }
  }
  const auto here = way_.gather(own);
  const auto parents = way_.gather(above);
  const auto bits = majority_bits(own_.classes);
  auto told = way_.tell(count, bits, setting_.mesh.members(), kClass, [&](Arithmetic& a) {
    auto words = count_words(a, here, count, fields_);
    const auto others = count_words(a, parents, count, fields_);
    const auto none =
        circuit::detail::all_of(a.bits(), circuit::negation(a.bits(), words[own_.classes]));
    for (std::size_t f = 0; f < words.size(); ++f) {
      words[f] = circuit::choose(a.bits(), none, others[f], words[f]);
    }
    return majority_word<Bits>(a.bits(), words);
  });
  for (auto& label : *told) {
    label &= (std::uint64_t{1} << (bits - 1)) - 1;
    check_opened("the place of a class", own_.classes - 1, label);
  }
  return *told;
}

template <class Way>
std::vector<typename RowTree<Way>::Asked> RowTree<Way>::ask(std::span<const NodeId> nodes) const {
  std::vector<Asked> out;
  for (std::size_t c = 0; c < own_.values.size(); ++c) {
    Asked asked{c, {}};
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (own_.values[c] > 1 && !nodes_.at(nodes[i]).used[c]) asked.nodes.push_back(i);
    }
    if (!asked.nodes.empty()) out.push_back(std::move(asked));
  }
  return out;
}

// Group after group: column after column, value after value, the own counts of all asked nodes.
template <class Way>
std::vector<std::uint64_t> RowTree<Way>::branch_counts(std::span<const NodeId> nodes,
                                                       std::span<const Asked> asked) const {
  std::size_t all = 0;
  for (const auto& one : asked) all += one.nodes.size() * own_.values[one.column];
  std::vector<std::uint64_t> out(fields_.groups() * all);
  std::size_t at = 0;
  for (const auto& [column, places] : asked) {
    for (std::size_t j = 0; j < places.size(); ++j) {
      for (const auto row : nodes_.at(nodes[places[j]]).rows) {
        const auto branch = at + own_.codes[column][row] * places.size() + j;
        const auto field = own_.labels[row];
        out[fields_.group(field) * all + branch] += std::uint64_t{1} << fields_.shift(field);
      }
    }
    at += own_.values[column] * places.size();
  }
  return out;
}

// What each asked column leaves unknown at each node, or too much where it is not asked for.
template <class Way>
std::vector<typename Way::Numbers> RowTree<Way>::costs_of(Arithmetic& a, const Numbers& branches,
                                                          std::span<const Asked> asked,
                                                          std::size_t nodes) {
  const auto left = left_unknown(a, branches, branches.size() / fields_.groups(), fields_, units_);
  std::vector<Numbers> out(asked.size());
  std::size_t at = 0;
  for (std::size_t c = 0; c < asked.size(); ++c) {
    const auto& places = asked[c].nodes;
    const auto values = own_.values[asked[c].column];
    auto sum = Arithmetic::slice(left, at, places.size());
    for (std::size_t v = 1; v < values; ++v) {
      sum = sum + Arithmetic::slice(left, at + v * places.size(), places.size());
    }
    at += values * places.size();
    std::size_t next = 0;
    for (std::size_t i = 0; i < nodes; ++i) {
      const bool here = next < places.size() && places[next] == i;
      Arithmetic::append(out[c], here ? Arithmetic::slice(sum, next, 1) : a.constant(kExcluded, 1));
      if (here) ++next;
    }
  }
  return out;
}

template <class Way>
std::vector<mining::BestSplit> RowTree<Way>::best_splits(std::span<const NodeId> nodes) {
  setting_.ledger.add_to_size(kInnerNodes, nodes.size());
  const auto asked = ask(nodes);
  const auto gathered = way_.gather(branch_counts(nodes, asked));
  std::vector<std::uint64_t> codes;
  for (const auto& one : asked) codes.push_back(one.column);
  const auto bits = std::max(1U, static_cast<unsigned>(std::bit_width(codes.back())));
  const auto told =
      way_.tell(nodes.size(), bits, setting_.mesh.members(), kColumn, [&](Arithmetic& a) {
        const auto costs = costs_of(a, gathered, asked, nodes.size());
        const auto chosen = least_of<Arithmetic>(a, costs);
        return code_of(a.bits(), chosen, codes, bits);
      });
  std::vector<mining::BestSplit> out(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const auto column = told->at(i);
    check_split(column, nodes_.at(nodes[i]).used);
    out[i].found = true;
    out[i].split.column = static_cast<std::uint32_t>(column);
    out[i].split.branches = static_cast<std::uint32_t>(own_.values[column]);
  }
  return out;
}

template <class Way>
void RowTree<Way>::split(std::span<const mining::NodeSplit> splits) {
  for (const auto& one : splits) {
    const auto parent = std::move(nodes_.at(one.node));
    nodes_.erase(one.node);
    const auto counts = packed(parent.rows);
    for (std::uint32_t v = 0; v < one.split.branches; ++v) {
      auto& child = nodes_[NodeId(one.first_child + v)];
      child.used = parent.used;
      child.used[one.split.column] = true;
      child.parent = counts;
      child.depth = parent.depth + 1;
    }
    for (const auto row : parent.rows) {
      const auto value = own_.codes[one.split.column][row];
      nodes_.at(NodeId(one.first_child + value)).rows.push_back(row);
    }
  }
}

template class RowTree<RefereedRows>;
template class RowTree<ReplicatedRows>;

}  // namespace privet::federation
