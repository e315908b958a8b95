// SPDX-License-Identifier: Apache-2.0
// mine linear and mine logistic: one job, two families.
#include "apps/cli/commands.h"
#include "apps/cli/mine/output.h"
#include "apps/cli/page.h"
#include "report/mining/glm_view.h"

namespace privet::cli {
namespace {

template <auto kOptions>
int run_glm(const Settings& settings, Console& console) {
  auto options = kOptions(settings);
  options.page = page_of(console, mine_glm_page);
  return mine_and_show(console, options, job::run_mine_glm, mine_glm_json, mine_glm_text);
}

}  // namespace

Command mine_linear_command() {
  return {.path = "mine linear",
          .summary = "Fit a linear regression for a number and measure it.",
          .positionals = {job::table_file()},
          .options = job::mine_linear_parameters(),
          .example = "privet mine linear examples/patients.csv --target nights --columns age,sex",
          .run = run_glm<job::mine_linear_options>};
}

Command mine_logistic_command() {
  return {.path = "mine logistic",
          .summary = "Fit a logistic regression for a class and measure it.",
          .positionals = {job::table_file()},
          .options = job::mine_logistic_parameters(),
          .example = "privet mine logistic examples/patients.csv --class sex --columns age,nights",
          .run = run_glm<job::mine_logistic_options>};
}

}  // namespace privet::cli
