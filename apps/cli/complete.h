// SPDX-License-Identifier: Apache-2.0
// What can stand next on a command line: for the completions of shells, which ask the program
// itself ('privet complete -- WORDS...'), so that they are never out of date.
// Idea: the words so far choose the command and whether a value is due; commands, options and
// choices come from their descriptions, columns from the header of the file that the line names.
// Cost: the first 64 KB of that file.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/command.h"

namespace privet::cli {

struct Candidate {
  std::string word = {};
  std::string note = {};  // what it means
};

struct Completion {
  std::vector<Candidate> candidates = {};
  bool files = false;  // names of files too, which the shell knows
};

// `words`: those behind "privet"; the last one is the one to complete, and may be empty.
[[nodiscard]] Completion complete(std::span<const Command> commands,
                                  std::vector<std::string> words);
// A line for each candidate, with its note behind a tab, and ":files" for files.
[[nodiscard]] std::string completion_lines(const Completion& completion);

// The script that makes a shell ask: "bash", "zsh" or "fish".
[[nodiscard]] std::string_view completion_script(std::string_view shell);

}  // namespace privet::cli
