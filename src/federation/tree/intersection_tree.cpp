// SPDX-License-Identifier: Apache-2.0
#include "federation/tree/intersection_tree.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "base/error.h"
#include "federation/tree/tree_counts.h"
#include "federation/tree/vertical_tree.h"
#include "mining/tree/tree.h"
#include "protocol/sets/set_intersection.h"
#include "protocol/tell.h"

namespace privet::federation {

using mining::NodeId;

namespace {

constexpr std::string_view kQuestions = "intersections asked for";
constexpr protocol::Opening kBestGain{"the best gain of another party's columns at a node",
                                      "which site goes on (Vaidya 2004, lemma 3.5.5)"};

}  // namespace

protocol::Forecast intersection_forecast(std::size_t parties) {
  using namespace tree_openings;  // NOLINT(google-build-using-namespace)
  using protocol::About;
  using protocol::Bound;
  using protocol::Occurs;
  const auto questions = Bound::of(kQuestions);
  const auto partial = parties > 63 ? UINT64_MAX : (std::uint64_t{1} << (parties - 1)) - parties;
  protocol::Forecast out;
  const auto add = [&](protocol::Opening opening, const Bound& most, About about) {
    const auto items = told_to_all(parties, opening, most, Occurs::Sometimes, about);
    out.insert(out.end(), items.begin(), items.end());
  };
  add(protocol::kRingSizes, questions * partial, About::Some);
  add(protocol::kRingVotes, questions * Bound(parties - 1), About::Some);
  add(protocol::kRingLeft, questions, About::Some);
  add(protocol::kRingTotals, questions, About::Some);
  add(kBestGain, Bound(parties - 1) * Bound::of(kOpenNodes), About::Some);
  return out;
}

IntersectionTree::IntersectionTree(const protocol::Setting& setting, const TreeSites& sites,
                                   const TreeColumns& own)
    : setting_(setting),
      sites_(sites),
      paths_(setting, sites),
      own_(own),
      units_(unit_table(own.rows, static_cast<unsigned>(std::bit_width(own.rows)))) {
  for (std::uint32_t p = 0; p < sites_.values.size(); ++p) {
    for (std::size_t c = 0; c < sites_.values[p].size(); ++c) {
      columns_.push_back({PartyId(p), c, sites_.values[p][c]});
    }
  }
  auto& root = nodes_[0];
  root.path = paths_.root();
  root.order = fresh_order();
  root.rows.resize(own.rows);
  std::iota(root.rows.begin(), root.rows.end(), std::uint64_t{0});
}

std::vector<std::size_t> IntersectionTree::fresh_order() const {
  std::vector<std::size_t> out(sites_.classes);
  std::iota(out.begin(), out.end(), std::size_t{0});
  for (std::size_t i = out.size(); i-- > 1;) {
    std::swap(out[i], out[setting_.randomness.below(i + 1)]);
  }
  return out;
}

IntersectionTree::Rows IntersectionTree::own_set(const Asked& asked, std::size_t place) const {
  const bool classes = setting_.own() == sites_.class_site;
  const bool column = asked.column != nullptr && asked.column->party == setting_.own();
  Rows out;
  for (const auto row : asked.node->rows) {
    if (classes && own_.labels[row] != asked.node->order[place]) continue;
    if (column && own_.codes[asked.column->number][row] != asked.value) continue;
    out.push_back(row);
  }
  return out;
}

// Sets are filled up to the number of all rows, so that no message tells how many a party's own
// tests leave.
std::vector<std::uint64_t> IntersectionTree::counts(std::span<const Asked> asked) {
  const auto members = setting_.mesh.members();
  std::vector<protocol::SetQuestion> questions;
  std::vector<std::vector<std::uint64_t>> sets;
  for (const auto& one : asked) {
    for (std::size_t c = 0; c < sites_.classes; ++c) {
      questions.push_back({{members.begin(), members.end()}, own_.rows});
      sets.push_back(own_set(one, c));
    }
  }
  setting_.ledger.add_to_size(kQuestions, questions.size());
  const auto sizes = protocol::intersect_by_ring(setting_, questions, sets);
  std::vector<std::uint64_t> out;
  for (const auto& size : sizes) {
    out.push_back(size.value_or(0));  // given up: nothing in common
    protocol::check_opened("the rows of a class", own_.rows, out.back());
  }
  return out;
}

std::vector<mining::NodeState> IntersectionTree::states(std::span<const NodeId> nodes) {
  setting_.ledger.add_to_size(tree_openings::kNodes, nodes.size());
  std::vector<Asked> asked;
  for (const auto id : nodes) asked.push_back({&nodes_.at(id)});
  const auto found = counts(asked);
  std::vector<mining::NodeState> out;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const auto& node = nodes_.at(nodes[i]);
    mining::ClassCounts by_class(sites_.classes);
    for (std::size_t c = 0; c < by_class.size(); ++c) {
      by_class[node.order[c]] = found[i * by_class.size() + c];
    }
    out.push_back(mining::state_of(by_class, mining::id3_options()));
    // Elsewhere the order of the classes means nothing.
    if (setting_.own() != sites_.class_site) out.back().majority = mining::kNoClass;
    if (out.back().finished) nodes_.erase(nodes[i]);
  }
  return out;
}

std::uint64_t IntersectionTree::cost(std::span<const std::uint64_t> by_class) const {
  std::uint64_t rows = 0;
  std::uint64_t out = 0;
  for (const auto count : by_class) {
    rows += count;
    out -= units_[count];
  }
  protocol::check_opened("the rows of a branch", own_.rows, rows);
  return out + units_[rows];
}

std::vector<std::uint64_t> IntersectionTree::own_winners(std::span<const NodeId> nodes) {
  std::vector<Asked> asked;
  for (const auto id : nodes) {
    const auto& node = nodes_.at(id);
    for (const auto& column : columns_) {
      if (!paths_.may_split(node.path, column.party, column.values)) continue;
      for (std::uint32_t v = 0; v < column.values; ++v) asked.push_back({&node, &column, v});
    }
  }
  const auto found = counts(asked);
  std::vector<std::uint64_t> best(nodes.size(), kExcluded);
  std::vector<std::uint64_t> column(nodes.size());
  std::size_t at = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const auto& path = nodes_.at(nodes[i]).path;
    while (at < asked.size() && asked[at].node == &nodes_.at(nodes[i])) {
      const auto& one = *asked[at].column;
      std::uint64_t left = 0;
      for (std::size_t v = 0; v < one.values; ++v, ++at) {
        left += cost(std::span(found).subspan(at * sites_.classes, sites_.classes));
      }
      // A party's own columns that the path has used are no choice; only the party knows which.
      if (one.party != setting_.own() || path.mine[one.number] || left >= best[i]) continue;
      best[i] = left;
      column[i] = one.number + 1;
    }
  }
  const std::vector<std::size_t> all(setting_.mesh.ids(), nodes.size());
  const auto told = protocol::tell_numbers(setting_, best, all, kBestGain);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (const auto party : setting_.mesh.others()) {
      const auto theirs = told[party.index()][i];
      if (theirs < best[i] || (theirs == best[i] && party < setting_.own())) column[i] = 0;
    }
  }
  return column;
}

std::vector<mining::BestSplit> IntersectionTree::best_splits(std::span<const NodeId> nodes) {
  std::vector<NodeId> open;
  std::vector<TreePath*> paths;
  for (const auto id : nodes) {
    auto& path = nodes_.at(id).path;
    if (paths_.exhausted(path)) continue;
    open.push_back(id);
    paths.push_back(&path);
  }
  std::vector<mining::BestSplit> out(nodes.size());
  if (!open.empty()) {
    setting_.ledger.add_to_size(tree_openings::kOpenNodes, open.size());
    const auto winners = own_winners(open);
    const auto best = paths_.tell_branches(paths, winners, tree_openings::kBranches);
    std::size_t next = 0;
    for (std::size_t i = 0; i < nodes.size() && next < open.size(); ++i) {
      if (open[next] == nodes[i]) out[i] = best[next++];
    }
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (!out[i].found) nodes_.erase(nodes[i]);
  }
  return out;
}

void IntersectionTree::split(std::span<const mining::NodeSplit> splits) {
  for (const auto& one : splits) {
    const auto parent = std::move(nodes_.at(one.node));
    nodes_.erase(one.node);
    const auto path = parent.path.below(one.split.branches, setting_.own());
    for (std::uint32_t v = 0; v < one.split.branches; ++v) {
      auto& child = nodes_[NodeId(one.first_child + v)];
      child.path = path;
      child.order = fresh_order();
      const bool mine = parent.path.owner == setting_.own();
      for (const auto row : parent.rows) {
        if (!mine || own_.codes[parent.path.column][row] == v) child.rows.push_back(row);
      }
    }
  }
}

}  // namespace privet::federation
