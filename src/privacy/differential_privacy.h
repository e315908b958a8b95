// SPDX-License-Identifier: Apache-2.0
// (epsilon, delta)-differential privacy by sampling and k: whether one person's record is in the
// table changes the chance of any release by a factor of e^epsilon at most, except with probability
// delta.
// Idea: SafePub. Every record is drawn with the chance beta, shown on levels of the hierarchies
// that were fixed before anybody looked at the records, and left out if fewer than k show the same;
// a theorem (privacy/sampling_theorem.h) gives k. What a class asks for is k records; that the
// levels were fixed, the sample drawn and small groups left out silently is seen to by
// job/safe_pub and checked again by the guard as far as bytes can tell. Reference: Bild,
// Kuhn, Prasser, "SafePub: a truthful data anonymization algorithm with strong privacy guarantees"
// (2018). The paper also searches for the levels, spending a part of epsilon; that search is not
// offered here. Cost: one comparison per class.
#pragma once

#include <memory>

#include "base/description.h"
#include "privacy/privacy_model.h"

namespace privet {

extern const Description kDifferentialPrivacy;

// Requires epsilon > 0, 0 < delta < 1, 0 < beta <= 1 - e^-epsilon.
[[nodiscard]] std::unique_ptr<PrivacyModel> make_differential_privacy(double epsilon, double delta,
                                                                      double beta);

}  // namespace privet
