// SPDX-License-Identifier: Apache-2.0
// Answers an ID3 learner over rows that lie at several parties.
// Reference: Lindell and Pinkas, "Privacy preserving data mining" (J. Cryptology 2002), section 5.
// Idea: every party counts its own rows by class, at every node and in every branch; the counts are
// shares of the whole table's. What a column leaves unknown, sums of n ln n, and the column that
// leaves least are computed on the shares (federation/tree/tree_counts.h), in units in which equal
// sums are equal, so that the tree is the exact one; only the winner is disclosed. The tree itself
// is public, so everybody knows which of its own rows reach a node. An empty branch gets its
// parent's majority on the shares too, so that no majority of an inner node is disclosed. Cost: for
// each node and branch of p classes p + 1 look-ups of n ln n; rounds grow with the depth.
// Adversary: as federation/rows/row_ways.h. Discloses, to all parties: of each node whether all its
// rows have one class, which column splits it, and of each leaf the majority class.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "federation/rows/row_ways.h"
#include "federation/tree/tree_counts.h"
#include "mining/tree/tree_oracle.h"
#include "protocol/setting.h"

namespace privet::federation {

namespace row_tree_openings {

inline constexpr std::string_view kNodes = "nodes";
inline constexpr std::string_view kInnerNodes = "inner nodes";
inline constexpr std::string_view kLeaves = "leaves";
inline constexpr protocol::Opening kFinished{"whether all rows of a node have one class",
                                             "it is a leaf then (Lindell and Pinkas 2002)"};
inline constexpr protocol::Opening kColumn{"which column splits a node",
                                           "part of the answer (Lindell and Pinkas 2002)"};
inline constexpr protocol::Opening kClass{"the majority class of a leaf", "part of the answer"};

}  // namespace row_tree_openings

// A party's rows, by columns of codes that all parties have in common.
struct RowTreePart {
  std::vector<std::vector<std::uint32_t>> codes;  // by column
  std::vector<std::size_t> values;                // of each column
  std::vector<std::size_t> labels;
  std::size_t classes = 0;
};

template <class Way>
class RowTree final : public mining::TreeOracle {
 public:
  // All must outlive it. `all_rows`: of all parties together.
  RowTree(const protocol::Setting& setting, Way& way, const RowTreePart& own, std::size_t all_rows,
          std::size_t max_depth);

  [[nodiscard]] std::size_t classes() const override { return own_.classes; }
  std::vector<mining::NodeState> states(std::span<const mining::NodeId> nodes) override;
  std::vector<mining::BestSplit> best_splits(std::span<const mining::NodeId> nodes) override;
  void split(std::span<const mining::NodeSplit> splits) override;

 private:
  using Arithmetic = typename Way::Arithmetic;
  using Numbers = typename Way::Numbers;
  using Bits = typename Arithmetic::Bits;
  struct Node {
    std::vector<std::uint32_t> rows;
    std::vector<bool> used;             // columns
    std::vector<std::uint64_t> parent;  // own counts of the parent, packed
    std::size_t depth = 0;
  };
  // A column and the nodes (by place in the level) that it may split.
  struct Asked {
    std::size_t column;
    std::vector<std::size_t> nodes;
  };

  [[nodiscard]] std::vector<std::uint64_t> packed(std::span<const std::uint32_t> rows) const;
  [[nodiscard]] bool may_split(const Node& node) const;
  [[nodiscard]] std::vector<Asked> ask(std::span<const mining::NodeId> nodes) const;
  [[nodiscard]] std::vector<std::uint64_t> branch_counts(std::span<const mining::NodeId> nodes,
                                                         std::span<const Asked> asked) const;
  [[nodiscard]] std::vector<Numbers> costs_of(Arithmetic& a, const Numbers& branches,
                                              std::span<const Asked> asked, std::size_t nodes);
  [[nodiscard]] std::vector<std::uint64_t> leaf_classes(std::span<const mining::NodeId> leaves);

  protocol::Setting setting_;
  Way& way_;
  const RowTreePart& own_;
  std::size_t max_depth_;
  CountFields fields_;
  std::vector<std::uint64_t> units_;
  std::map<mining::NodeId, Node> nodes_;
};

extern template class RowTree<RefereedRows>;
extern template class RowTree<ReplicatedRows>;

}  // namespace privet::federation
