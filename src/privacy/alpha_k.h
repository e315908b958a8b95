// SPDX-License-Identifier: Apache-2.0
// (alpha,k)-anonymity, the alpha part: within a class no sensitive value has a share above alpha.
// Together with k-anonymity it is the published model, in its general form: every value counts as
// sensitive. Reference: Wong, Li, Fu and Wang, "(alpha,k)-anonymity" (2006).
#pragma once

#include <memory>

#include "privacy/sensitive_model.h"

namespace privet {

extern const Description kAlphaAnonymity;

// `context` must outlive the model.
[[nodiscard]] std::unique_ptr<PrivacyModel> make_alpha(double alpha, const ModelContext& context);

}  // namespace privet
