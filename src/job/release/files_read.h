// SPDX-License-Identifier: Apache-2.0
// The files of a run whose settings come from flags and a policy, for job/outputs.h.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "base/settings.h"
#include "job/policy.h"

namespace privet {

// The `written` settings' files against every file that the run reads: those of all other settings
// of that kind, of --learn-weights and --hierarchy, and the hierarchies that the policy names.
// `settings` has what the policy sets. Throws Error{Usage} as RunFiles::check does.
void refuse_replacing(const Settings& settings, const std::optional<Policy>& policy,
                      std::span<const std::string_view> written);

}  // namespace privet
