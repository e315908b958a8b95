// SPDX-License-Identifier: Apache-2.0
// delta-presence: somebody who knows a person of the population believes with a probability between
// two bounds that the person is in the release. Idea: of the people whom a class covers, as many
// are in it as it has records; that share must lie between the bounds for every class, and above
// the lower one also for people whom no class covers (theirs is 0). Union of classes: the share of
// a mixture lies between the shares of its parts. Reference: Nergiz, Atzori and Clifton, "Hiding
// the presence of individuals from shared databases" (2007). Cost: one division per class, beside
// counting the people each class covers.
#pragma once

#include <memory>

#include "base/description.h"
#include "privacy/model_context.h"
#include "privacy/privacy_model.h"

namespace privet {

extern const Description kDeltaPresence;

// Requires 0 <= low <= high <= 1. Throws Error{Usage} if the context knows no population.
[[nodiscard]] std::unique_ptr<PrivacyModel> make_delta_presence(double low, double high,
                                                                const ModelContext& context);

}  // namespace privet
