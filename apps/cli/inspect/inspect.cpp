// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/commands.h"
#include "job/input/table_input.h"
#include "job/inspect/inspect_job.h"
#include "report/inspect/inspect_view.h"

namespace privet::cli {
namespace {

int run_inspect(const Settings& settings, Console& console) {
  const auto options = job::inspect_options(settings);
  if (options.policy == "-") console.claim_output();
  const auto outcome = job::run_inspect(options, console.run());
  console.write(outcome.standard_output);
  console.answer(inspect_json(outcome));
  console.say(inspect_text(outcome));
  return 0;
}

}  // namespace

Command inspect_command() {
  return {
      .path = "inspect",
      .summary =
          "Show a table's columns and how well they tell people apart, and suggest their roles.",
      .positionals = {job::table_file()},
      .options = job::inspect_parameters(),
      .example = "privet inspect examples/patients.csv --write-policy patients.toml",
      .run = run_inspect};
}

}  // namespace privet::cli
