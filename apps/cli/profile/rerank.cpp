// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/commands.h"
#include "report/profile/profile_answers.h"

namespace privet::cli {
namespace {

int run_rerank(const Settings& settings, Console& console) {
  auto options = job::rerank_options(settings);
  options.json = [](const auto& outcome) { return rerank_json(outcome).dump(1) + "\n"; };
  const auto outcome = job::run_rerank(options, console.run());
  console.answer(rerank_json(outcome));
  console.say(rerank_text(outcome));
  return 0;
}

}  // namespace

Command profile_rerank_command() {
  return {.path = "profile rerank",
          .summary = "Put an engine's results in the order of a person's interests.",
          .positionals = job::rerank_positionals(),
          .options = job::rerank_parameters(),
          .example = "privet profile rerank results.json --exposed me.exposed --alpha 0.6",
          .run = run_rerank};
}

}  // namespace privet::cli
