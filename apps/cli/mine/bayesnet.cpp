// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/commands.h"
#include "apps/cli/mine/output.h"
#include "report/mining/bayesnet_view.h"

namespace privet::cli {
namespace {

int run_bayesnet(const Settings& settings, Console& console) {
  const auto options = job::mine_bayesnet_options(settings);
  return mine_and_show(console, options, job::run_mine_bayesnet, mine_bayesnet_json,
                       [&](const auto& found) { return mine_bayesnet_text(found, options.view); });
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
