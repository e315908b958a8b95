// SPDX-License-Identifier: Apache-2.0
// beta-likeness: within a class no sensitive value gains confidence by more than beta relative to
// the whole table: (q - p) / p <= beta for its share q in the class and p in the table; the
// enhanced form asks for min(beta, -ln p), which also protects frequent values. What a class
// reaches is the largest gain, as a multiple of what is allowed for that value times beta, so that
// beta is the bound in both forms. Reference: Cao and Karras, "Publishing microdata with a robust
// privacy guarantee" (2012).
#pragma once

#include <memory>

#include "privacy/sensitive_model.h"

namespace privet {

extern const Description kBetaLikeness;

// `context` must outlive the model.
[[nodiscard]] std::unique_ptr<PrivacyModel> make_beta_likeness(double beta, bool enhanced,
                                                               const ModelContext& context);

}  // namespace privet
