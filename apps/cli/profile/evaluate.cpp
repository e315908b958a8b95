// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/commands.h"
#include "apps/cli/page.h"
#include "apps/cli/passphrase.h"
#include "report/profile/evaluation_view.h"

namespace privet::cli {
namespace {

int run_evaluate(const Settings& settings, Console& console) {
  auto options = job::evaluate_options(settings);
  options.page = page_of(console, evaluation_page);
  const auto outcome = job::run_evaluate(
      options, passphrase_source(settings, console, "the profile"), console.run());
  console.answer(evaluation_json(outcome));
  console.say(evaluation_text(outcome));
  return 0;
}

}  // namespace

Command profile_evaluate_command() {
  return {
      .path = "profile evaluate",
      .summary =
          "Measure how much profiles improve search results, by alpha and by how much is exposed.",
      .positionals = job::evaluate_positionals(),
      .options = job::evaluate_parameters(),
      .example =
          "privet profile evaluate me.profile --engine xapian:library.index --queries q.csv "
          "--relevance r.csv",
      .run = run_evaluate};
}

}  // namespace privet::cli
