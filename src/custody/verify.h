// SPDX-License-Identifier: Apache-2.0
// Whether an encoding keeps the tree, tried out: both tables are mined and the trees compared.
#pragma once

#include <string_view>

#include "base/run.h"
#include "custody/encode.h"
#include "data/table.h"

namespace privet::custody {

// Throws Error{Infeasible} unless the tree that the learner (of custody/learners.h) mines from the
// encoded table decodes to the one it mines from `table`.
void verify_encoding(const Encoded& encoded, const Table& table, AttributeId class_column,
                     std::string_view learner, const Run& run);

}  // namespace privet::custody
