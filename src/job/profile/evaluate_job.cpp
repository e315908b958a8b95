// SPDX-License-Identifier: Apache-2.0
#include "job/profile/evaluate_job.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/error.h"
#include "data/dictionary.h"
#include "job/input/table_input.h"

namespace privet::job {
namespace {

// "0,0.1,1": numbers from 0 to 1; `usual` stays if they are not given.
void read_numbers(const Settings& settings, std::string_view name, std::vector<double>& usual) {
  if (!settings.given(name)) return;
  usual.clear();
  for (const auto& text : split_list(settings.text(name))) {
    const auto number = parse_number(text);
    if (!number || *number < 0 || *number > 1) {
      throw Error(ErrorCode::Usage,
                  fmt::format("{} is not a number from 0 to 1", quote_for_message(text)),
                  settings.place(name));
    }
    usual.push_back(*number);
  }
  if (usual.empty()) {
    throw Error(ErrorCode::Usage, "needs at least one number", settings.place(name));
  }
}

constexpr std::array<std::string_view, 2> kDivisors{"found", "judged"};

}  // namespace

std::vector<Parameter> evaluate_positionals() {
  auto out = profile_positional();
  out.repeatable = true;
  return {out};
}

std::vector<Parameter> evaluate_parameters() {
  return joined(
      {engine_parameters(),
       {{.name = "queries",
         .kind = ParameterKind::File,
         .summary = "A CSV file with the columns id and query.",
         .placeholder = "Q.csv",
         .required = true},
        {.name = "relevance",
         .kind = ParameterKind::File,
         .summary = "A CSV file with the columns id and url, one line per relevant result.",
         .placeholder = "R.csv",
         .required = true}},
       rank_parameters(),
       {{.name = "alphas",
         .kind = ParameterKind::Text,
         .summary = "Values of --alpha for the curve over it; 0 to 1 in tenths if not given.",
         .placeholder = "A,B,.."},
        {.name = "min-details",
         .kind = ParameterKind::Text,
         .summary = "Values of --min-detail for the curves over it; from 0 to 0.5 if not given.",
         .placeholder = "P,Q,.."},
        {.name = "count",
         .kind = ParameterKind::Count,
         .summary = "Look at N results of each query.",
         .placeholder = "N",
         .default_text = "50",
         .min = 1,
         .max = 1000},
        {.name = "divide-by",
         .kind = ParameterKind::Choice,
         .summary = "The average precision of a query is divided by the relevant results that the "
                    "engine found (queries without one are left out), or by all that --relevance "
                    "has for it, as trec_eval does (a query with none found counts as 0).",
         .placeholder = "WHAT",
         .default_text = "found",
         .choices = kDivisors},
        {.name = "report",
         .kind = ParameterKind::File,
         .summary = "Write a page with the curves.",
         .placeholder = "FILE.html"},
        passphrase_parameter()}});
}

EvaluateOptions evaluate_options(const Settings& settings) {
  EvaluateOptions out{.profiles = settings.list("profile"),
                      .engine = engine_choice(settings),
                      .queries = settings.text("queries"),
                      .relevance = settings.text("relevance"),
                      .count = settings.count("count"),
                      .averaging = settings.text("divide-by") == "judged"
                                       ? profile::Averaging::Judged
                                       : profile::Averaging::Found,
                      .report = given_text(settings, "report"),
                      .passphrase_file = given_text(settings, "passphrase-file")};
  const RankChoice rank = rank_choice(settings);
  out.evaluate.alpha = rank.alpha;
  out.evaluate.frequency = rank.frequency;
  read_numbers(settings, "alphas", out.evaluate.alphas);
  read_numbers(settings, "min-details", out.evaluate.min_details);
  return out;
}

EvaluateOutcome run_evaluate(const EvaluateOptions& options, const PassphraseSource& passphrase,
                             const Run& run) {
  RunFiles files;
  files.reads(options.queries, "the queries");
  files.reads(options.relevance, "the relevant results");
  files.reads(options.passphrase_file, "the passphrase");
  for (const auto& path : options.profiles) files.reads(path, "a profile");
  files.writes(options.report, "the report", "report");
  files.check();
  const auto queries = profile::read_queries(options.queries, run);
  const auto relevance = profile::read_relevance(options.relevance, run);
  std::vector<profile::Profile> profiles;
  for (const auto& path : options.profiles) {
    profiles.push_back(open_profile(path, options.passphrase_file.has_value(), passphrase, run));
  }
  const auto engine = open_engine(options.engine);
  const auto judged =
      profile::judge(queries, relevance, *engine, options.count, run, options.averaging);
  EvaluateOutcome out{.alpha = options.evaluate.alpha, .averaging = options.averaging, .all = {}};
  for (std::size_t i = 0; i < profiles.size(); ++i) {
    const std::filesystem::path path(options.profiles[i]);
    out.all.push_back(
        {path.filename().string(), profile::evaluate(profiles[i], judged, options.evaluate, run)});
  }
  if (options.report) {
    OutputFiles outputs;
    outputs.add(options.report, options.page(out));
    outputs.commit(run);
  }
  return out;
}

}  // namespace privet::job
