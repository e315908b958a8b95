// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/party/ask.h"

#include "party/wire/wire.h"

namespace privet::cli {

Parameter folder_parameter() {
  return {.name = "folder",
          .kind = ParameterKind::File,
          .summary = "The folder of the party.",
          .placeholder = "FOLDER",
          .default_text = "party"};
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

}  // namespace privet::cli
