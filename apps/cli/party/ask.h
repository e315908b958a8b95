// SPDX-License-Identifier: Apache-2.0
// What the commands about a party share: its folder, and asking its daemon.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "apps/cli/command.h"
#include "base/json.h"
#include "base/settings.h"
#include "party/folder.h"

namespace privet::cli {

// A command about a party: --folder is its first option.
[[nodiscard]] Command about_party(Command command);
[[nodiscard]] Parameter peer_parameter(std::string_view summary);
[[nodiscard]] party::Folder folder_of(const Settings& settings);
[[nodiscard]] Json ask_party(const Settings& settings, const Json& request,
                             std::chrono::milliseconds timeout = std::chrono::minutes(2));
// Asks the daemon, and shows what it answers as `text` says; the exit status.
int show_answer(const Settings& settings, Console& console, const Json& request,
                const std::function<std::string(const Json&)>& text);

}  // namespace privet::cli
