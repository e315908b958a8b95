// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/commands.h"
#include "job/reproduce/reproduce_job.h"
#include "report/reproduce/reproduce_view.h"

namespace privet::cli {
namespace {

int run_list(const Settings& settings, Console& console) {
  auto options = job::reproduce_options(settings);
  options.list = true;
  const auto found = job::run_reproduce(options, console.run());
  if (console.json()) {
    console.answer(reproduce_json(found));
  } else {
    console.say(reproduce_list_text(found));
  }
  return 0;
}

int run_experiments(const Settings& settings, Console& console) {
  auto options = job::reproduce_options(settings);
  options.pages = reproduce_pages;
  const auto found = job::run_reproduce(options, console.run());
  if (console.json()) {
    console.answer(reproduce_json(found));
  } else {
    console.say(reproduce_text(found));
  }
  return found.all_hold() ? 0 : 1;
}

}  // namespace

Command reproduce_command() {
  return {.path = "reproduce",
          .summary = "Run tables and figures of the papers again, beside the printed numbers.",
          .positionals = {{.name = "names",
                           .kind = ParameterKind::Text,
                           .summary = "An experiment (001/fig-22), a source (001), or all.",
                           .placeholder = "NAME",
                           .repeatable = true,
                           .required = true}},
          .options = job::reproduce_parameters(),
          .example = "privet reproduce 000 --data data -o pages",
          .run = run_experiments};
}

Command reproduce_list_command() {
  return {.path = "reproduce list",
          .summary = "List the experiments: their data, time and verdict.",
          .positionals = {},
          .options = job::reproduce_list_parameters(),
          .example = "privet reproduce list",
          .run = run_list};
}

}  // namespace privet::cli
