// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/commands.h"
#include "apps/cli/mine/output.h"
#include "report/mining/kmeans_view.h"

namespace privet::cli {
namespace {

int run_kmeans(const Settings& settings, Console& console) {
  auto options = job::mine_kmeans_options(settings);
  options.page = mine_kmeans_page;
  claim_output(console, {options.files.save, options.files.report});
  const auto found = job::run_mine_kmeans(options, console.run());
  console.write(found.standard_output);
  if (console.json()) {
    console.answer(mine_kmeans_json(found));
  } else {
    console.say(mine_kmeans_text(found));
  }
  say_files(console, options.files);
  return 0;
}

}  // namespace

Command mine_kmeans_command() {
  return {.path = "mine kmeans",
          .summary = "Group the rows around k centers.",
          .positionals = {job::table_file()},
          .options = job::mine_kmeans_parameters(),
          .example = "privet mine kmeans examples/patients.csv --k 3 --columns age,nights",
          .run = run_kmeans};
}

}  // namespace privet::cli
