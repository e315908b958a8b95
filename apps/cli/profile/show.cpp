// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/commands.h"
#include "apps/cli/page.h"
#include "apps/cli/passphrase.h"
#include "report/profile/profile_answers.h"

namespace privet::cli {
namespace {

int run_show(const Settings& settings, Console& console) {
  auto options = job::profile_show_options(settings);
  options.drawing = profile_show_drawing;
  options.page = page_of(console, profile_show_page);
  const auto outcome = job::run_profile_show(
      options, passphrase_source(settings, console, "the profile"), console.run());
  console.answer(profile_show_json(outcome));
  console.say(profile_show_text(outcome));
  return 0;
}

}  // namespace

Command profile_show_command() {
  return {.path = "profile show",
          .summary = "Show a profile: what is exposed, what is hidden, and how much that is.",
          .positionals = {job::profile_positional()},
          .options = job::profile_show_parameters(),
          .example = "privet profile show me.profile --min-detail 0.1 --report me.html",
          .run = run_show};
}

}  // namespace privet::cli
