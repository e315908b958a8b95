// SPDX-License-Identifier: Apache-2.0
// The pages of man, from the commands' descriptions: privet(1) and one for each command, such as
// privet-mine-tree(1).
#pragma once

#include <span>
#include <string>

#include "apps/cli/command.h"

namespace privet::cli {

[[nodiscard]] std::string man_page(const Command& command);
// privet.1: what there is.
[[nodiscard]] std::string man_overview(std::span<const Command> commands);
// Writes them all into this folder, which is made if it is not there.
void write_man_pages(const std::string& folder, std::span<const Command> commands);

}  // namespace privet::cli
