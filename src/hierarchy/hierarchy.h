// SPDX-License-Identifier: Apache-2.0
// A generalization hierarchy of one attribute: the values at the bottom (leaves), one root at the
// top, and in between ever coarser groups.
// Idea: every leaf has the same number of levels, so a level is a function from leaves to nodes
// (one vector per level). A ragged taxonomy is padded: a node repeats its label on the next level.
// Leaves are numbered depth first, so a node is an interval of leaves, and the lowest common
// ancestor of two leaves lies on the highest level at which any two neighbours between them part: a
// range maximum, O(1) after a sparse table. Within a level nodes are numbered from left to right.
// Boundary marks are the owner's maximum allowed generalization of each value.
// Reference: boundaries after Miller, Campan and Truta, "Constrained k-anonymity".
// Cost: leaves x (levels x 4 + log2(leaves)) bytes. Copies share the tree. Threads: immutable.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/id.h"
#include "hierarchy/label_index.h"

namespace privet {

// Leaves come first (NodeId i is leaf i), then level by level, the root last.
using NodeId = Id<struct HierarchyNodeTag>;

// What a hierarchy is made of: one row a leaf, the leaf's label first, the root's last.
struct HierarchyRows {
  std::size_t levels = 0;                // labels in a row
  std::vector<std::string_view> labels;  // row after row
  std::string source = {};               // for messages: the file, or what was built
  std::vector<std::size_t> lines = {};   // of the rows in that file; may be empty

  [[nodiscard]] std::size_t rows() const { return levels == 0 ? 0 : labels.size() / levels; }
};

class Hierarchy {
 public:
  static constexpr std::size_t kMaxHeight = 255;

  // Siblings keep the order in which the rows bring them; a row may be repeated. Refuses, with
  // Error{Input} at the row and label: fewer than two levels, no rows, several roots, a label with
  // two parents on one level, an empty label above the leaves, and a label that names two groups
  // neither of which contains the other.
  explicit Hierarchy(const HierarchyRows& rows);

  // Levels above the leaves, at least 1.
  [[nodiscard]] std::size_t height() const { return tree_->maps.size() - 1; }
  [[nodiscard]] std::size_t leaves() const { return tree_->maps.front().size(); }
  [[nodiscard]] std::size_t nodes() const { return tree_->parents.size(); }
  [[nodiscard]] NodeId root() const { return static_cast<NodeId>(nodes() - 1); }
  [[nodiscard]] std::string_view label(NodeId node) const { return tree_->labels[node]; }
  // The root is its own parent.
  [[nodiscard]] NodeId parent(NodeId node) const { return tree_->parents[node]; }
  // 0 for leaves, height() for the root.
  [[nodiscard]] std::size_t level(NodeId node) const { return tree_->levels[node]; }
  // First and last leaf covered.
  [[nodiscard]] std::pair<NodeId, NodeId> interval(NodeId node) const {
    return tree_->intervals[node];
  }
  [[nodiscard]] std::size_t leaf_count(NodeId node) const {
    return tree_->intervals[node].second - tree_->intervals[node].first + std::size_t{1};
  }
  // Whether every leaf of `inner` is one of `outer`.
  [[nodiscard]] bool covers(NodeId outer, NodeId inner) const {
    return interval(outer).first <= interval(inner).first &&
           interval(inner).second <= interval(outer).second;
  }
  // First and last node one level below; a leaf is its own child.
  [[nodiscard]] std::pair<NodeId, NodeId> children(NodeId node) const;
  // First and last node of a level.
  [[nodiscard]] std::pair<NodeId, NodeId> level_nodes(std::size_t level) const {
    return {tree_->maps[level].front(), tree_->maps[level].back()};
  }

  [[nodiscard]] NodeId ancestor(NodeId leaf, std::size_t level) const {
    return tree_->maps[level][leaf];
  }
  // For each leaf its ancestor on this level, ascending.
  [[nodiscard]] std::span<const NodeId> level_map(std::size_t level) const {
    return tree_->maps[level];
  }
  // The lowest node that lies on the way to the root from both; of a chain of nodes that cover the
  // same leaves, the lowest.
  [[nodiscard]] NodeId lowest_common_ancestor(NodeId a, NodeId b) const;

  [[nodiscard]] std::optional<NodeId> find_leaf(std::string_view text) const;
  // Any node; the lowest where a label repeats on the way up.
  [[nodiscard]] std::optional<NodeId> find(std::string_view label) const;

  // True if some leaf must not be generalized up to the root.
  [[nodiscard]] bool bounded() const { return !boundary_.empty(); }
  // The highest node this leaf may be generalized to.
  [[nodiscard]] NodeId boundary(NodeId leaf) const {
    return boundary_.empty() ? root() : boundary_[leaf];
  }
  // The same hierarchy with these nodes marked: a leaf may go up to the first mark above it. Leaves
  // under no mark keep the bound they have; with a bound already set the stricter holds. Where a
  // label repeats on the way up, its highest node is marked. Throws Error{Input} for a label that
  // is not there, and for a mark that contradicts others: every leaf under it has a nearer mark.
  [[nodiscard]] Hierarchy with_boundary(std::span<const std::string> labels) const;
  // The same hierarchy with no generalization above this level. Throws Error{Input} above height().
  [[nodiscard]] Hierarchy with_max_level(std::size_t level) const;

 private:
  struct Tree {
    std::string arena;
    std::vector<std::string_view> labels;  // into the arena
    std::vector<NodeId> parents;
    std::vector<std::uint8_t> levels;
    std::vector<std::pair<NodeId, NodeId>> intervals;
    std::vector<std::vector<NodeId>> maps;        // [level][leaf]
    std::vector<std::vector<std::uint8_t>> gaps;  // [p][i]: where leaves i .. i + 2^p all meet
    LabelIndex index;                             // label -> lowest node
  };
  friend class TreeMaker;

  [[nodiscard]] std::size_t meeting_level(NodeId first, NodeId last) const;
  void lower_bounds(std::span<const NodeId> limits);

  std::shared_ptr<const Tree> tree_;
  std::vector<NodeId> boundary_;  // by leaf; empty if unbounded
};

}  // namespace privet
