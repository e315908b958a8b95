// SPDX-License-Identifier: Apache-2.0
// Identifiers of which the first characters are released ("0301*").
// Idea: whoever knows the person knows these characters, so the column becomes a quasi-identifier.
// Its values are replaced by their masks before anything is searched, and it gets the hierarchy of
// shorter and shorter masks: "030*", "03*", "0*", "*". A class shows the longest one that all of
// its records share.
#pragma once

#include <optional>

#include "base/settings.h"
#include "job/policy.h"
#include "job/prepare.h"

namespace privet {

// The column with its values masked; missing values stay.
[[nodiscard]] Column masked_column(const Column& column, std::size_t keep);

// Masks the columns that --mask or the policy names. In a released table, of which `purpose` says
// that it is only checked, they get their role and nothing else. Throws Error{Usage} for a column
// with another role, one that gets pseudonyms too, and one that has a hierarchy.
void mask_columns(PreparedTable& prepared, const Settings& settings,
                  const std::optional<Policy>& policy, Purpose purpose);

// The hierarchies of the masks; after the others were read.
void set_mask_hierarchies(PreparedTable& prepared, const Settings& settings);

}  // namespace privet
