// SPDX-License-Identifier: Apache-2.0
// From classes of records to a recoding: each class shows of every quasi-identifier the least that
// covers its records (the lowest common ancestor, a range of numbers, a set of texts).
#pragma once

#include <span>
#include <vector>

#include "anonymize/classes/attribute_order.h"
#include "anonymize/problem.h"

namespace privet {

// Records in no class are suppressed.
[[nodiscard]] Recoding recode_classes(const Problem& problem,
                                      std::span<const AttributeOrder> orders,
                                      std::span<const std::vector<RowId>> classes, const Run& run);

}  // namespace privet
