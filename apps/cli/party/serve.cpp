// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdio>

#include "apps/cli/commands.h"
#include "apps/cli/party/ask.h"
#include "party/daemon/serve.h"

namespace privet::cli {
namespace {

int run_party_serve(const Settings& settings, Console& console) {
  party::ServeHooks hooks;
  hooks.started = [&](const party::Serving& serving) {
    console.answer({{"name", serving.name},
                    {"host", serving.host},
                    {"port", serving.port},
                    {"fingerprint", serving.fingerprint}});
    console.say(fmt::format("{} answers on {} port {} (stop it with Ctrl-C)\n", serving.name,
                            serving.host, serving.port));
  };
  if (!settings.flag("quiet")) {
    hooks.log = [](std::string_view line) {
      std::fwrite(line.data(), 1, line.size(), stderr);
      std::fflush(stderr);
    };
  }
  party::serve_party(folder_of(settings), hooks, interrupted());
  return 0;
}

}  // namespace

Command party_serve_command() {
  return {.path = "party serve",
          .summary =
              "Run the party's daemon: answer other parties and the command line until "
              "stopped. Its log goes to standard error, a JSON object a line.",
          .positionals = {},
          .options = {folder_parameter()},
          .example = "privet party serve --folder hospital-a",
          .run = run_party_serve};
}

}  // namespace privet::cli
