// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/commands.h"
#include "report/profile/profile_answers.h"

namespace privet::cli {
namespace {

int run_index(const Settings& settings, Console& console) {
  const auto outcome = job::run_profile_index(job::profile_index_options(settings), console.run());
  console.answer(profile_index_json(outcome));
  console.say(profile_index_text(outcome));
  return 0;
}

}  // namespace

Command profile_index_command() {
  return {.path = "profile index",
          .summary = "Build an index of documents, to be searched by 'serve' and 'evaluate'.",
          .positionals = job::source_positionals(),
          .options = job::profile_index_parameters(),
          .example = "privet profile index ~/library -o library.index",
          .run = run_index};
}

}  // namespace privet::cli
