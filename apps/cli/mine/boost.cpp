// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/commands.h"
#include "apps/cli/mine/output.h"
#include "apps/cli/page.h"
#include "report/mining/ensemble_view.h"

namespace privet::cli {
namespace {

int run_boost(const Settings& settings, Console& console) {
  auto options = job::mine_boost_options(settings);
  options.page = page_of(console, mine_boost_page);
  return mine_and_show(console, options, job::run_mine_boost, mine_boost_json, mine_boost_text);
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
