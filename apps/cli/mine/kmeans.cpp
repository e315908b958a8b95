// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/commands.h"
#include "apps/cli/mine/output.h"
#include "apps/cli/page.h"
#include "report/mining/kmeans_view.h"

namespace privet::cli {
namespace {

int run_kmeans(const Settings& settings, Console& console) {
  auto options = job::mine_kmeans_options(settings);
  options.page = page_of(console, mine_kmeans_page);
  return mine_and_show(console, options, job::run_mine_kmeans, mine_kmeans_json, mine_kmeans_text);
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
