// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/commands.h"
#include "apps/cli/mine/output.h"
#include "apps/cli/page.h"
#include "report/mining/svm_view.h"

namespace privet::cli {
namespace {

int run_svm(const Settings& settings, Console& console) {
  auto options = job::mine_svm_options(settings);
  options.page = page_of(console, mine_svm_page);
  return mine_and_show(console, options, job::run_mine_svm, mine_svm_json, mine_svm_text);
}

}  // namespace

Command mine_svm_command() {
  return {.path = "mine svm",
          .summary = "Learn a support vector machine for two classes.",
          .positionals = {job::table_file()},
          .options = job::mine_svm_parameters(),
          .example = "privet mine svm tumours.csv --class diagnosis --cross-validate 10",
          .run = run_svm};
}

}  // namespace privet::cli
