// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "job/profile/serve_job.h"
#include "report/profile/profile_answers.h"
#include "report/profile/search_page.h"

namespace privet::cli {
namespace {

int run_serve(const Settings& settings, Console& console) {
  auto options = job::serve_options(settings);
  options.look = {.page = search_page,
                  .json = [](const auto& answer) { return search_json(answer).dump(1) + "\n"; },
                  .style = search_page_style()};
  options.started = [&](const job::ServeStarted& started) {
    console.answer({{"url", started.url}, {"port", started.port}, {"terms", started.terms}});
    console.say(fmt::format("{} (stop it with Ctrl-C)\n", started.url));
  };
  job::run_serve(options, console.run());
  return 0;
}

}  // namespace

Command profile_serve_command() {
  return {.path = "profile serve",
          .summary = "Search through an engine, with the results in the person's own order.",
          .positionals = {},
          .options = job::serve_parameters(),
          .example = "privet profile serve --engine xapian:library.index --exposed me.exposed",
          .run = run_serve};
}

}  // namespace privet::cli
