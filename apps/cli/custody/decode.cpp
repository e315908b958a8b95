// SPDX-License-Identifier: Apache-2.0
#include "job/custody/decode_job.h"

#include "apps/cli/custody/commands.h"
#include "apps/cli/passphrase.h"
#include "report/custody/custody_views.h"

namespace privet::cli {
namespace {

int run_decode(const Settings& settings, Console& console) {
  const auto options = job::custody_decode_options(settings);
  if (options.save == "-") console.claim_output();
  const auto outcome =
      job::run_custody_decode(options, passphrase_source(settings, console), console.run());
  console.write(outcome.standard_output);
  console.say(custody_decode_text(outcome, settings.text("view")));
  console.answer(custody_decode_json(outcome));
  return 0;
}

}  // namespace

Command custody_decode_command() {
  return {.path = "custody decode",
          .summary = "Turn a tree mined from an encoded table into the tree of the original.",
          .positionals = job::custody_decode_positionals(),
          .options = job::custody_decode_parameters(),
          .example = "privet custody decode tree.json --key my.key --data patients.csv",
          .run = run_decode};
}

}  // namespace privet::cli
