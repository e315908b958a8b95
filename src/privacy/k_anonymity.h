// SPDX-License-Identifier: Apache-2.0
// k-anonymity: every record shares its released quasi-identifiers with at least k - 1 others.
// Reference: Samarati and Sweeney, "Protecting privacy when disclosing information" (1998).
#pragma once

#include <cstddef>
#include <memory>

#include "base/description.h"
#include "privacy/privacy_model.h"

namespace privet {

extern const Description kKAnonymity;

// Requires k >= 1.
[[nodiscard]] std::unique_ptr<PrivacyModel> make_k_anonymity(std::size_t k);

}  // namespace privet
