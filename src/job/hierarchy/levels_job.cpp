// SPDX-License-Identifier: Apache-2.0
#include "job/hierarchy/levels_job.h"

#include <algorithm>

#include "base/error.h"
#include "hierarchy/bind.h"
#include "hierarchy/read_toml.h"

namespace privet::job {
namespace {

HierarchyLevels describe(const Hierarchy& hierarchy, const Column& column, std::size_t most,
                         const std::string& source) {
  const BoundHierarchy bound = bind(hierarchy, column, source);
  std::vector<std::size_t> rows_of(hierarchy.nodes());
  for (const ValueId code : column.codes) ++rows_of[bound.leaf(code)];
  HierarchyLevels out;
  for (std::size_t level = 0; level <= hierarchy.height(); ++level) {
    if (level > 0) {
      for (std::size_t leaf = 0; leaf < hierarchy.leaves(); ++leaf) {
        rows_of[hierarchy.ancestor(static_cast<NodeId>(leaf), level)] += rows_of[leaf];
      }
    }
    const auto [first, last] = hierarchy.level_nodes(level);
    HierarchyLevel& shown = out.levels.emplace_back();
    shown.groups = last - first + std::size_t{1};
    for (std::size_t node = first; node <= last; ++node) {
      const auto id = static_cast<NodeId>(node);
      const std::size_t rows = rows_of[node];
      if (rows > 0 && (shown.smallest == 0 || rows < shown.smallest)) shown.smallest = rows;
      if (shown.first.size() >= most) continue;
      shown.first.push_back({.label = std::string(hierarchy.label(id)),
                             .parent = id == hierarchy.root()
                                           ? ""
                                           : std::string(hierarchy.label(hierarchy.parent(id))),
                             .values = hierarchy.leaf_count(id),
                             .rows = rows});
    }
  }
  return out;
}

}  // namespace

HierarchyLevels describe_hierarchy(const std::string& toml, const Column& column,
                                   std::size_t groups) {
  const HierarchySpec spec = parse_hierarchy_spec(toml, column.name);
  return describe(build_hierarchy(spec, column), column, groups, {});
}

HierarchyLevels describe_hierarchy_file(const std::string& path, const Column& column,
                                        std::size_t groups) {
  return describe(read_hierarchy(path, column), column, groups, path);
}

std::vector<std::vector<std::string>> hierarchy_rows(const std::string& path,
                                                     const Column& column) {
  const Hierarchy hierarchy = read_hierarchy(path, column);
  static_cast<void>(bind(hierarchy, column, path));  // refuses one that lacks values
  std::vector<std::vector<std::string>> out;
  for (std::size_t leaf = 0; leaf < hierarchy.leaves(); ++leaf) {
    std::vector<std::string>& row = out.emplace_back();
    for (std::size_t level = 0; level <= hierarchy.height(); ++level) {
      row.emplace_back(hierarchy.label(hierarchy.ancestor(static_cast<NodeId>(leaf), level)));
    }
  }
  return out;
}

}  // namespace privet::job
