// SPDX-License-Identifier: Apache-2.0
// C_WDM: how indistinguishable records are in each attribute alone, weighted by the attributes'
// priorities. Idea: the published formula counts, for each attribute, the records with the same
// released value. That calls exact values worse than overlapping ranges (exact ages form large
// groups of equals). Counting the records whose released values overlap, and so could be equal,
// gives the published results; that is the headline, the literal one is given too. Reference: Xiong
// and Rangachari, "Towards application-oriented data anonymization" (2008), section 4.2. Cost:
// sorting the distinct values of an attribute; for sets, comparing each two distinct ones.
#pragma once

#include <vector>

#include "quality/loss.h"

namespace privet {

struct WeightedDiscernibility {
  double overlap = 0;
  double equal = 0;
};

// `weights`: one for each attribute of the recoding. Suppressed records overlap with all.
[[nodiscard]] WeightedDiscernibility weighted_discernibility(const Recoding& recoding,
                                                             const RecodingContext& context,
                                                             const std::vector<double>& weights);

}  // namespace privet
