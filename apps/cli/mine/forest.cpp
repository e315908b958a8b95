// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/commands.h"
#include "apps/cli/mine/output.h"
#include "apps/cli/page.h"
#include "report/mining/ensemble_view.h"

namespace privet::cli {
namespace {

int run_forest(const Settings& settings, Console& console) {
  auto options = job::mine_forest_options(settings);
  options.page = page_of(console, mine_forest_page);
  return mine_and_show(console, options, job::run_mine_forest, mine_forest_json, mine_forest_text);
}

}  // namespace

Command mine_forest_command() {
  return {.path = "mine forest",
          .summary = "Learn a random forest and measure it.",
          .positionals = {job::table_file()},
          .options = job::mine_forest_parameters(),
          .example =
              "privet mine forest examples/patients.csv --class diagnosis --columns age,sex,nights",
          .run = run_forest};
}

}  // namespace privet::cli
