// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/commands.h"
#include "apps/cli/mine/output.h"
#include "apps/cli/page.h"
#include "report/mining/survival_view.h"

namespace privet::cli {
namespace {

int run_survival(const Settings& settings, Console& console) {
  auto options = job::mine_survival_options(settings);
  options.page = page_of(console, mine_survival_page);
  return mine_and_show(console, options, job::run_mine_survival, mine_survival_json,
                       mine_survival_text);
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
