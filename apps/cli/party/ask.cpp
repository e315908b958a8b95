// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/party/ask.h"

#include "party/wire/wire.h"

namespace privet::cli {

Command about_party(Command command) {
  const Parameter folder{.name = "folder",
                         .kind = ParameterKind::File,
                         .summary = "The folder of the party.",
                         .placeholder = "FOLDER",
                         .default_text = "party"};
  command.options.insert(command.options.begin(), folder);
  return command;
}

Parameter peer_parameter(std::string_view summary) {
  return {.name = "peer",
          .kind = ParameterKind::Text,
          .summary = summary,
          .placeholder = "PEER",
          .required = true};
}

party::Folder folder_of(const Settings& settings) {
  return {settings.text("folder")};
}

Json ask_party(const Settings& settings, const Json& request, std::chrono::milliseconds timeout) {
  return party::ask_daemon(folder_of(settings).control(), request, timeout);
}

int show_answer(const Settings& settings, Console& console, const Json& request,
                const std::function<std::string(const Json&)>& text) {
  const auto found = ask_party(settings, request);
  console.say(text(found));
  console.answer(found);
  return 0;
}

}  // namespace privet::cli
