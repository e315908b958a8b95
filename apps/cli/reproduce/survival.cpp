// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/commands.h"
#include "apps/cli/mine/output.h"
#include "apps/cli/page.h"
#include "report/reproduce/survival_view.h"

namespace privet::cli {
namespace {

int run_reproduce_survival(const Settings& settings, Console& console) {
  auto options = job::survival_study_options(settings);
  options.page = page_of(console, survival_study_page);
  claim_output(console, {options.report});
  const auto found = job::run_survival_study(options, console.run());
  console.write(found.standard_output);
  if (console.json()) {
    console.answer(survival_study_json(found));
  } else {
    console.say(survival_study_text(found));
  }
  say_files(console, {.report = options.report});
  return 0;
}

}  // namespace

Command reproduce_survival_command() {
  return {.path = "reproduce survival",
          .summary =
              "Compare survival models of three hospitals together with each one's own, and "
              "attack the random kernel.",
          .positionals = {},
          .options = job::survival_study_parameters(),
          .example = "privet reproduce survival --data data --splits 20 --report study.html",
          .run = run_reproduce_survival};
}

}  // namespace privet::cli
