// SPDX-License-Identifier: Apache-2.0
// Merges classes that break a model with others until every class satisfies all.
// Idea: for models such as t-closeness small classes fail by chance more than by nature, and two
// that fail on opposite sides hold together. So a partition as fine as the class size allows is
// made first; then, smallest first, a class that breaks a model takes the partner that heals most
// for the loss that merging brings.
// The models must be such that classes which hold may be united.
// Cost: classes x classes of a block, a look at the models for each pair that could be best.
#pragma once

#include <span>
#include <vector>

#include "anonymize/local/specialization.h"
#include "base/run.h"

namespace privet {

using Group = std::vector<RowId>;

// Whether all classes hold in the end; false if even all of them together do not.
[[nodiscard]] bool merge_until_they_hold(const Problem& problem, std::span<const ExtentLoss> losses,
                                         const PositionTable& table, std::vector<Group>& classes,
                                         const Run& run);

}  // namespace privet
