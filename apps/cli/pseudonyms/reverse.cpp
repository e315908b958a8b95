// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/passphrase.h"
#include "job/pseudonyms/reverse_job.h"

namespace privet::cli {
namespace {

int run_reverse(const Settings& settings, Console& console) {
  const auto options = job::reverse_options(settings);
  if (options.output == "-") console.claim_output();
  const auto outcome =
      job::run_reverse(options, passphrase_source(settings, console), console.run());
  console.write(outcome.standard_output);
  console.answer({{"rows", outcome.rows}, {"columns", outcome.columns}});
  if (outcome.output) {
    console.say(
        fmt::format("{} holds the identifiers again; only you can read it.\n", *outcome.output));
  }
  return 0;
}

}  // namespace

Command pseudonyms_reverse_command() {
  return {.path = "pseudonyms reverse",
          .summary = "Turn the pseudonyms of a release back into the original identifiers.",
          .positionals = job::reverse_positionals(),
          .options = job::reverse_parameters(),
          .example =
              "privet pseudonyms reverse release.csv --columns patient --key k.key -o "
              "named.csv",
          .run = run_reverse};
}

}  // namespace privet::cli
