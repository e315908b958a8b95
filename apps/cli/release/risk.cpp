// SPDX-License-Identifier: Apache-2.0
#include "job/risk/risk_job.h"

#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/page.h"
#include "report/risk/risk_view.h"

namespace privet::cli {
namespace {

int run_risk_command(const Settings& settings, Console& console) {
  auto options = job::risk_options(settings);
  options.page = page_of(console, risk_page);
  if (options.report == "-") console.claim_output();
  const auto outcome = job::run_risk(options, builtin_catalog(), console.run());
  console.write(outcome.standard_output);
  console.answer(risk_json(outcome.summary));
  console.say(risk_text(outcome.summary));
  if (options.report && options.report != "-") {
    console.say(fmt::format("\nThe report is {}.\n", *options.report));
  }
  return outcome.summary.holds() ? 0 : 1;
}

}  // namespace

Command risk_command() {
  return {
      .path = "risk",
      .summary = "Report what a table, released or not, gives away; with models given, check them.",
      .positionals = job::risk_positionals(),
      .options = job::risk_parameters(builtin_catalog()),
      .example = "privet risk examples/patients.csv --quasi age,sex,zip --sensitive diagnosis",
      .run = run_risk_command};
}

}  // namespace privet::cli
