// SPDX-License-Identifier: Apache-2.0
// LKC-privacy: whichever L quasi-identifiers an attacker knows of a person, at least K records show
// the same of these, and no sensitive value has a larger share among them than C. Idea: with many
// quasi-identifiers nobody knows all of them, so only the classes of every choice of L need to hold
// (those of fewer are unions of them). Classes by all quasi-identifiers that hold are enough, and
// more than enough.
// Reference: Mohammed, Fung, Hung and Lee, "Anonymizing healthcare data: a case study on the blood
// transfusion service" (2009). Cost: linear in the sensitive values for each class; a check groups
// the records once for every choice of L quasi-identifiers.
#pragma once

#include <memory>

#include "base/description.h"
#include "privacy/model_context.h"
#include "privacy/privacy_model.h"

namespace privet {

extern const Description kLkcPrivacy;

// Requires known >= 1, k >= 1, 0 < confidence <= 1. Throws Error{Usage} if the confidence is
// bounded and no column is sensitive. `context` must outlive the model.
[[nodiscard]] std::unique_ptr<PrivacyModel> make_lkc(std::size_t known, std::size_t k,
                                                     double confidence,
                                                     const ModelContext& context);

}  // namespace privet
