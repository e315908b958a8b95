// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/commands.h"
#include "apps/cli/mine/output.h"
#include "report/mining/glm_view.h"

namespace privet::cli {
namespace {

int run_linear(const Settings& settings, Console& console) {
  auto options = job::mine_linear_options(settings);
  options.page = mine_glm_page;
  claim_output(console, {options.files.save, options.files.report});
  const auto found = job::run_mine_glm(options, console.run());
  console.write(found.standard_output);
  if (console.json()) {
    console.answer(mine_glm_json(found));
  } else {
    console.say(mine_glm_text(found));
  }
  say_files(console, options.files);
  return 0;
}

}  // namespace

Command mine_linear_command() {
  return {.path = "mine linear",
          .summary = "Fit a linear regression for a number and measure it.",
          .positionals = {job::table_file()},
          .options = job::mine_linear_parameters(),
          .example = "privet mine linear examples/patients.csv --target nights --columns age,sex",
          .run = run_linear};
}

}  // namespace privet::cli
