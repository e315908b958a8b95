// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/commands.h"
#include "apps/cli/mine/output.h"
#include "report/mining/ensemble_view.h"

namespace privet::cli {
namespace {

int run_boost(const Settings& settings, Console& console) {
  auto options = job::mine_boost_options(settings);
  options.page = mine_boost_page;
  claim_output(console, {options.files.save, options.files.report});
  const auto found = job::run_mine_boost(options, console.run());
  console.write(found.standard_output);
  if (console.json()) {
    console.answer(mine_boost_json(found));
  } else {
    console.say(mine_boost_text(found));
  }
  say_files(console, options.files);
  return 0;
}

}  // namespace

Command mine_boost_command() {
  return {.path = "mine boost",
          .summary = "Learn boosted trees and measure them.",
          .positionals = {job::table_file()},
          .options = job::mine_boost_parameters(),
          .example =
              "privet mine boost examples/patients.csv --class diagnosis --columns age,sex,nights",
          .run = run_boost};
}

}  // namespace privet::cli
