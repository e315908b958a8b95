// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>

#include "apps/cli/commands.h"
#include "apps/cli/passphrase.h"
#include "apps/cli/paths.h"
#include "apps/cli/profile_input.h"
#include "base/atomic_file.h"
#include "base/error.h"
#include "base/json.h"
#include "data/dictionary.h"
#include "profile/evaluate.h"
#include "report/profile/evaluation_view.h"

namespace privet::cli {
namespace {

// "0,0.1,1": numbers from 0 to 1, or what is usual if not given.
void read_numbers(const Settings& settings, std::string_view name, std::vector<double>& usual) {
  if (!settings.given(name)) return;
  usual.clear();
  for (const auto& text : split_list(settings.text(name))) {
    const auto number = parse_number(text);
    if (!number || *number < 0 || *number > 1) {
      throw Error(ErrorCode::Usage, fmt::format("{} is no number from 0 to 1", shown(text)),
                  settings.place(name));
    }
    usual.push_back(*number);
  }
  if (usual.empty()) throw Error(ErrorCode::Usage, "names no number", settings.place(name));
}

Json evaluation_json(const NamedEvaluation& evaluation) {
  const auto& result = evaluation.result;
  auto alphas = Json::array();
  for (const auto& point : result.alphas) {
    alphas.push_back({{"alpha", point.alpha}, {"map", point.map}});
  }
  auto details = Json::array();
  for (const auto& point : result.details) {
    details.push_back({{"min_detail", point.min_detail},
                       {"exp_ratio", point.exp_ratio},
                       {"nodes_exposed", point.terms},
                       {"map", point.map}});
  }
  return {{"profile", evaluation.name},    {"map_engine", result.engine},
          {"map_profile", result.profile}, {"map_mix", result.mix},
          {"alphas", std::move(alphas)},   {"min_details", std::move(details)}};
}

int run_evaluate(const Settings& settings, Console& console) {
  for (const char* read : {"queries", "relevance"}) {
    refuse_same(settings, "report", read, "would replace a file that is read");
  }
  for (const auto& path : settings.list("profile")) {
    if (!settings.given("report") || !same_file(settings.text("report"), path)) continue;
    throw Error(ErrorCode::Usage, "would replace a profile", settings.place("report"));
  }
  profile::EvaluateOptions options;
  read_numbers(settings, "alphas", options.alphas);
  read_numbers(settings, "min-details", options.min_details);
  options.alpha = settings.real("alpha");
  options.frequency = frequency_of(settings);
  const auto queries = profile::read_queries(settings.text("queries"), console.run());
  const auto relevance = profile::read_relevance(settings.text("relevance"), console.run());
  std::vector<profile::Profile> profiles;
  for (const auto& path : settings.list("profile")) {
    profiles.push_back(open_profile(settings, path, console));
  }
  const auto engine = engine_of(settings);
  const auto judged =
      profile::judge(queries, relevance, *engine, settings.count("count"), console.run());
  std::vector<NamedEvaluation> all;
  for (std::size_t i = 0; i < profiles.size(); ++i) {
    const std::filesystem::path path(settings.list("profile")[i]);
    all.push_back(
        {path.filename().string(), profile::evaluate(profiles[i], judged, options, console.run())});
  }
  if (settings.given("report")) {
    AtomicFile file(settings.text("report"));
    file.write(evaluation_page(all, options.alpha));
    file.commit();
  }
  Json answer{{"queries", all[0].result.queries},
              {"left_out", all[0].result.left_out},
              {"alpha", options.alpha},
              {"profiles", Json::array()}};
  for (const auto& evaluation : all) answer["profiles"].push_back(evaluation_json(evaluation));
  console.answer(answer);
  console.say(evaluation_text(all, options.alpha));
  return 0;
}

std::vector<Parameter> evaluate_options() {
  auto out = engine_options();
  const std::vector<Parameter> more{
      {.name = "queries",
       .kind = ParameterKind::File,
       .summary = "A CSV file with the columns id and query.",
       .placeholder = "Q.csv",
       .required = true},
      {.name = "relevance",
       .kind = ParameterKind::File,
       .summary = "A CSV file with the columns id and url, a line for each relevant result.",
       .placeholder = "R.csv",
       .required = true},
      alpha_option(),
      frequency_option(),
      {.name = "alphas",
       .kind = ParameterKind::Text,
       .summary = "Weights for the curve over alpha; 0 to 1 in tenths if not given.",
       .placeholder = "A,B,.."},
      {.name = "min-details",
       .kind = ParameterKind::Text,
       .summary = "Settings for the curves over minDetail; from 0 to 0.5 if not given.",
       .placeholder = "P,Q,.."},
      {.name = "count",
       .kind = ParameterKind::Count,
       .summary = "Look at so many results of each query.",
       .placeholder = "N",
       .default_text = "50",
       .min = 1,
       .max = 1000},
      {.name = "report",
       .kind = ParameterKind::File,
       .summary = "Write a page with the curves.",
       .placeholder = "FILE.html"},
      passphrase_option()};
  out.insert(out.end(), more.begin(), more.end());
  return out;
}

}  // namespace

Command profile_evaluate_command() {
  auto profiles = profile_positional();
  profiles.repeatable = true;
  return {.path = "profile evaluate",
          .summary = "Measure what profiles improve, over alpha and over what is exposed.",
          .positionals = {profiles},
          .options = evaluate_options(),
          .example =
              "privet profile evaluate me.profile --engine xapian:library.index --queries "
              "q.csv --relevance r.csv",
          .run = run_evaluate};
}

}  // namespace privet::cli
