// SPDX-License-Identifier: Apache-2.0
// What all parties know of the way to a node of a tree over columns, and each of its own columns on
// it.
// Idea: each column of a path is used once. Which of its columns a party has used is its secret;
// how many values they had is the shape of the tree. So as many columns with a number of values are
// left as there were, less the nodes above with as many branches: if none, all know it.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "mining/tree/tree_oracle.h"
#include "protocol/setting.h"

namespace privet::federation {

using protocol::PartyId;

// What all parties know of each other.
struct TreeSites {
  PartyId class_site{0};
  std::size_t classes = 0;
  std::vector<std::vector<std::size_t>> values;  // by party: how many each of its columns has
};

// What this party has: the codes of its columns' values, and of the classes at the class site.
struct TreeColumns {
  std::vector<std::vector<std::uint32_t>> codes;
  std::vector<mining::ClassLabel> labels;  // of every row; kNoClass: without one
  std::size_t rows = 0;
};

struct TreePath {
  std::vector<std::map<std::size_t, std::size_t>> used;  // by party, by values: how often
  std::vector<bool> mine;                                // own columns on the path
  std::size_t depth = 0;
  PartyId owner{0};        // of the column that splits the node
  std::size_t column = 0;  // that column, if it is an own one

  // To the branches of the node, which has been split.
  [[nodiscard]] TreePath below(std::size_t branches, PartyId own) const;
};

class TreePaths {
 public:
  // Both must outlive it.
  TreePaths(const protocol::Setting& setting, const TreeSites& sites)
      : setting_(setting), sites_(sites) {}

  [[nodiscard]] TreePath root() const;
  // Whether a column of this party with this many values may be left.
  [[nodiscard]] bool may_split(const TreePath& path, PartyId party, std::size_t values) const;
  // No column is left.
  [[nodiscard]] bool exhausted(const TreePath& path) const;
  // winners: for each path the own column that splits its node, and one more; 0: another party's
  // does. The parties tell each other how many branches there are; the split's column is the own
  // one's number, or for the columns of party p the number of own columns plus p.
  [[nodiscard]] std::vector<mining::BestSplit> tell_branches(std::span<TreePath* const> paths,
                                                             std::span<const std::uint64_t> winners,
                                                             protocol::Opening opening) const;

 private:
  void check_branches(const TreePath& path, PartyId party, std::uint64_t values) const;

  const protocol::Setting& setting_;
  const TreeSites& sites_;
};

}  // namespace privet::federation
