// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/commands.h"
#include "apps/cli/mine/output.h"
#include "report/mining/tree_view.h"

namespace privet::cli {
namespace {

int run_tree(const Settings& settings, Console& console) {
  auto options = job::mine_tree_options(settings);
  options.page = mine_tree_page;
  claim_output(console, {options.files.save, options.files.report});
  const auto found = job::run_mine_tree(options, console.run());
  console.write(found.standard_output);
  if (console.json()) {
    console.answer(mine_tree_json(found));
  } else {
    console.say(mine_tree_text(found, options.view));
  }
  say_files(console, options.files);
  return 0;
}

}  // namespace

Command mine_tree_command() {
  return {.path = "mine tree",
          .summary = "Learn a decision tree.",
          .positionals = {job::table_file()},
          .options = job::mine_tree_parameters(),
          .example =
              "privet mine tree examples/patients.csv --class diagnosis --columns age,sex,nights",
          .run = run_tree};
}

}  // namespace privet::cli
