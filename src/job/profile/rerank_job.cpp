// SPDX-License-Identifier: Apache-2.0
#include "job/profile/rerank_job.h"

#include "base/error.h"
#include "data/file_bytes.h"
#include "job/input/table_input.h"
#include "profile/exposed_file.h"

namespace privet::job {
namespace {

constexpr std::size_t kMostResults = 100'000;

}  // namespace

std::vector<Parameter> rerank_positionals() {
  return {{.name = "results",
           .kind = ParameterKind::File,
           .summary = "The results in the engine's order, as JSON.",
           .placeholder = "RESULTS.json",
           .required = true}};
}

std::vector<Parameter> rerank_parameters() {
  return joined({{exposed_parameter()},
                 rank_parameters(),
                 {mapping_parameter(),
                  {.name = "output",
                   .kind = ParameterKind::File,
                   .summary = "Write the results in the new order, with all ranks.",
                   .placeholder = "OUT.json",
                   .letter = 'o'}}});
}

RerankOptions rerank_options(const Settings& settings) {
  return {.results = settings.text("results"),
          .exposed = settings.text("exposed"),
          .rank = rank_choice(settings),
          .mapping = mapping_of(settings),
          .output = given_text(settings, "output")};
}

RerankOutcome run_rerank(const RerankOptions& options, const Run& run) {
  RunFiles files;
  files.reads(options.results, "the results");
  files.reads(options.exposed, "the exposed part");
  files.writes(options.output, "the new order", "output");
  files.check();
  const auto exposed = profile::read_exposed(options.exposed, run);
  const FileBytes bytes(options.results, run);
  RerankOutcome out{.results = profile::parse_results(bytes.view(), options.mapping, kMostResults,
                                                      options.results, ErrorCode::Input),
                    .ranking = {}};
  profile::Scorer scorer(exposed, options.rank.frequency);
  out.ranking = profile::rerank(out.results, scorer, options.rank.alpha);
  if (options.output) {
    OutputFiles outputs;
    outputs.add(options.output, options.json(out));
    outputs.commit(run);
  }
  return out;
}

}  // namespace privet::job
