// SPDX-License-Identifier: Apache-2.0
// Entropy l-diversity: the entropy of each sensitive attribute within a class is at least ln(l).
// What a class reaches is exp(entropy), the number of equally frequent values that would be as
// uncertain. Reference: Machanavajjhala, Kifer, Gehrke and Venkitasubramaniam, "l-diversity:
// privacy beyond k-anonymity" (2007).
#pragma once

#include <memory>

#include "privacy/sensitive_model.h"

namespace privet {

extern const Description kEntropyLDiversity;

// `context` must outlive the model.
[[nodiscard]] std::unique_ptr<PrivacyModel> make_l_entropy(double l, const ModelContext& context);

}  // namespace privet
