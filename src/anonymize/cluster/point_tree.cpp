// SPDX-License-Identifier: Apache-2.0
#include "anonymize/cluster/point_tree.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"

namespace privet {

PointTree::PointTree(const RecordSpace& space, std::span<const AttributeOrder> orders,
                     std::span<const RowId> rows)
    : space_(space), attributes_(space.attributes()), free_(rows.size()) {
  PRIVET_CHECK(!rows.empty());
  collect(rows);
  build(orders);
}

// Sorts equal records together and makes a point of each run.
void PointTree::collect(std::span<const RowId> rows) {
  rows_.assign(rows.begin(), rows.end());
  const auto compare = [&](RowId a, RowId b) {
    const auto* left = space_.positions(a);
    const auto* right = space_.positions(b);
    const auto order = std::lexicographical_compare_three_way(left, left + attributes_, right,
                                                              right + attributes_);
    return order != 0 ? order : space_.kind(a) <=> space_.kind(b);
  };
  std::stable_sort(rows_.begin(), rows_.end(), [&](RowId a, RowId b) { return compare(a, b) < 0; });
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    if (r > 0 && compare(rows_[r - 1], rows_[r]) == 0) {
      ++points_.back().end;
      continue;
    }
    points_.push_back({r, r + 1, space_.kind(rows_[r])});
    const auto* values = space_.positions(rows_[r]);
    positions_.insert(positions_.end(), values, values + attributes_);
  }
}

void PointTree::build(std::span<const AttributeOrder> orders) {
  nodes_.push_back({.begin = 0, .end = static_cast<std::uint32_t>(points_.size())});
  boxes_.resize(2 * attributes_);
  // Children are appended behind their parent, so one pass from the front makes all and one from
  // the back fits them.
  for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
    fit_leaf(n);
    if (nodes_[n].end - nodes_[n].begin <= kLeafPoints) continue;
    const Split split = best_split(nodes_[n], low(n), orders);
    if (split.smaller > 0) part(n, split);
  }
  for (auto n = static_cast<std::uint32_t>(nodes_.size()); n-- > 0;) {
    if (nodes_[n].left != 0) fit_inner(n);
  }
}

// Of the attributes that cost most over the node's box, the one that can be cut into the most equal
// parts.
PointTree::Split PointTree::best_split(const Node& node, const Position* box,
                                       std::span<const AttributeOrder> orders) const {
  Split best;
  std::vector<std::size_t> below;  // how many points lie below each position of the extent
  for (std::size_t a = 0; a < attributes_; ++a) {
    const Extent extent{box[a], box[attributes_ + a]};
    const double cost = space_.costs()[a](extent);
    if (extent.low == extent.high || cost < best.cost) continue;
    below.assign(extent.high - extent.low + std::size_t{2}, 0);
    for (std::uint32_t p = node.begin; p < node.end; ++p) {
      ++below[positions(p)[a] - extent.low + std::size_t{1}];
    }
    std::partial_sum(below.begin(), below.end(), below.begin());
    const std::size_t all = node.end - node.begin;
    const auto consider = [&](Position position) {
      const std::size_t left = below[position - extent.low];
      const std::size_t smaller = std::min(left, all - left);
      if (smaller == 0 || (cost == best.cost && smaller <= best.smaller)) return;
      best = {a, position, smaller, cost};
    };
    const auto starts = orders[a].cut_starts(extent);
    if (starts.empty()) {
      for (Position p = extent.low + 1; p <= extent.high; ++p) consider(p);
    }
    for (const Position start : starts) {
      if (start > extent.low && start <= extent.high) consider(start);
    }
  }
  return best;
}

// Moves the points of the left child to the front, with their positions.
void PointTree::part(std::uint32_t node, const Split& split) {
  const auto [begin, end, left, parent, row] = nodes_[node];
  std::vector<std::uint32_t> order(end - begin);
  std::iota(order.begin(), order.end(), begin);
  const auto middle = std::stable_partition(order.begin(), order.end(), [&](std::uint32_t p) {
    return positions(p)[split.attribute] < split.position;
  });
  std::vector<Point> points;
  std::vector<Position> values;
  for (const std::uint32_t p : order) {
    points.push_back(points_[p]);
    values.insert(values.end(), positions(p), positions(p) + attributes_);
  }
  std::copy(points.begin(), points.end(), points_.begin() + begin);
  std::copy(values.begin(), values.end(),
            positions_.begin() + static_cast<std::ptrdiff_t>(begin * attributes_));
  const auto cut = begin + static_cast<std::uint32_t>(middle - order.begin());
  nodes_[node].left = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back({.begin = begin, .end = cut, .parent = node});
  nodes_.push_back({.begin = cut, .end = end, .parent = node});
  boxes_.resize(2 * attributes_ * nodes_.size());
}

void PointTree::fit_leaf(std::uint32_t node) {
  Position* least = low(node);
  Position* largest = least + attributes_;
  std::fill_n(least, attributes_, std::numeric_limits<Position>::max());
  std::fill_n(largest, attributes_, Position{0});
  RowId first = kNoRow;
  for (std::uint32_t p = nodes_[node].begin; p < nodes_[node].end; ++p) {
    if (first_row(points_[p]) == kNoRow) continue;
    first = std::min(first, first_row(points_[p]));
    for (std::size_t a = 0; a < attributes_; ++a) {
      least[a] = std::min(least[a], positions(p)[a]);
      largest[a] = std::max(largest[a], positions(p)[a]);
    }
  }
  nodes_[node].first_row = first;
}

// An empty child has an inside-out box, which widens nothing.
void PointTree::fit_inner(std::uint32_t node) {
  const std::uint32_t left = nodes_[node].left;
  nodes_[node].first_row = std::min(nodes_[left].first_row, nodes_[left + 1].first_row);
  for (std::size_t a = 0; a < attributes_; ++a) {
    low(node)[a] = std::min(low(left)[a], low(left + 1)[a]);
    low(node)[attributes_ + a] =
        std::max(low(left)[attributes_ + a], low(left + 1)[attributes_ + a]);
  }
}

std::optional<RowId> PointTree::nearest(const ClusterReach& cluster, const KindFilter& filter) {
  found_ = {.cost = std::numeric_limits<double>::infinity()};
  if (free_ > 0) seek_nearest(0, cluster, filter, found_);
  return found_.row == kNoRow ? std::nullopt : std::optional(found_.row);
}

RowId PointTree::farthest(const ClusterReach& cluster) {
  PRIVET_CHECK(free_ > 0);
  found_ = {.cost = -1};
  seek_farthest(0, cluster, found_);
  return found_.row;
}

void PointTree::seek_nearest(std::uint32_t node, const ClusterReach& cluster,
                             const KindFilter& filter, Best& best) const {
  const auto better = [&](double cost, RowId row) {
    return cost < best.cost || (cost == best.cost && row < best.row);
  };
  const Node& at = nodes_[node];
  if (at.left == 0) {
    for (std::uint32_t p = at.begin; p < at.end; ++p) {
      const RowId row = first_row(points_[p]);
      if (row == kNoRow) continue;
      const double cost = cluster.cost_with(positions(p));
      if (better(cost, row) && (!filter || filter(points_[p].kind))) best = {cost, row, p, node};
    }
    return;
  }
  const auto bound = [&](std::uint32_t child) {
    return nodes_[child].first_row == kNoRow ? std::numeric_limits<double>::infinity()
                                             : cluster.least(low(child), low(child) + attributes_);
  };
  std::uint32_t first = at.left;
  std::uint32_t second = at.left + 1;
  double first_bound = bound(first);
  double second_bound = bound(second);
  if (second_bound < first_bound) {
    std::swap(first, second);
    std::swap(first_bound, second_bound);
  }
  if (better(first_bound, nodes_[first].first_row)) seek_nearest(first, cluster, filter, best);
  if (better(second_bound, nodes_[second].first_row)) seek_nearest(second, cluster, filter, best);
}

void PointTree::seek_farthest(std::uint32_t node, const ClusterReach& cluster, Best& best) const {
  const auto better = [&](double cost, RowId row) {
    return cost > best.cost || (cost == best.cost && row < best.row);
  };
  const Node& at = nodes_[node];
  if (at.left == 0) {
    for (std::uint32_t p = at.begin; p < at.end; ++p) {
      const RowId row = first_row(points_[p]);
      if (row == kNoRow) continue;
      const double cost = cluster.cost_with(positions(p));
      if (better(cost, row)) best = {cost, row, p, node};
    }
    return;
  }
  const auto bound = [&](std::uint32_t child) {
    return nodes_[child].first_row == kNoRow ? -1.0
                                             : cluster.most(low(child), low(child) + attributes_);
  };
  std::uint32_t first = at.left;
  std::uint32_t second = at.left + 1;
  double first_bound = bound(first);
  double second_bound = bound(second);
  if (second_bound > first_bound) {
    std::swap(first, second);
    std::swap(first_bound, second_bound);
  }
  if (better(first_bound, nodes_[first].first_row)) seek_farthest(first, cluster, best);
  if (better(second_bound, nodes_[second].first_row)) seek_farthest(second, cluster, best);
}

void PointTree::remove_found() {
  PRIVET_CHECK(found_.row != kNoRow);
  ++points_[found_.point].begin;
  --free_;
  fit_leaf(found_.leaf);
  for (std::uint32_t node = found_.leaf; node != 0;) {
    node = nodes_[node].parent;
    fit_inner(node);
  }
  found_.row = kNoRow;
}

}  // namespace privet
