// SPDX-License-Identifier: Apache-2.0
#include "anonymize/classes/level_maps.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "base/error.h"

namespace privet {
namespace {

// Names each group by its first value.
std::vector<ValueId> name_groups(const std::vector<NodeId>& node_of_value, std::size_t nodes) {
  constexpr ValueId kNone = std::numeric_limits<ValueId>::max();
  std::vector<ValueId> first(nodes, kNone);
  std::vector<ValueId> names(node_of_value.size());
  for (std::size_t v = 0; v < names.size(); ++v) {
    ValueId& name = first[node_of_value[v]];
    if (name == kNone) name = static_cast<ValueId>(v);
    names[v] = name;
  }
  return names;
}

}  // namespace

AttributeLevels::AttributeLevels(const Column& column, const BoundHierarchy* hierarchy)
    : hierarchy_(hierarchy) {
  const std::size_t values = column.dictionary.size();
  names_.emplace_back(values);
  std::iota(names_.back().begin(), names_.back().end(), ValueId{0});
  if (hierarchy == nullptr) {
    names_.emplace_back(values, ValueId{0});
  } else {
    for (std::size_t level = 1; level <= hierarchy->hierarchy.height(); ++level) {
      names_.push_back(
          name_groups(hierarchy->level_of_values(level), hierarchy->hierarchy.nodes()));
    }
  }
  records_.emplace_back(values);
  for (const ValueId code : column.codes) ++records_.back()[code];
  for (std::size_t level = 1; level < names_.size(); ++level) {
    records_.emplace_back(values);
    for (std::size_t v = 0; v < values; ++v) records_[level][names_[level][v]] += records_[0][v];
  }
}

std::size_t AttributeLevels::covered(std::size_t level, ValueId name) const {
  if (level == 0) return 1;
  if (hierarchy_ == nullptr) return values();
  const Hierarchy& tree = hierarchy_->hierarchy;
  return tree.leaf_count(tree.ancestor(hierarchy_->leaf(name), level));
}

std::size_t AttributeLevels::leaves() const {
  return hierarchy_ == nullptr ? values() : hierarchy_->hierarchy.leaves();
}

GeneralizedValue AttributeLevels::shown(std::size_t level, ValueId name) const {
  using Kind = GeneralizedValue::Kind;
  if (level == 0) return {.kind = Kind::Value, .low = name, .high = name};
  if (hierarchy_ == nullptr) return {.kind = Kind::Any};
  return {.kind = Kind::Node,
          .node = hierarchy_->hierarchy.ancestor(hierarchy_->leaf(name), level)};
}

std::size_t AttributeLevels::highest_allowed() const {
  std::size_t level = height();
  if (hierarchy_ == nullptr || !hierarchy_->hierarchy.bounded()) return level;
  const Hierarchy& tree = hierarchy_->hierarchy;
  for (std::size_t v = 0; v < values(); ++v) {
    if (records_[0][v] == 0) continue;
    level = std::min(level, tree.level(tree.boundary(hierarchy_->leaf(static_cast<ValueId>(v)))));
  }
  return level;
}

std::vector<AttributeLevels> make_levels(const Problem& problem) {
  std::vector<AttributeLevels> out;
  for (const auto& quasi : problem.quasi) {
    out.emplace_back(problem.table.column(quasi.column), quasi.hierarchy);
  }
  return out;
}

}  // namespace privet
