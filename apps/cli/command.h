// SPDX-License-Identifier: Apache-2.0
// A subcommand of the privet program: described once, run with checked settings. One small file per
// subcommand builds its Command; commands.cpp is the explicit list of all.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/console.h"
#include "base/description.h"
#include "base/settings.h"

namespace privet::cli {

// Options that help shows together under a heading.
struct OptionGroup {
  std::string heading;
  std::vector<std::string_view> names;
};

struct Command {
  std::string path;                    // "anonymize", "quasi measure"
  std::string summary;                 // one line, starts with a verb
  std::vector<Parameter> positionals;  // in order; the last may be repeatable
  std::vector<Parameter> options;
  std::string example;  // one line that works
  // Returns the exit status: 0 done, 1 the answer is no. Everything else is an Error.
  std::function<int(const Settings&, Console&)> run;
  // Further options that depend on the words behind the path; empty: none.
  std::function<std::vector<Parameter>(std::span<const std::string>)> more_options = {};
  std::string formerly = {};  // an earlier path: refused with an error that names the new one
  // How help groups the options: an option stands in the first group that names it; those in none
  // come last. Empty: one list.
  std::vector<OptionGroup> groups = {};
  std::vector<std::string> more_examples = {};
};

// Every subcommand, in the order help shows them.
[[nodiscard]] std::vector<Command> all_commands();

// Options that every command has: --json, --threads, --quiet, --help.
[[nodiscard]] const std::vector<Parameter>& common_options();

}  // namespace privet::cli
