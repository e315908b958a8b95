// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/commands.h"
#include "apps/cli/mine/output.h"
#include "apps/cli/page.h"
#include "report/mining/bayes_view.h"

namespace privet::cli {
namespace {

int run_bayes(const Settings& settings, Console& console) {
  auto options = job::mine_bayes_options(settings);
  options.page = page_of(console, mine_bayes_page);
  return mine_and_show(console, options, job::run_mine_bayes, mine_bayes_json, mine_bayes_text);
}

}  // namespace

Command mine_bayes_command() {
  return {
      .path = "mine bayes",
      .summary = "Learn a naive Bayes classifier and measure its accuracy.",
      .positionals = {job::table_file()},
      .options = job::mine_bayes_parameters(),
      .example = "privet mine bayes examples/patients.csv --class diagnosis --columns age,sex,job",
      .run = run_bayes};
}

}  // namespace privet::cli
