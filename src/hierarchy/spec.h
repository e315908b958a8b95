// SPDX-License-Identifier: Apache-2.0
// What a hierarchy is to be, as written in a TOML file or in a policy, before the data is known.
// Idea: one struct a form; the form decides how the column's values become leaves.
// Reference: docs/format/hierarchy.md.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/error.h"
#include "data/table.h"
#include "hierarchy/build_dates.h"
#include "hierarchy/build_intervals.h"
#include "hierarchy/build_prefix.h"
#include "hierarchy/build_taxonomy.h"
#include "hierarchy/hierarchy.h"

namespace privet {

// The rows themselves, leaf first; needs no column.
struct LevelRows {
  std::vector<std::vector<std::string>> rows;
  std::vector<std::size_t> lines;  // where each row was written
};

struct TaxonomyLinks {
  std::vector<TaxonomyLink> links;
};

struct HierarchySpec {
  std::variant<LevelRows, EqualWidths, Quantiles, Cuts, PrefixMask, TaxonomyLinks, DateUnits> form;
  std::vector<std::string> boundary = {};
  std::optional<std::size_t> max_level = std::nullopt;
  Place place = {};  // where the hierarchy was written, for messages
};

// Builds the hierarchy for this column and sets its bounds. Errors carry the place of the spec
// unless they have a better one. The result still has to be bound (hierarchy/bind.h).
[[nodiscard]] Hierarchy build_hierarchy(const HierarchySpec& spec, const Column& column);

}  // namespace privet
