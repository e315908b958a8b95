// SPDX-License-Identifier: Apache-2.0

#include "apps/cli/commands.h"
#include "apps/cli/paths.h"
#include "apps/cli/profile_input.h"
#include "base/atomic_file.h"
#include "base/json.h"
#include "data/file_bytes.h"
#include "profile/exposed_file.h"
#include "report/text/numbers.h"
#include "report/text/text_table.h"

namespace privet::cli {
namespace {

constexpr std::size_t kMostResults = 100'000;

TextTable ranked_table(const std::vector<profile::Ranking>& ranking,
                       const std::vector<profile::SearchResult>& results) {
  TextTable table;
  table.columns = {number_column("rank"),   number_column("engine"), number_column("UPScore"),
                   number_column("UPRank"), number_column("PPRank"), {"title"}};
  for (std::size_t i = 0; i < ranking.size(); ++i) {
    const auto& entry = ranking[i];
    const auto& result = results[entry.result];
    table.add({format_count(i + 1), format_count(entry.engine_rank), format_real(entry.up_score, 4),
               format_count(entry.up_rank), format_fixed(entry.pp_rank, 1),
               result.title.empty() ? result.address : result.title});
  }
  return table;
}

int run_rerank(const Settings& settings, Console& console) {
  refuse_same(settings, "output", "results", "would replace the results");
  refuse_same(settings, "output", "exposed", "would replace the exposed profile");
  const auto mapping = mapping_of(settings);
  const auto exposed = profile::read_exposed(settings.text("exposed"), console.run());
  const std::string path = settings.text("results");
  const FileBytes bytes(path, console.run());
  const auto results =
      profile::parse_results(bytes.view(), mapping, kMostResults, path, ErrorCode::Input);
  profile::Scorer scorer(exposed, frequency_of(settings));
  const auto ranking = profile::rerank(results, scorer, settings.real("alpha"));
  const auto answer = ranked_json(ranking, results);
  if (settings.given("output")) {
    AtomicFile file(settings.text("output"));
    file.write(answer.dump(1) + "\n");
    file.commit();
  }
  console.answer(answer);
  console.say(to_text(ranked_table(ranking, results)));
  return 0;
}

}  // namespace

Command profile_rerank_command() {
  return {.path = "profile rerank",
          .summary = "Put an engine's results in the order of a person's interests.",
          .positionals = {{.name = "results",
                           .kind = ParameterKind::File,
                           .summary = "The results in the engine's order, as JSON.",
                           .placeholder = "RESULTS.json",
                           .required = true}},
          .options = {exposed_option(),
                      alpha_option(),
                      frequency_option(),
                      map_option(),
                      {.name = "output",
                       .kind = ParameterKind::File,
                       .summary = "Write the results in the new order, with all ranks.",
                       .placeholder = "OUT.json",
                       .letter = 'o'}},
          .example = "privet profile rerank results.json --exposed me.exposed --alpha 0.6",
          .run = run_rerank};
}

}  // namespace privet::cli
