// SPDX-License-Identifier: Apache-2.0
// The thesis's quicker variant, in which counts are opened.
#include "base/error.h"
#include "federation/tree/vertical_tree.h"
#include "protocol/tell.h"

namespace privet::federation {

using namespace tree_openings;  // NOLINT(google-build-using-namespace): the names of this file

// The class site sees the counts, and tells who is finished.
template <class Way>
std::vector<mining::NodeState> VerticalTree<Way>::states_by_counts(const Counts& counts,
                                                                   std::size_t nodes) {
  setting_.ledger.add_to_size(kClassCounts, nodes * fields_.groups());
  const auto opened = way_.open(sites_.class_site, counts, kNodeCounts);
  std::vector<mining::NodeState> out(nodes);
  std::vector<std::uint64_t> finished;
  for (std::size_t i = 0; opened && i < nodes; ++i) {
    mining::ClassCounts by_class(sites_.classes);
    for (std::size_t c = 0; c < by_class.size(); ++c) {
      const auto field = order_[c];
      const auto packed = opened->at(fields_.group(field) * nodes + i);
      by_class[c] = (packed >> fields_.shift(field)) & ((std::uint64_t{1} << fields_.bits()) - 1);
    }
    out[i] = mining::state_of(by_class, mining::id3_options());
    finished.push_back(out[i].finished ? 1 : 0);
  }
  const auto heard =
      protocol::announce_numbers(setting_, sites_.class_site, finished, nodes, kFinished);
  for (std::size_t i = 0; i < nodes; ++i) out[i].finished = heard[i] != 0;
  return out;
}

// What one own column leaves unknown at the asked nodes, from opened counts.
template <class Way>
std::vector<std::uint64_t> VerticalTree<Way>::own_costs(
    const Asked& asked, std::span<const std::uint64_t> packed) const {
  const auto nodes = asked.nodes.size();
  const auto branches = asked.column->values * nodes;
  const auto mask = (std::uint64_t{1} << fields_.bits()) - 1;
  std::vector<std::uint64_t> out(nodes);
  for (std::size_t b = 0; b < branches; ++b) {
    std::uint64_t rows = 0;
    for (std::size_t c = 0; c < fields_.classes(); ++c) {
      const auto count = (packed[fields_.group(c) * branches + b] >> fields_.shift(c)) & mask;
      rows += count;
      out[b % nodes] -= units_[count];
    }
    check_opened("the rows of a branch", units_.size() - 1, rows);
    out[b % nodes] += units_[rows];
  }
  return out;
}

template <class Way>
std::vector<std::uint64_t> VerticalTree<Way>::own_winners_by_gain(const Level& level,
                                                                  const Counts& branches) {
  setting_.ledger.add_to_size(kCounts, level.branches * fields_.groups());
  const auto count = level.nodes.size();
  std::vector<std::uint64_t> best(count, kExcluded);
  std::vector<std::uint64_t> column(count);
  std::size_t at = 0;
  for (const auto& asked : level.asked) {
    const auto here = asked.column->values * asked.nodes.size();
    Counts part;
    for (std::size_t g = 0; g < fields_.groups(); ++g) {
      Arithmetic::append(part, Arithmetic::slice(branches, g * level.branches + at, here));
    }
    at += here;
    const auto opened = way_.open(asked.column->party, part, kBranchCounts);
    if (!opened) continue;
    const auto costs = own_costs(asked, *opened);
    for (std::size_t j = 0; j < costs.size(); ++j) {
      const auto i = asked.nodes[j];
      if (nodes_.at(level.nodes[i]).path.mine[asked.column->number] || costs[j] >= best[i])
        continue;
      best[i] = costs[j];
      column[i] = asked.column->number + 1;
    }
  }
  const std::vector<std::size_t> all(setting_.mesh.ids(), count);
  const auto told =
      protocol::tell_numbers(setting_, best, all, kGain, protocol::Concerns::Everybody);
  for (std::size_t i = 0; i < count; ++i) {
    for (const auto party : setting_.mesh.others()) {
      const auto theirs = told[party.index()][i];
      if (theirs < best[i] || (theirs == best[i] && party < setting_.own())) column[i] = 0;
    }
  }
  return column;
}

// The other members are made in vertical_tree.cpp.
#define PRIVET_BY_GAIN(Way)                                                                  \
  template std::vector<mining::NodeState> VerticalTree<Way>::states_by_counts(const Counts&, \
                                                                              std::size_t);  \
  template std::vector<std::uint64_t> VerticalTree<Way>::own_winners_by_gain(const Level&,   \
                                                                             const Counts&)
PRIVET_BY_GAIN(SharedWay);
PRIVET_BY_GAIN(ReplicatedWay);
#undef PRIVET_BY_GAIN

}  // namespace privet::federation
