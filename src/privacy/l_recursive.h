// SPDX-License-Identifier: Apache-2.0
// Recursive (c,l)-diversity: within a class, with the counts in descending order, r1 < c (r_l +
// r_(l+1) + ...): the commonest sensitive value is not too common, even after l - 2 others are
// ruled out. What a class reaches is r1 / (r_l + ...), which must be below c. Reference:
// Machanavajjhala, Kifer, Gehrke and Venkitasubramaniam, "l-diversity: privacy beyond k-anonymity"
// (2007).
#pragma once

#include <memory>

#include "privacy/sensitive_model.h"

namespace privet {

extern const Description kRecursiveLDiversity;

// `context` must outlive the model.
[[nodiscard]] std::unique_ptr<PrivacyModel> make_l_recursive(double c, std::size_t l,
                                                             const ModelContext& context);

}  // namespace privet
