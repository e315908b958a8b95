// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/commands.h"
#include "apps/cli/mine/output.h"
#include "report/mining/predict_view.h"

namespace privet::cli {
namespace {

int run_predict(const Settings& settings, Console& console) {
  const auto options = job::mine_predict_options(settings);
  claim_output(console, {options.output});
  const auto found = job::run_mine_predict(options, console.run());
  console.write(found.standard_output);
  if (console.json()) {
    console.answer(mine_predict_json(found, options));
  } else {
    console.say(mine_predict_text(found, options));
  }
  return 0;
}

}  // namespace

Command mine_predict_command() {
  return {.path = "mine predict",
          .summary = "Apply a saved model to the rows of a table.",
          .positionals = job::mine_predict_positionals(),
          .options = job::mine_predict_parameters(),
          .example = "privet mine predict tree.json new.csv -o classified.csv",
          .run = run_predict};
}

}  // namespace privet::cli
