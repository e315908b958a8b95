// SPDX-License-Identifier: Apache-2.0
#include "job/custody/decode_values_job.h"

#include "apps/cli/custody/commands.h"
#include "apps/cli/passphrase.h"
#include "report/custody/custody_views.h"

namespace privet::cli {
namespace {

int run_decode_values(const Settings& settings, Console& console) {
  const auto options = job::custody_decode_values_options(settings);
  if (options.output == "-") console.claim_output();
  const auto outcome =
      job::run_custody_decode_values(options, passphrase_source(settings, console), console.run());
  console.write(outcome.standard_output);
  console.answer(custody_decode_values_json(outcome));
  console.say(custody_decode_values_text(outcome));
  return 0;
}

}  // namespace

Command custody_decode_values_command() {
  return {
      .path = "custody decode-values",
      .summary = "Turn the encoded values of columns back into the original ones.",
      .positionals = job::custody_decode_values_positionals(),
      .options = job::custody_decode_values_parameters(),
      .example =
          "privet custody decode-values predicted.csv --columns class --key my.key --data p.csv",
      .run = run_decode_values};
}

}  // namespace privet::cli
