// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/commands.h"
#include "apps/cli/mine/output.h"
#include "report/mining/cox_view.h"

namespace privet::cli {
namespace {

int run_cox(const Settings& settings, Console& console) {
  auto options = job::mine_cox_options(settings);
  options.page = mine_cox_page;
  claim_output(console, {options.files.save, options.files.report});
  const auto found = job::run_mine_cox(options, console.run());
  console.write(found.standard_output);
  if (console.json()) {
    console.answer(mine_cox_json(found));
  } else {
    console.say(mine_cox_text(found));
  }
  say_files(console, options.files);
  return 0;
}

}  // namespace

Command mine_cox_command() {
  return {
      .path = "mine cox",
      .summary = "Fit Cox's proportional hazards model to survival times.",
      .positionals = {job::table_file()},
      .options = job::mine_cox_parameters(),
      .example =
          "privet mine cox lung.csv --time time --event status --event-value 2 --columns age,sex",
      .run = run_cox};
}

}  // namespace privet::cli
