// SPDX-License-Identifier: Apache-2.0
// What an ID3 learner asks about rows whose columns lie at several parties, answered as the thesis
// does: by sizes of set intersections.
// Reference: Vaidya, "Privacy preserving data mining over vertically partitioned data" (Purdue
// 2004), section 3.5, algorithms 10 to 14; the sizes: protocol 17 (section 4.1).
// Idea: each party keeps the rows that satisfy its own tests on the way to a node (FormTransSet).
// How many of a class reach the node is the size of the intersection of all these sets, the class
// site's taken within the class (DistributionCounts); the same within a value of a column for the
// branches. All questions of a level go around the ring together. Every party computes the gains of
// its own columns and tells the best. The classes are asked for in an order of their own at each
// node, which only the class site knows.
// Cost: for each node, class and value of a column that may be left, the square of the number of
// parties times the rows multiplications in a group: a few hundred rows, not thousands. Rounds as
// many as levels. Adversary: semi-honest, none may collude (protocol/sets/set_intersection.h).
// Discloses: what intersection_forecast() lists: to every party the counts of every node and of the
// branches of every column by class, without the classes' names, sizes of partial intersections,
// and the best gain of each party.
#pragma once

#include <map>
#include <vector>

#include "federation/task/task.h"
#include "federation/tree/tree_paths.h"

namespace privet::federation {

[[nodiscard]] protocol::Forecast intersection_forecast(std::size_t parties);

class IntersectionTree final : public mining::TreeOracle {
 public:
  // Three parties or more. All must outlive it. Rows without a class count nowhere.
  IntersectionTree(const protocol::Setting& setting, const TreeSites& sites,
                   const TreeColumns& own);

  [[nodiscard]] std::size_t classes() const override { return sites_.classes; }
  // The majority is known to the class site only.
  std::vector<mining::NodeState> states(std::span<const mining::NodeId> nodes) override;
  std::vector<mining::BestSplit> best_splits(std::span<const mining::NodeId> nodes) override;
  void split(std::span<const mining::NodeSplit> splits) override;

 private:
  using Rows = std::vector<std::uint64_t>;
  struct Node {
    Rows rows;  // those that satisfy the own tests
    TreePath path;
    std::vector<std::size_t> order;  // at the class site: which class is asked for in which place
  };
  struct Column {
    PartyId party;
    std::size_t number;
    std::size_t values;
  };
  // A node, and a value of a column or (no column) all its rows.
  struct Asked {
    const Node* node;
    const Column* column = nullptr;
    std::uint32_t value = 0;
  };

  [[nodiscard]] Rows own_set(const Asked& asked, std::size_t place) const;
  // For each of them a count for each place of a class, which all parties learn.
  [[nodiscard]] std::vector<std::uint64_t> counts(std::span<const Asked> asked);
  [[nodiscard]] std::vector<std::size_t> fresh_order() const;
  // What a branch leaves unknown, from its counts.
  [[nodiscard]] std::uint64_t cost(std::span<const std::uint64_t> by_class) const;
  [[nodiscard]] std::vector<std::uint64_t> own_winners(std::span<const mining::NodeId> nodes);

  const protocol::Setting& setting_;
  const TreeSites& sites_;
  TreePaths paths_;
  const TreeColumns& own_;
  std::vector<std::uint64_t> units_;
  std::vector<Column> columns_;           // of all parties, party after party
  std::map<mining::NodeId, Node> nodes_;  // those that may still be asked about
};

}  // namespace privet::federation
