// SPDX-License-Identifier: Apache-2.0
// Hierarchies in our TOML form: given rows, intervals, masked prefixes, taxonomies, dates, and
// boundary marks. The same table may stand in a file of its own or inside a policy.
// Reference: docs/format/hierarchy.md.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "data/table.h"
#include "hierarchy/hierarchy.h"
#include "hierarchy/spec.h"

namespace privet {

// Reads the table at `keys` (from the top; none: the whole document) of a TOML text. `source` names
// the text in messages. Throws Error{Input} with line and column.
[[nodiscard]] HierarchySpec parse_hierarchy_spec(std::string_view text, const std::string& source,
                                                 std::span<const std::string> keys = {});
[[nodiscard]] HierarchySpec read_hierarchy_spec(const std::string& path);

// The hierarchy in a file for this column: our TOML form if the name ends in .toml, else rows as
// ARX writes them (hierarchy/read_arx.h).
[[nodiscard]] Hierarchy read_hierarchy(const std::string& path, const Column& column);

}  // namespace privet
