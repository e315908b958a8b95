// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/commands.h"
#include "report/quasi/quasi_view.h"

namespace privet::cli {
namespace {

int run_mask(const Settings& settings, Console& console) {
  const auto outcome = job::run_quasi_mask(job::quasi_mask_options(settings), console.run());
  console.answer(quasi_mask_json(outcome));
  console.say(quasi_mask_text(outcome));
  return outcome.publish.empty() ? 1 : 0;
}

}  // namespace

Command quasi_mask_command() {
  return {.path = "quasi mask",
          .summary = "Choose the columns to publish so that they tell few rows apart.",
          .positionals = {job::sampled_file()},
          .options = job::quasi_mask_parameters(),
          .example = "privet quasi mask examples/patients.csv --kind distinct --beta 0.5",
          .run = run_mask};
}

}  // namespace privet::cli
