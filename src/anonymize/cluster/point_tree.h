// SPDX-License-Identifier: Apache-2.0
// Finds the nearest and the farthest free record of a cluster without looking at all of them.
// Idea: records with equal values are one point. Points lie in the leaves of a binary tree that is
// cut where the cost of what it holds is highest (in a hierarchy between subtrees); each node knows
// the box of its free points and its first free record. A search goes to the more promising child
// first and leaves out every node whose box cannot beat what it has (ClusterReach::least and most
// are exact bounds, and a tie is lost by a later record), so it finds what a scan of all records
// would find. Boxes shrink as records are taken away.
// Cost: 16 bytes per record and attribute; a search visits a small part of the points while close
// records are left, and at worst all of them. Threads: one at a time.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "anonymize/cluster/record_seeker.h"

namespace privet {

class PointTree final : public RecordSeeker {
 public:
  // `space` and `orders` must outlive it. The rows must be ascending.
  PointTree(const RecordSpace& space, std::span<const AttributeOrder> orders,
            std::span<const RowId> rows);

  [[nodiscard]] std::size_t size() const override { return free_; }
  [[nodiscard]] std::optional<RowId> nearest(const ClusterReach& cluster,
                                             const KindFilter& filter) override;
  [[nodiscard]] RowId farthest(const ClusterReach& cluster) override;
  void remove_found() override;

 private:
  using Position = RecordSpace::Position;
  static constexpr RowId kNoRow = std::numeric_limits<RowId>::max();
  static constexpr std::size_t kLeafPoints = 8;

  // Records with the same values and of the same kind.
  struct Point {
    std::size_t begin = 0;  // its free rows, ascending, are rows_[begin, end)
    std::size_t end = 0;
    std::uint32_t kind = 0;
  };
  struct Node {
    std::uint32_t begin = 0;  // its points
    std::uint32_t end = 0;
    std::uint32_t left = 0;  // the right child is the next; 0: a leaf
    std::uint32_t parent = 0;
    RowId first_row = kNoRow;  // of the free ones; kNoRow: none is left
  };
  struct Best {
    double cost = 0;
    RowId row = kNoRow;
    std::uint32_t point = 0;
    std::uint32_t leaf = 0;
  };
  struct Split {
    std::size_t attribute = 0;
    Position position = 0;  // points at or above it go right
    std::size_t smaller = 0;
    double cost = 0;
  };

  void collect(std::span<const RowId> rows);
  void build(std::span<const AttributeOrder> orders);
  [[nodiscard]] Split best_split(const Node& node, const Position* box,
                                 std::span<const AttributeOrder> orders) const;
  void part(std::uint32_t node, const Split& split);
  void fit_leaf(std::uint32_t node);
  void fit_inner(std::uint32_t node);
  [[nodiscard]] Position* low(std::uint32_t node) {
    return boxes_.data() + 2 * attributes_ * std::size_t{node};
  }
  [[nodiscard]] const Position* low(std::uint32_t node) const {
    return boxes_.data() + 2 * attributes_ * std::size_t{node};
  }
  [[nodiscard]] const Position* positions(std::uint32_t point) const {
    return positions_.data() + attributes_ * std::size_t{point};
  }
  [[nodiscard]] RowId first_row(const Point& point) const {
    return point.begin == point.end ? kNoRow : rows_[point.begin];
  }
  void seek_nearest(std::uint32_t node, const ClusterReach& cluster, const KindFilter& filter,
                    Best& best) const;
  void seek_farthest(std::uint32_t node, const ClusterReach& cluster, Best& best) const;

  const RecordSpace& space_;
  std::size_t attributes_;
  std::size_t free_ = 0;
  std::vector<RowId> rows_;          // point after point
  std::vector<Point> points_;        // in the order of the leaves
  std::vector<Position> positions_;  // [point * attributes + attribute]
  std::vector<Node> nodes_;
  std::vector<Position> boxes_;  // [node]: the least positions, then the largest
  Best found_;
};

}  // namespace privet
