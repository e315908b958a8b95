// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/commands.h"
#include "report/mining/outliers_view.h"

namespace privet::cli {
namespace {

int run_outliers(const Settings& settings, Console& console) {
  const auto options = job::mine_outliers_options(settings);
  const auto found = job::run_mine_outliers(options, console.run());
  if (console.json()) {
    console.answer(mine_outliers_json(found));
  } else {
    console.say(mine_outliers_text(found));
  }
  return 0;
}

}  // namespace

Command mine_outliers_command() {
  return {.path = "mine outliers",
          .summary = "Find the rows that are far from most others; rows are numbered from 1.",
          .positionals = {job::table_file()},
          .options = job::mine_outliers_parameters(),
          .example = "privet mine outliers examples/patients.csv --columns age,nights",
          .run = run_outliers};
}

}  // namespace privet::cli
