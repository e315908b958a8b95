// SPDX-License-Identifier: Apache-2.0
#include "job/custody/encode_job.h"

#include "apps/cli/custody/commands.h"
#include "apps/cli/passphrase.h"
#include "report/custody/custody_views.h"

namespace privet::cli {
namespace {

int run_encode(const Settings& settings, Console& console) {
  const auto outcome = job::run_custody_encode(job::custody_encode_options(settings),
                                               passphrase_source(settings, console), console.run());
  console.answer(custody_encode_json(outcome));
  console.say(custody_encode_text(outcome));
  return 0;
}

}  // namespace

Command custody_encode_command() {
  return {.path = "custody encode",
          .summary =
              "Encode a table so that a decision tree mined from it decodes to the tree of the "
              "original.",
          .positionals = job::custody_encode_positionals(),
          .options = job::custody_encode_parameters(),
          .example = "privet custody encode patients.csv --class illness -o give.csv --key my.key",
          .run = run_encode};
}

}  // namespace privet::cli
