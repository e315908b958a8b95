// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/commands.h"
#include "report/quasi/quasi_view.h"

namespace privet::cli {
namespace {

int run_find(const Settings& settings, Console& console) {
  const auto outcome = job::run_quasi_find(job::quasi_find_options(settings), console.run());
  console.answer(quasi_find_json(outcome));
  console.say(quasi_find_text(outcome));
  return outcome.reached ? 0 : 1;
}

}  // namespace

Command quasi_find_command() {
  return {.path = "quasi find",
          .summary =
              "Find a small set of columns that tells (almost) all rows apart. Exits with status 1 "
              "if there is none.",
          .positionals = {job::sampled_file()},
          .options = job::quasi_find_parameters(),
          .example = "privet quasi find examples/patients.csv --kind separation --epsilon 0.001",
          .run = run_find};
}

}  // namespace privet::cli
