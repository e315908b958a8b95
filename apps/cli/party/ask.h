// SPDX-License-Identifier: Apache-2.0
// What the commands about a party share: its folder, and asking its daemon.
#pragma once

#include <chrono>

#include "base/json.h"
#include "base/settings.h"
#include "party/folder.h"

namespace privet::cli {

[[nodiscard]] Parameter folder_parameter();
[[nodiscard]] Parameter peer_parameter(std::string_view summary);
[[nodiscard]] party::Folder folder_of(const Settings& settings);
[[nodiscard]] Json ask_party(const Settings& settings, const Json& request,
                             std::chrono::milliseconds timeout = std::chrono::minutes(2));

}  // namespace privet::cli
