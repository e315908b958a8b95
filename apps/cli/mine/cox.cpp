// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/commands.h"
#include "apps/cli/mine/output.h"
#include "apps/cli/page.h"
#include "report/mining/cox_view.h"

namespace privet::cli {
namespace {

int run_cox(const Settings& settings, Console& console) {
  auto options = job::mine_cox_options(settings);
  options.page = page_of(console, mine_cox_page);
  return mine_and_show(console, options, job::run_mine_cox, mine_cox_json, mine_cox_text);
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
