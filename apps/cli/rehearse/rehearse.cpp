// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/mine/output.h"
#include "report/rehearsal/rehearsal_view.h"

namespace privet::cli {
namespace {

int run_rehearse(const Settings& settings, Console& console) {
  auto options = job::rehearse_options(settings);
  if (settings.count("threads") > 0) options.rehearsal.threads = settings.count("threads");
  claim_output(console, {options.save});
  const auto found = job::run_rehearse(options, console.run());
  console.write(found.standard_output);
  console.say(rehearse_text(found));
  say_files(console, {.save = options.save});
  if (options.save_parts) {
    console.say(fmt::format("The parties' parts of the model are in {}.\n", *options.save_parts));
  }
  console.answer(rehearse_json(found));
  return found.done.identical ? 0 : 1;
}

}  // namespace

Command rehearse_command() {
  return {
      .path = "rehearse",
      .summary =
          "Run a task as a federation on this machine and compare the result with that of an "
          "ordinary run. Exits with status 1 if they differ.",
      .positionals = job::rehearse_positionals(),
      .options = job::rehearse_parameters(),
      .example = "privet rehearse --parties 3 examples/patients.csv mine rules --min-support 0.05",
      .run = run_rehearse,
      .more_options = job::task_parameters};
}

}  // namespace privet::cli
