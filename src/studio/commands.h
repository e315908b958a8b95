// SPDX-License-Identifier: Apache-2.0
// The commands that the pages can run: each is the job that `privet` runs under the same name, with
// the same described settings, answering with the same JSON and text.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/run.h"
#include "base/settings.h"
#include "job/passphrase.h"

namespace privet::studio {

struct CommandContext {
  const Run& run;
  PassphraseSource passphrase;
  std::function<std::vector<std::string>()> warned;  // what the run has warned of so far
};

struct CommandAnswer {
  Json json;         // what --json would print
  std::string text;  // what a terminal would show
};

struct StudioCommand {
  std::string_view name;  // "mine tree"
  std::vector<Parameter> (*parameters)();
  // Settings that name files which the command writes: they get names in the private folder.
  std::vector<std::string_view> written;
  std::function<CommandAnswer(const Settings&, const CommandContext&)> run;
  // Parameters that depend on what was given; null: none.
  std::vector<Parameter> (*more)(std::span<const std::string> words) = nullptr;
};

// The one explicit list.
[[nodiscard]] const std::vector<StudioCommand>& studio_commands();
// Throws Error{Usage} if there is none of this name.
[[nodiscard]] const StudioCommand& find_command(std::string_view name);

// {"name", "kind", "summary", ...} of each, for a form.
[[nodiscard]] Json parameters_json(std::span<const Parameter> parameters);

}  // namespace privet::studio
