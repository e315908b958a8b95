// SPDX-License-Identifier: Apache-2.0
#include "job/custody/attack_job.h"

#include "apps/cli/custody/commands.h"
#include "apps/cli/page.h"
#include "apps/cli/passphrase.h"
#include "report/custody/custody_views.h"

namespace privet::cli {
namespace {

int run_attack(const Settings& settings, Console& console) {
  auto options = job::custody_attack_options(settings);
  if (options.report == "-") console.claim_output();
  options.page = page_of(console, custody_attack_page);
  const auto outcome =
      job::run_custody_attack(options, passphrase_source(settings, console), console.run());
  console.write(outcome.standard_output);
  console.answer(custody_attack_json(outcome));
  console.say(custody_attack_text(outcome));
  return 0;
}

}  // namespace

Command custody_attack_command() {
  return {.path = "custody attack",
          .summary = "Measure what an attacker learns from an encoded table.",
          .positionals = job::custody_attack_positionals(),
          .options = job::custody_attack_parameters(),
          .example = "privet custody attack give.csv --original patients.csv --class illness",
          .run = run_attack};
}

}  // namespace privet::cli
