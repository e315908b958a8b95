// SPDX-License-Identifier: Apache-2.0
// Distinct l-diversity: every class has at least l different values of each sensitive attribute.
// Reference: Machanavajjhala, Kifer, Gehrke and Venkitasubramaniam, "l-diversity: privacy beyond
// k-anonymity" (2007).
#pragma once

#include <memory>

#include "privacy/sensitive_model.h"

namespace privet {

extern const Description kDistinctLDiversity;

// `context` must outlive the model.
[[nodiscard]] std::unique_ptr<PrivacyModel> make_l_distinct(std::size_t l,
                                                            const ModelContext& context);

}  // namespace privet
