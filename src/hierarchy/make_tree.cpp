// SPDX-License-Identifier: Apache-2.0
// Rows of labels to a numbered tree.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "base/error.h"
#include "hierarchy/hierarchy.h"

namespace privet {

// The steps of Hierarchy's constructor.
class TreeMaker {
 public:
  explicit TreeMaker(const HierarchyRows& rows) : rows_(rows), levels_(rows.levels) {}

  std::shared_ptr<const Hierarchy::Tree> make() {
    check_shape();
    collect();
    number();
    fill_maps();
    fill_gaps();
    fill_index();
    return std::make_shared<const Hierarchy::Tree>(std::move(tree_));
  }

 private:
  // The distinct labels of one level in order of appearance, each with its parent on the next.
  struct Level {
    std::vector<std::string_view> names;
    std::vector<NodeId> parents;
    LabelIndex index;
    std::vector<std::uint32_t> ranks;  // order of appearance -> order from left to right
    NodeId begin = 0;                  // id of the leftmost node
  };

  [[noreturn]] void fail(const std::string& message, std::size_t row, std::size_t level) const {
    Place place{.file = rows_.source};
    if (row < rows_.lines.size()) {
      place.line = rows_.lines[row];
      place.column = level + 1;
    }
    throw Error(ErrorCode::Input, message, place);
  }

  [[nodiscard]] std::string_view cell(std::size_t row, std::size_t level) const {
    return rows_.labels[row * rows_.levels + level];
  }

  void check_shape() const {
    if (rows_.rows() == 0) fail("the hierarchy is empty", 1, 0);
    if (rows_.levels < 2) {
      fail("the hierarchy has one level only; give each value at least one group, such as '*'", 0,
           0);
    }
    if (rows_.levels - 1 > Hierarchy::kMaxHeight) {
      fail(fmt::format("the hierarchy has {} levels above the values; at most {} are supported",
                       rows_.levels - 1, Hierarchy::kMaxHeight),
           0, 0);
    }
    PRIVET_CHECK(rows_.labels.size() == rows_.rows() * rows_.levels);
  }

  void collect() {
    std::vector<NodeId> row_ids(rows_.levels);
    std::vector<NodeId> previous(rows_.levels);
    for (std::size_t row = 0; row < rows_.rows(); ++row) {
      for (std::size_t level = rows_.levels; level-- > 0;) {
        const NodeId up = level + 1 < rows_.levels ? row_ids[level + 1] : NodeId{0};
        // Neighbouring rows mostly share their groups.
        const bool same = row > 0 && cell(row, level) == cell(row - 1, level);
        row_ids[level] = same ? previous[level] : intern(row, level, up);
        if (levels_[level].parents[row_ids[level]] != up) refuse_parents(row, level);
      }
      previous = row_ids;
    }
  }

  NodeId intern(std::size_t row, std::size_t level, NodeId up) {
    Level& at = levels_[level];
    const std::string_view name = cell(row, level);
    if (const auto known = at.index.find(name, at.names)) return NodeId(*known);
    if (name.empty() && level > 0) fail("empty label above a value", row, level);
    if (level + 1 == rows_.levels && !at.names.empty()) {
      fail(fmt::format("two roots, {} and {}; the last label of every row must be the same",
                       quote_for_message(at.names.front()), quote_for_message(name)),
           row, level);
    }
    const auto id = static_cast<NodeId>(at.names.size());
    at.names.push_back(name);
    at.parents.push_back(up);
    at.index.add(id, at.names);
    return id;
  }

  [[noreturn]] void refuse_parents(std::size_t row, std::size_t level) const {
    const std::string_view name = cell(row, level);
    std::size_t before = 0;
    while (cell(before, level) != name) ++before;
    std::string line;
    if (before < rows_.lines.size()) line = fmt::format(" (line {})", rows_.lines[before]);
    const auto pair = fmt::format("both {}{} and {}", quote_for_message(cell(before, level + 1)),
                                  line, quote_for_message(cell(row, level + 1)));
    if (level == 0)
      fail(fmt::format("value {} lies below {}", quote_for_message(name), pair), row, level);
    fail(fmt::format("the levels do not nest: {} lies below {}", quote_for_message(name), pair),
         row, level);
  }

  // Depth-first order without recursion: from the root down, each level sorted by its parents.
  void number() {
    for (std::size_t level = rows_.levels; level-- > 0;) {
      Level& at = levels_[level];
      at.ranks.resize(at.names.size());
      if (level + 1 == rows_.levels) continue;  // the root alone
      const auto& above = levels_[level + 1].ranks;
      std::vector<std::uint32_t> next(above.size() + 1, 0);
      for (const NodeId up : at.parents) ++next[above[up] + 1];
      std::partial_sum(next.begin(), next.end(), next.begin());
      for (std::size_t i = 0; i < at.parents.size(); ++i) {
        at.ranks[i] = next[above[at.parents[i]]]++;
      }
    }
    std::size_t nodes = 0;
    for (Level& at : levels_) {
      at.begin = static_cast<NodeId>(nodes);
      nodes += at.names.size();
      if (nodes > std::numeric_limits<NodeId>::max() / 2) fail("too many groups", 0, 0);
    }
    tree_.labels.resize(nodes);
    tree_.parents.resize(nodes);
    tree_.levels.resize(nodes);
    fill_nodes();
  }

  void fill_nodes() {
    std::size_t bytes = 0;
    for (const Level& at : levels_) {
      for (const auto& name : at.names) bytes += name.size();
    }
    // Never the short form that lives inside the string object: the views must survive a move.
    tree_.arena.reserve(std::max<std::size_t>(bytes, 64));
    for (std::size_t level = 0; level < rows_.levels; ++level) {
      const Level& at = levels_[level];
      for (std::size_t i = 0; i < at.names.size(); ++i) {
        const NodeId node(at.begin + at.ranks[i]);
        const std::size_t begin = tree_.arena.size();
        tree_.arena += at.names[i];
        tree_.labels[node] = {tree_.arena.data() + begin, at.names[i].size()};
        tree_.levels[node] = static_cast<std::uint8_t>(level);
        tree_.parents[node] = node;
        if (level + 1 < rows_.levels) {
          const Level& above = levels_[level + 1];
          tree_.parents[node] = NodeId(above.begin + above.ranks[at.parents[i]]);
        }
      }
    }
  }

  void fill_maps() {
    const std::size_t leaves = levels_[0].names.size();
    tree_.maps.assign(rows_.levels, std::vector<NodeId>(leaves));
    std::iota(tree_.maps[0].begin(), tree_.maps[0].end(), NodeId{0});
    for (std::size_t level = 1; level < rows_.levels; ++level) {
      for (std::size_t leaf = 0; leaf < leaves; ++leaf) {
        tree_.maps[level][leaf] = tree_.parents[tree_.maps[level - 1][leaf]];
      }
    }
    tree_.intervals.assign(tree_.parents.size(), {std::numeric_limits<NodeId>::max(), NodeId{0}});
    for (const auto& map : tree_.maps) {
      for (NodeId leaf = 0; leaf < leaves; ++leaf) {
        auto& [first, last] = tree_.intervals[map[leaf]];
        first = std::min(first, leaf);
        last = leaf;
      }
    }
  }

  void fill_gaps() {
    const std::size_t leaves = tree_.maps[0].size();
    std::vector<std::uint8_t> row(leaves - 1);
    for (std::size_t i = 0; i + 1 < leaves; ++i) {
      std::size_t level = 1;
      while (tree_.maps[level][i] != tree_.maps[level][i + 1]) ++level;
      row[i] = static_cast<std::uint8_t>(level);
    }
    for (std::size_t step = 1; !row.empty(); step *= 2) {
      tree_.gaps.push_back(row);
      if (row.size() <= step) break;
      for (std::size_t i = 0; i + step < row.size(); ++i) row[i] = std::max(row[i], row[i + step]);
      row.resize(row.size() - step);
    }
  }

  // A label may come again on the way up (padding, or 32.5 as a value and as a group of values),
  // but nowhere else: a reader of a release could not know which was meant.
  void fill_index() {
    for (NodeId node = 0; node < tree_.labels.size(); ++node) {
      const auto lower = tree_.index.find(tree_.labels[node], tree_.labels);
      if (!lower) {
        tree_.index.add(node, tree_.labels);
      } else if (tree_.maps[tree_.levels[node]][tree_.intervals[*lower].first] != node) {
        refuse_label(node, NodeId(*lower));
      }
    }
  }

  [[noreturn]] void refuse_label(NodeId node, NodeId lower) const {
    const std::size_t level = tree_.levels[node];
    const std::string_view name = tree_.labels[node];
    std::size_t row = 0;
    while (cell(row, level) != name) ++row;
    fail(fmt::format("{} on level {} is not the {} on level {}: neither contains the other; "
                     "rename one of them",
                     quote_for_message(name), level, quote_for_message(name), tree_.levels[lower]),
         row, level);
  }

  const HierarchyRows& rows_;
  std::vector<Level> levels_;
  Hierarchy::Tree tree_;
};

Hierarchy::Hierarchy(const HierarchyRows& rows) : tree_(TreeMaker(rows).make()) {}

}  // namespace privet
