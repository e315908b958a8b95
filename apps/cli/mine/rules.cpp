// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/commands.h"
#include "apps/cli/mine/output.h"
#include "report/mining/rules_view.h"

namespace privet::cli {
namespace {

int run_rules(const Settings& settings, Console& console) {
  const auto options = job::mine_rules_options(settings);
  claim_output(console, {options.files.save});
  const auto found = job::run_mine_rules(options, console.run());
  console.write(found.standard_output);
  if (console.json()) {
    console.answer(mine_rules_json(found));
  } else {
    console.say(mine_rules_text(found));
  }
  say_files(console, options.files);
  return 0;
}

}  // namespace

Command mine_rules_command() {
  return {.path = "mine rules",
          .summary = "Find association rules by the Apriori algorithm.",
          .positionals = {job::table_file()},
          .options = job::mine_rules_parameters(),
          .example = "privet mine rules examples/shop.dat --min-support 0.02",
          .run = run_rules};
}

}  // namespace privet::cli
