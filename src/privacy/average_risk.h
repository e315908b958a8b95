// SPDX-License-Identifier: Apache-2.0
// Average risk: over all records, the chance to be the one that an attacker is looking for is at
// most r on average: as many classes as records times r.
// Idea: a promise about all classes together. A record of a class of n has the chance 1 / n, so the
// records of a class sum to 1, and the average is classes / records. Single records may be at a
// higher risk: combine it with k-anonymity. Classes of at least 1 / r records keep it, so every
// search can; full-domain search judges all classes together and suppresses the smallest.
// Reference: El Emam, "Guide to the De-Identification of Personal Health Information" (2013), the
// marketer's risk; threshold as in ARX. Cost: one look at the sizes.
#pragma once

#include <memory>

#include "base/description.h"
#include "privacy/privacy_model.h"

namespace privet {

extern const Description kAverageRisk;

// Requires 0 < risk <= 1.
[[nodiscard]] std::unique_ptr<PrivacyModel> make_average_risk(double risk);

}  // namespace privet
