// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/commands.h"
#include "job/input/table_input.h"
#include "report/quasi/quasi_view.h"

namespace privet::cli {
namespace {

int run_measure(const Settings& settings, Console& console) {
  const auto outcome = job::run_quasi_measure(job::quasi_measure_options(settings), console.run());
  console.answer(quasi_measure_json(outcome));
  console.say(quasi_measure_text(outcome));
  return 0;
}

}  // namespace

Command quasi_measure_command() {
  return {.path = "quasi measure",
          .summary = "Measure how well columns tell the rows of a table apart.",
          .positionals = {job::table_file()},
          .options = job::quasi_measure_parameters(),
          .example = "privet quasi measure examples/patients.csv --columns age,zip",
          .run = run_measure};
}

}  // namespace privet::cli
