// SPDX-License-Identifier: Apache-2.0
// What a tree over a join opens between the sites that have the tables, and the public sizes that
// bound it. Reference: Xu (Simon Fraser 2008), sections 3.1.1 (what may be known) and 3.3.4.
#pragma once

#include <string>

#include "mining/join/join_graph.h"
#include "protocol/ledger.h"

namespace privet::federation::join_openings {

using protocol::Opening;

inline constexpr Opening kClassCount{"how many classes there are",
                                     "the class column is not private (Xu 2008, 3.1.1)"};
inline constexpr Opening kClassNames{"the names of the classes",
                                     "the class column is not private (Xu 2008, 3.1.1)"};
inline constexpr Opening kClassSummary{
    "for each common join value, rows of each class over the sender's table and those behind it",
    "class propagation (Xu 2008, 3.3.1)"};
inline constexpr Opening kSplitSummary{
    "for each join value at a node, rows of each class in each of its branches",
    "split propagation (Xu 2008, 3.3.2)"};
inline constexpr Opening kPassedOn{
    "sums over the joined rows by join values of two other tables, as passed on to one of them",
    "class and split propagation go from table to table (Xu 2008, 3.3)"};
inline constexpr Opening kGain{"the best gain of a site's columns at a node",
                               "the coordinator compares the sites (Xu 2008, 3.3)"};
inline constexpr Opening kWinner{"which site has the best test at a node",
                                 "the tree holds the sites that decide (Xu 2008, 3.2.1)"};
inline constexpr Opening kBranches{"how many branches a node has, from the site that splits it",
                                   "the shape of the tree (Xu 2008, 3.2.1)"};
inline constexpr Opening kPath{"the branch that an instance takes at a node of the sender's",
                               "all sites know the path and the class (Xu 2008, 3.2.2)"};

inline constexpr std::string_view kClasses = "classes";
inline constexpr std::string_view kOpenNodes = "nodes that could be split";
inline constexpr std::string_view kAllBranches = "branches of the tree";
inline constexpr std::string_view kSplitLevels = "levels that were split";
inline constexpr std::string_view kInstances = "instances";
inline constexpr std::string_view kLevels = "levels of the tree";

// The tables whose rows are counted in what a hop brings, as parties, without the one that sends
// it.
[[nodiscard]] inline protocol::PartySet behind(const mining::JoinGraph& graph,
                                               const mining::Hop& hop) {
  const auto near = mining::near_side(graph, hop);
  protocol::PartySet out;
  for (std::uint32_t t = 0; t < near.size(); ++t) {
    if (near[t] && t != hop.from) out = out.with(protocol::PartyId(t));
  }
  return out;
}

// The public size of an edge: its common join values.
[[nodiscard]] inline std::string common_values(const mining::JoinGraph& graph, std::size_t edge) {
  const auto& one = graph.edges[edge];
  return "common join values of " + graph.tables[one.first] + " and " + graph.tables[one.second];
}

}  // namespace privet::federation::join_openings
