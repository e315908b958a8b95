// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/commands.h"
#include "apps/cli/mine/output.h"
#include "apps/cli/page.h"
#include "report/mining/tree_view.h"

namespace privet::cli {
namespace {

int run_tree(const Settings& settings, Console& console) {
  auto options = job::mine_tree_options(settings);
  options.page = page_of(console, mine_tree_page);
  return mine_and_show(console, options, job::run_mine_tree, mine_tree_json,
                       [&](const auto& found) { return mine_tree_text(found, options.view); });
}

}  // namespace

Command mine_tree_command() {
  return {.path = "mine tree",
          .summary = "Learn a decision tree.",
          .positionals = {job::mine_tree_file()},
          .options = job::mine_tree_parameters(),
          .example =
              "privet mine tree examples/patients.csv --class diagnosis --columns age,sex,nights",
          .run = run_tree};
}

}  // namespace privet::cli
