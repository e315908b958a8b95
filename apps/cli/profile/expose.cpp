// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/commands.h"
#include "apps/cli/passphrase.h"
#include "report/profile/profile_answers.h"

namespace privet::cli {
namespace {

int run_expose(const Settings& settings, Console& console) {
  const auto options = job::profile_expose_options(settings);
  if (options.output == "-") console.claim_output();
  const auto outcome = job::run_profile_expose(
      options, passphrase_source(settings, console, "the profile"), console.run());
  console.write(outcome.standard_output);
  console.answer(profile_expose_json(outcome));
  console.say(profile_expose_text(outcome));
  return 0;
}

}  // namespace

Command profile_expose_command() {
  return {
      .path = "profile expose",
      .summary = "Write the part of a profile that a search engine may know.",
      .positionals = {job::profile_positional()},
      .options = job::profile_expose_parameters(),
      .example = "privet profile expose me.profile --min-detail 0.1 --hide illness -o me.exposed",
      .run = run_expose};
}

}  // namespace privet::cli
