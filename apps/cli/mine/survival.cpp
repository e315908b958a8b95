// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/commands.h"
#include "apps/cli/mine/output.h"
#include "report/mining/survival_view.h"

namespace privet::cli {
namespace {

int run_survival(const Settings& settings, Console& console) {
  auto options = job::mine_survival_options(settings);
  options.page = mine_survival_page;
  claim_output(console, {options.files.save, options.files.report});
  const auto found = job::run_mine_survival(options, console.run());
  console.write(found.standard_output);
  if (console.json()) {
    console.answer(mine_survival_json(found));
  } else {
    console.say(mine_survival_text(found));
  }
  say_files(console, options.files);
  return 0;
}

}  // namespace

Command mine_survival_command() {
  return {.path = "mine survival",
          .summary = "Draw survival curves by Kaplan and Meier and compare groups.",
          .positionals = {job::table_file()},
          .options = job::mine_survival_parameters(),
          .example =
              "privet mine survival lung.csv --time time --event status --event-value 2 --by sex",
          .run = run_survival};
}

}  // namespace privet::cli
