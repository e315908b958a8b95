// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/commands.h"
#include "apps/cli/mine/output.h"
#include "report/mining/bayesnet_view.h"

namespace privet::cli {
namespace {

int run_bayesnet(const Settings& settings, Console& console) {
  const auto options = job::mine_bayesnet_options(settings);
  claim_output(console, {options.files.save});
  const auto found = job::run_mine_bayesnet(options, console.run());
  console.write(found.standard_output);
  if (console.json()) {
    console.answer(mine_bayesnet_json(found));
  } else {
    console.say(mine_bayesnet_text(found, options.view));
  }
  say_files(console, options.files);
  return 0;
}

}  // namespace

Command mine_bayesnet_command() {
  return {
      .path = "mine bayesnet",
      .summary = "Find the structure of a Bayesian network by the K2 algorithm.",
      .positionals = {job::table_file()},
      .options = job::mine_bayesnet_parameters(),
      .example =
          "privet mine bayesnet examples/patients.csv --columns sex,marital,job --max-parents 2",
      .run = run_bayesnet};
}

}  // namespace privet::cli
