// SPDX-License-Identifier: Apache-2.0
// What `privet help features` prints: the catalog's list, with the parameters of each feature taken
// from its description or from the command that has it.
#pragma once

#include <span>
#include <string>

#include "apps/cli/command.h"
#include "base/json.h"

namespace privet::cli {

[[nodiscard]] std::string features_text();
// {"features": [{"kind", "name", "summary", "reference", "command", "parameters": [...]}]}
[[nodiscard]] Json features_json(std::span<const Command> commands);

}  // namespace privet::cli
