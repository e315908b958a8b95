// SPDX-License-Identifier: Apache-2.0
#include "job/custody/encode_job.h"

#include "apps/cli/custody/commands.h"
#include "apps/cli/passphrase.h"
#include "base/error.h"
#include "report/custody/custody_views.h"

namespace privet::cli {
namespace {

int run_encode(const Settings& settings, Console& console) {
  const auto options = job::custody_encode_options(settings);
  // Of a table that went into a pipe nobody may have kept a copy, and its key is made once.
  if (console.asks() && options.output == "-") {
    throw Error(ErrorCode::Usage, "cannot be standard output; name a file",
                {.parameter = "--output"});
  }
  const auto outcome =
      job::run_custody_encode(options, passphrase_source(settings, console), console.run());
  console.write(outcome.standard_output);
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
