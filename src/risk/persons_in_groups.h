// SPDX-License-Identifier: Apache-2.0
// How many different persons the groups of records have.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "data/group_rows.h"

namespace privet {

// [group] the persons of its records and, if `others` is not empty, of those of the groups that it
// lists for the group; P0 and "p0 " are one person unless `exact_text`. Records that do not say
// whom they are about are about one person.
[[nodiscard]] std::vector<std::uint32_t> persons_in_groups(
    const Column& who, bool exact_text, const RowGroups& groups,
    const std::vector<std::vector<std::uint32_t>>& others);

// What the groups become for somebody who sees which records are of one person: two records are in
// one group if their persons have records in the same groups. Nothing if nobody has records in two.
// A record that does not say whom it is about is linked to none.
[[nodiscard]] std::optional<RowGroups> linked_groups(const Column& who, bool exact_text,
                                                     const RowGroups& groups);

}  // namespace privet
