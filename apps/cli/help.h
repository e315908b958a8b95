// SPDX-License-Identifier: Apache-2.0
// Help for people and the generated docs/reference, both from the commands' descriptions.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/command.h"

namespace privet::cli {

// What `privet` alone shows: five things one can do next, with a table of this folder if there is
// one.
[[nodiscard]] std::string first_steps();
[[nodiscard]] std::string overview(std::span<const Command> commands);
// The commands whose path starts with this word ("mine"); none if it is not a group.
[[nodiscard]] std::vector<Command> commands_of(std::span<const Command> commands,
                                               std::string_view group);
// What `privet mine --help` shows.
[[nodiscard]] std::string group_help(std::string_view group, std::span<const Command> commands);
// `further`: options that depend on the words of the command line.
[[nodiscard]] std::string help_text(const Command& command,
                                    const std::vector<Parameter>& further = {});
// One page of docs/reference, in Markdown.
[[nodiscard]] std::string reference_page(const Command& command);
// A table of parameters in Markdown; nothing for none.
[[nodiscard]] std::string parameter_table(std::span<const Parameter> positionals,
                                          std::span<const Parameter> options);
// "age or zip (default 5, at least 1)": what a parameter accepts, in words.
[[nodiscard]] std::string accepted_text(const Parameter& parameter);

}  // namespace privet::cli
