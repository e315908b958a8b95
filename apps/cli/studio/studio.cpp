// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <optional>

#include "apps/cli/commands.h"
#include "base/error.h"
#include "data/file_bytes.h"
#include "data/postgres/postgres_place.h"
#include "job/outputs.h"
#include "studio/server.h"

namespace privet::cli {
namespace {

// Asks the desktop to show a page; nothing happens where there is none.
class BrowserStart {
 public:
  explicit BrowserStart(std::string page) : page_(std::move(page)) {
    std::string program = "xdg-open";
    std::array<char*, 3> words{program.data(), page_.data(), nullptr};
    posix_spawn_file_actions_t quiet;
    ::posix_spawn_file_actions_init(&quiet);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
      ::posix_spawn_file_actions_addopen(&quiet, stream, "/dev/null", 2 /* O_RDWR */, 0);
    }
    if (::posix_spawnp(&process_, program.c_str(), &quiet, nullptr, words.data(), environ) != 0) {
      process_ = -1;
    }
    ::posix_spawn_file_actions_destroy(&quiet);
  }
  // It ends by itself when the browser has the page.
  ~BrowserStart() {
    if (process_ > 0) ::waitpid(process_, nullptr, WNOHANG);
  }
  BrowserStart(const BrowserStart&) = delete;
  BrowserStart& operator=(const BrowserStart&) = delete;
  [[nodiscard]] bool started() const { return process_ > 0; }

 private:
  std::string page_;
  pid_t process_ = -1;
};

int run_studio(const Settings& settings, Console& console) {
  // A name that is wrong is said here, not only in the page.
  for (const auto* name : {"file", "policy"}) {
    const auto path = job::given_text(settings, name);
    if (!path) continue;
    if (*path == "-") {
      throw Error(ErrorCode::Usage, "the studio reads its files more than once, so it needs a file",
                  settings.place(name));
    }
    if (is_postgres(*path)) {
      (void)parse_postgres_place(*path);
    } else {
      (void)FileBytes(*path, console.run());
    }
  }
  studio::StudioServer server({.file = job::given_text(settings, "file"),
                               .policy = job::given_text(settings, "policy"),
                               .port = static_cast<int>(settings.count("port"))},
                              builtin_catalog());
  console.answer({{"url", server.url()}, {"port", server.port()}});
  console.say(fmt::format("{}\nOnly those who have this address can use it. Stop it with Ctrl-C.\n",
                          server.url()));
  std::optional<BrowserStart> browser;
  if (!settings.flag("no-browser")) browser.emplace(server.opener());
  server.run(console.run());
  return 0;
}

}  // namespace

Command studio_command() {
  return {
      .path = "studio",
      .summary = "Work with a table in a browser: look, choose, see risk and detail, release.",
      .positionals = {{.name = "file",
                       .kind = ParameterKind::File,
                       .summary = "The table to open: a file, or postgresql://HOST/DB?table=NAME; "
                                  "another can be opened in the browser.",
                       .placeholder = "FILE"}},
      .options = {{.name = "policy",
                   .kind = ParameterKind::File,
                   .summary = "Start with this policy; the file is not changed.",
                   .placeholder = "P.toml"},
                  {.name = "port",
                   .kind = ParameterKind::Count,
                   .summary = "Listen on this port of 127.0.0.1; 0 takes a free one.",
                   .placeholder = "PORT",
                   .default_text = "0",
                   .min = 0,
                   .max = 65535},
                  {.name = "no-browser",
                   .kind = ParameterKind::Flag,
                   .summary = "Only print the address; do not start a browser."}},
      .example = "privet studio examples/patients.csv",
      .run = run_studio};
}

}  // namespace privet::cli
