// SPDX-License-Identifier: Apache-2.0
// p-sensitive k-anonymity, the p part: every class has at least p different values of each
// sensitive attribute. With k-anonymity it is the published model; p cannot exceed k. Reference:
// Truta and Vinay, "Privacy protection: p-sensitive k-anonymity property" (2006).
#pragma once

#include <memory>

#include "privacy/sensitive_model.h"

namespace privet {

extern const Description kPSensitive;

// `context` must outlive the model.
[[nodiscard]] std::unique_ptr<PrivacyModel> make_p_sensitive(std::size_t p,
                                                             const ModelContext& context);

}  // namespace privet
