// SPDX-License-Identifier: Apache-2.0
// A taxonomy from parent/child pairs, in any order.
// Idea: leaves of different depth are padded at the bottom (a leaf repeats its label), so a group's
// level says how far it is from the deepest leaf. Several roots get a common root '*'. A value of
// the column that names a group becomes a leaf of its own below that group; missing values hang
// below the root. Cost: O(pairs) plus leaves x height labels.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "base/error.h"
#include "data/table.h"
#include "hierarchy/hierarchy.h"

namespace privet {

struct TaxonomyLink {
  std::string child;
  std::string parent;
  Place place = {};  // where the pair was written, for messages
};

// Throws Error{Input} at the pair: a child with two parents, a cycle (named), an empty name, a
// taxonomy deeper than a hierarchy may be.
[[nodiscard]] Hierarchy build_taxonomy(std::span<const TaxonomyLink> links, const Column& column);

}  // namespace privet
