// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <malloc.h>

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
                    {"http", serving.http},
                    {"fingerprint", serving.fingerprint}});
    console.say(fmt::format("{} answers on {} port {} (stop it with Ctrl-C)\n", serving.name,
                            serving.host, serving.port));
    if (serving.http != 0) {
      console.say(fmt::format("over HTTP: http://127.0.0.1:{}, with the token in {}\n",
                              serving.http, folder_of(settings).token()));
    }
  };
  if (settings.given("http")) {
    hooks.http_port = static_cast<std::uint16_t>(settings.count("http"));
  }
  // Threads come and go with jobs and requests, and each would leave a heap of its own behind.
  constexpr int kHeaps = 2;
  ::mallopt(M_ARENA_MAX, kHeaps);
  catch_hangup();
  hooks.reload = hung_up;
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
  return about_party(
      {.path = "party serve",
       .summary =
           "Run the party's daemon: answer other parties and the command line until "
           "stopped. Its log goes to standard error, one JSON object per line. SIGHUP makes it "
           "read its config file and its policy again.",
       .positionals = {},
       .options = {{.name = "http",
                    .kind = ParameterKind::Count,
                    .summary = "Also answer over HTTP, on this port of 127.0.0.1 (0: a free one), "
                               "whatever the config says.",
                    .placeholder = "PORT",
                    .min = 0,
                    .max = 65535}},
       .example = "privet party serve --folder hospital-a",
       .run = run_party_serve});
}

}  // namespace privet::cli
