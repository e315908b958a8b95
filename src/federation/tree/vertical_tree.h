// SPDX-License-Identifier: Apache-2.0
// What an ID3 learner asks about rows whose columns lie at several parties, the class at one.
// Reference: Vaidya, "Privacy preserving data mining over vertically partitioned data" (Purdue
// 2004), section 3.5; there the counts of every node are opened.
// Idea: the rows of a node stay shared (federation/tree_ways.h). All counts of a level are asked
// for at once, and none is opened: a circuit finds the best column of every node, and only the
// party that has it learns which one it is. It tells all others how many branches there are. Which
// of its columns a party has used on a path stays its secret, so it excludes them itself; only
// where as many were used as have that number of values do all know that none is left.
// Reveal::Gains is the thesis's quicker variant: each party learns the counts of its own columns'
// branches by class, but not which class is which, and tells the best gain of its columns.
// Cost: counts and branches as the way's; look-ups as federation/tree_counts.h. Rounds grow with
// the levels of the tree. Discloses: what tree_openings lists.
#pragma once

#include <map>
#include <vector>

#include "federation/tree/tree_paths.h"
#include "federation/tree/tree_ways.h"
#include "mining/tree/tree_oracle.h"

namespace privet::federation {

enum class Reveal { Nothing, Gains };

namespace tree_openings {

using protocol::Opening;

inline constexpr Opening kFinished{"whether all rows of a node have one class",
                                   "the shape of the tree (Vaidya 2004, 3.5)"};
inline constexpr Opening kMajority{"the majority class of a node, or that no row reaches it",
                                   "a leaf's class is known to the class site (Vaidya 2004, 3.5)"};
inline constexpr Opening kColumn{"which of its own columns splits a node, if one of them does",
                                 "the tree's nodes are known to their owners (Vaidya 2004, 3.5)"};
inline constexpr Opening kBranches{
    "how many branches a node has, from the party whose column splits it",
    "the shape of the tree and who goes on at a node (Vaidya 2004, 3.5)"};
inline constexpr Opening kBranchCounts{
    "rows by class in the branches of its own columns at a node, without the classes' names",
    "asked for by --reveal gains (Vaidya 2004, theorem 3.5.1)"};
inline constexpr Opening kNodeCounts{"rows by class at a node",
                                     "asked for by --reveal gains (Vaidya 2004, theorem 3.5.1)"};
inline constexpr Opening kGain{"the best gain of another party's columns at a node",
                               "asked for by --reveal gains (Vaidya 2004, lemma 3.5.5)"};

// Public sizes that bound them.
inline constexpr std::string_view kNodes = "nodes";
inline constexpr std::string_view kOpenNodes = "nodes that could be split";
inline constexpr std::string_view kCounts = "counts of branches by class";
inline constexpr std::string_view kClassCounts = "counts of nodes by class";

}  // namespace tree_openings

template <class Way>
class VerticalTree final : public mining::TreeOracle {
 public:
  // All must outlive it; the setting is that of all parties. Rows without a class count nowhere.
  VerticalTree(const protocol::Setting& setting, Way& way, const TreeSites& sites,
               const TreeColumns& own, Reveal reveal);

  [[nodiscard]] std::size_t classes() const override { return sites_.classes; }
  // The majority is known to the class site only.
  std::vector<mining::NodeState> states(std::span<const mining::NodeId> nodes) override;
  // The split's column: the own one's number, or for the columns of party p the number of own
  // columns plus p.
  std::vector<mining::BestSplit> best_splits(std::span<const mining::NodeId> nodes) override;
  void split(std::span<const mining::NodeSplit> splits) override;

 private:
  using Rows = typename Way::Rows;
  using Counts = typename Way::Counts;
  using Numbers = typename Way::Numbers;
  using Arithmetic = typename Way::Arithmetic;

  struct Node {
    Rows rows;
    Counts counts;  // packed, group after group
    TreePath path;
  };
  struct Column {
    PartyId party;
    std::size_t number;
    std::size_t values;
    std::size_t first_vector;  // at the party
  };
  // A column and the nodes at which it may be the best, as all parties know.
  struct Asked {
    const Column* column;
    std::vector<std::size_t> nodes;  // places in the level
  };
  struct Level {
    std::vector<mining::NodeId> nodes;
    std::vector<Asked> asked;
    std::size_t branches = 0;  // of all asked columns at all their nodes
  };

  void share_columns();
  [[nodiscard]] Level plan(std::span<const mining::NodeId> nodes) const;
  [[nodiscard]] Counts count_branches(const Level& level);
  [[nodiscard]] crypto::BitVector bits_of(std::size_t column, std::uint32_t value) const;
  [[nodiscard]] Counts node_counts(const Level& level, const Asked& asked, std::size_t group) const;

  // By the circuits: for each node of the level the own column that splits it, and one more; 0:
  // another party's does.
  [[nodiscard]] std::vector<std::uint64_t> own_winners(const Level& level, const Counts& branches);
  [[nodiscard]] std::vector<Numbers> costs_of(Arithmetic* a, const Level& level,
                                              const Counts& branches);
  void add_exclusions(const Level& level, std::vector<Numbers>& costs);
  // The same by opened counts.
  [[nodiscard]] std::vector<std::uint64_t> own_winners_by_gain(const Level& level,
                                                               const Counts& branches);
  [[nodiscard]] std::vector<std::uint64_t> own_costs(const Asked& asked,
                                                     std::span<const std::uint64_t> packed) const;
  [[nodiscard]] std::vector<mining::NodeState> states_by_counts(const Counts& counts,
                                                                std::size_t nodes);
  [[nodiscard]] std::vector<mining::BestSplit> tell_branches(
      const Level& level, std::span<const std::uint64_t> winners);

  const protocol::Setting& setting_;
  Way& way_;
  const TreeSites& sites_;
  TreePaths paths_;
  const TreeColumns& own_;
  Reveal reveal_;
  CountFields fields_;
  std::vector<std::uint64_t> units_;
  std::vector<Column> columns_;           // of all parties, party after party
  std::vector<std::size_t> order_;        // the field of each class, at the class site
  std::map<mining::NodeId, Node> nodes_;  // those that may still be asked about
};

}  // namespace privet::federation
