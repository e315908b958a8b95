// SPDX-License-Identifier: Apache-2.0
// Turns the words of a command line into checked Settings of the command they name.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "apps/cli/command.h"

namespace privet::cli {

struct Invocation {
  const Command* command;
  Settings settings;  // the command's own and the common options
  bool help = false;
  std::vector<Parameter> further = {};  // options that depend on the words: of a task
};

// The command that the first words name: the longest path wins. Throws Error{Usage}, naming the
// nearest command. `used` receives how many words the path took.
[[nodiscard]] const Command& find_command(std::span<const Command> commands,
                                          std::span<const std::string> words, std::size_t& used);

// Flags are --name VALUE, --name=VALUE, -o VALUE or --flag; "--" ends them. `words` without the
// program's name.
[[nodiscard]] Invocation parse(std::span<const Command> commands,
                               std::span<const std::string> words);

}  // namespace privet::cli
