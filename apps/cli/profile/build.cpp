// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/commands.h"
#include "apps/cli/passphrase.h"
#include "report/profile/profile_answers.h"

namespace privet::cli {
namespace {

int run_build(const Settings& settings, Console& console) {
  const auto outcome =
      job::run_profile_build(job::profile_build_options(settings),
                             passphrase_source(settings, console, "the profile"), console.run());
  console.answer(profile_build_json(outcome));
  console.say(profile_build_text(outcome));
  return 0;
}

}  // namespace

Command profile_build_command() {
  return {.path = "profile build",
          .summary = "Build a profile of interests from a person's own documents.",
          .positionals = job::source_positionals(),
          .options = job::profile_build_parameters(),
          .example = "privet profile build ~/notes ~/mail.mbox -o me.profile",
          .run = run_build};
}

}  // namespace privet::cli
