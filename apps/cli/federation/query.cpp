// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/commands.h"
#include "report/federation/query_view.h"

namespace privet::cli {
namespace {

int run_federation_query(const Settings& settings, Console& console) {
  const auto options = job::federation_query_options(settings);
  const auto found = job::run_federation_query(options, console.run());
  console.say(federation_query_text(found));
  console.answer(federation_query_json(found));
  return found.refused ? 1 : 0;
}

}  // namespace

Command federation_query_command() {
  return {.path = "federation query",
          .summary =
              "Ask the released parts of several sites as one database, without learning "
              "whose records answer. Exits with status 1 if the answer would be about too "
              "few records or sites.",
          .positionals = job::federation_query_positionals(),
          .options = job::federation_query_parameters(),
          .example =
              "privet federation query \"SELECT count(*) WHERE age BETWEEN 30 AND 40\" "
              "--parts a.csv b.csv c.csv --log asker.json",
          .run = run_federation_query};
}

}  // namespace privet::cli
