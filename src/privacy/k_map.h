// SPDX-License-Identifier: Apache-2.0
// k-map: every record could be any of at least k people of a population. Idea: an attacker who does
// not know whether a person is in the release looks in a register of many more people; what counts
// is how many of them a class covers, and a class of one record may be safe. Weaker than
// k-anonymity, and only as good as the register is like the attacker's.
// Reference: Sweeney, "Computational disclosure control", thesis (2001).
// Cost: one comparison per class, beside counting the people each class covers.
#pragma once

#include <memory>

#include "base/description.h"
#include "privacy/model_context.h"
#include "privacy/privacy_model.h"

namespace privet {

extern const Description kKMap;

// Throws Error{Usage} if the context knows no population.
[[nodiscard]] std::unique_ptr<PrivacyModel> make_k_map(std::size_t k, const ModelContext& context);

// Throws Error{Usage} at `flag` if no population is known.
void require_population(const ModelContext& context, std::string_view flag);

}  // namespace privet
