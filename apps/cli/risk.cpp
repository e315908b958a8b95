// SPDX-License-Identifier: Apache-2.0
#include "job/risk_job.h"

#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "base/atomic_file.h"

namespace privet::cli {
namespace {

int run_risk_command(const Settings& settings, Console& console) {
  const bool to_output = settings.given("report") && settings.text("report") == "-";
  if (to_output) console.claim_output();
  const RiskSummary summary = run_risk(settings, builtin_catalog(), console.run());
  if (to_output) {
    console.write(risk_page(summary));
  } else if (settings.given("report")) {
    AtomicFile file(settings.text("report"));
    file.write(risk_page(summary));
    file.commit();
  }
  console.answer(risk_json(summary));
  console.say(risk_text(summary));
  if (settings.given("report") && !to_output) {
    console.say(fmt::format("\nThe report is {}.\n", settings.text("report")));
  }
  return summary.holds() ? 0 : 1;
}

}  // namespace

Command risk_command() {
  std::vector<Parameter> options{
      {.name = "report",
       .kind = ParameterKind::File,
       .summary = "Also write a report with plots, one self-contained HTML page.",
       .placeholder = "R.html"}};
  const auto rest = risk_parameters(builtin_catalog());
  options.insert(options.end(), rest.begin(), rest.end());
  return {
      .path = "risk",
      .summary = "Say what a table, released or not, gives away; with models given, check them.",
      .positionals = {{.name = "file",
                       .kind = ParameterKind::File,
                       .summary = "The table.",
                       .placeholder = "FILE",
                       .required = true}},
      .options = std::move(options),
      .example = "privet risk release.csv --quasi age,zip --against voters.csv",
      .run = run_risk_command};
}

}  // namespace privet::cli
