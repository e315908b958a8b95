// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/commands.h"
#include "report/mining/itemsets_view.h"

namespace privet::cli {
namespace {

int run_itemsets(const Settings& settings, Console& console) {
  auto options = job::mine_itemsets_options(settings);
  if (!console.json()) options.keep = options.show;
  const auto found = job::run_mine_itemsets(options, console.run());
  if (console.json()) {
    console.answer(mine_itemsets_json(found));
  } else {
    console.say(mine_itemsets_text(found, options.show));
  }
  return 0;
}

}  // namespace

Command mine_itemsets_command() {
  return {.path = "mine itemsets",
          .summary = "Find the itemsets that occur in many baskets.",
          .positionals = {job::basket_file()},
          .options = job::mine_itemsets_parameters(),
          .example = "privet mine itemsets examples/shop.dat --min-support 0.01 --maximal",
          .run = run_itemsets};
}

}  // namespace privet::cli
