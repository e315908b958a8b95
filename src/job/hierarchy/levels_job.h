// SPDX-License-Identifier: Apache-2.0
// What a hierarchy makes of a column: the groups of each level, and how many records they hold.
// Cost: one pass over the column, and one over the hierarchy's nodes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "data/table.h"
#include "hierarchy/spec.h"

namespace privet::job {

struct LevelGroup {
  std::string label = {};
  std::string parent = {};  // the group's on the next level; empty for the root
  std::size_t values = 0;   // of the hierarchy, below it
  std::size_t rows = 0;     // records of the column
};

struct HierarchyLevel {
  std::size_t groups = 0;
  std::size_t smallest = 0;            // records of the smallest group that has any
  std::vector<LevelGroup> first = {};  // in order, at most as many as were asked for
};

struct HierarchyLevels {
  std::vector<HierarchyLevel> levels = {};  // the values first, the root last
};

// `toml`: a hierarchy as docs/format/hierarchy.md describes it. Throws Error{Input} for one that
// does not fit the column, naming the values it lacks.
[[nodiscard]] HierarchyLevels describe_hierarchy(const std::string& toml, const Column& column,
                                                 std::size_t groups);
// The same of a file, in our TOML form or as rows.
[[nodiscard]] HierarchyLevels describe_hierarchy_file(const std::string& path, const Column& column,
                                                      std::size_t groups);
// The rows of a file of rows (ARX's form), to be kept in a policy.
[[nodiscard]] std::vector<std::vector<std::string>> hierarchy_rows(const std::string& path,
                                                                   const Column& column);

}  // namespace privet::job
