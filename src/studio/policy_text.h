// SPDX-License-Identifier: Apache-2.0
// A policy file (docs/format/policy.md) as JSON for the pages, and back: the work of the studio is
// an ordinary policy. Comments do not survive the way there and back.
#pragma once

#include <string>
#include <string_view>

#include "base/json.h"

namespace privet::studio {

// The tables of the TOML text as objects. Files that are named relative to where the policy lies
// are named from the root. Throws Error{Input} with line and column for what is not TOML.
[[nodiscard]] Json policy_json(std::string_view text, const std::string& path);

// {"input", "columns", "privacy", "method"} as TOML, the columns in their order. Throws
// Error{Usage} for what a policy cannot say (null, a table in a list of lists ...).
[[nodiscard]] std::string policy_text(const Json& policy);

// One table of a policy, such as a hierarchy, as a TOML text of its own.
[[nodiscard]] std::string toml_table(const Json& table);

}  // namespace privet::studio
