// SPDX-License-Identifier: Apache-2.0
// Which method makes the release, and whether every setting for a method applies to it.
#pragma once

#include <optional>

#include "base/settings.h"
#include "catalog/catalog.h"
#include "job/policy.h"

namespace privet {

// Some parameters ask for their method by themselves; does nothing where the method is named.
void choose_method(Settings& settings, const Catalog& catalog);

// Throws Error{Usage} for a setting that would do nothing: one of another method, or a flag for the
// method where --apply-rules replaces it. Requires choose_method. Where a flag overrules the method
// of the policy, what the policy sets for its own is set aside with it.
void refuse_unused_settings(const Settings& settings, const std::optional<Policy>& policy,
                            const Catalog& catalog);

}  // namespace privet
