// SPDX-License-Identifier: Apache-2.0
#include "job/custody/advise_job.h"

#include "apps/cli/custody/commands.h"
#include "report/custody/custody_views.h"

namespace privet::cli {
namespace {

int run_advise(const Settings& settings, Console& console) {
  const auto outcome =
      job::run_custody_advise(job::custody_advise_options(settings), console.run());
  console.answer(custody_advise_json(outcome));
  console.say(custody_advise_text(outcome));
  return 0;
}

}  // namespace

Command custody_advise_command() {
  return {.path = "custody advise",
          .summary = "Report how much of each column an attacker would tell once it is encoded.",
          .positionals = job::custody_advise_positionals(),
          .options = job::custody_advise_parameters(),
          .example = "privet custody advise examples/patients.csv --class diagnosis",
          .run = run_advise};
}

}  // namespace privet::cli
