// SPDX-License-Identifier: Apache-2.0
// The information loss of a clustering: a class costs its size times the sum over the
// quasi-identifiers of how high in its hierarchy the value shown lies (the height of the node's
// subtree over the height of the whole), and a suppressed record one for each of them.
// Idea: without a hierarchy a range of numbers costs its share of the column's width, and a set of
// texts, or of numbers and missing values, costs all, as in a hierarchy of one level. Where a
// ragged taxonomy was padded, the repeated labels do not count as height. Reference: Byun, Kamra,
// Bertino and Li, "Efficient k-anonymization using clustering techniques" (2006); Miller, Campan
// and Truta, "Constrained k-anonymity" (2008), definitions 10 and 11.
#pragma once

#include <cstdint>
#include <vector>

#include "hierarchy/bind.h"
#include "quality/loss.h"
#include "recoding/recoding.h"

namespace privet {

// [NodeId] how many steps lie between a node and the farthest leaf below it; padding does not
// count.
[[nodiscard]] std::vector<std::uint32_t> subtree_heights(const Hierarchy& hierarchy);
// The same as shares of the root's, in [0,1]; all 0 where the root has no height.
[[nodiscard]] std::vector<double> height_shares(const Hierarchy& hierarchy);

// Over all classes and suppressed records, in [0, records x attributes].
[[nodiscard]] double information_loss(const Recoding& recoding, const RecodingContext& context);

}  // namespace privet
