// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/profile_input.h"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <cmath>

#include "apps/cli/passphrase.h"
#include "apps/cli/paths.h"
#include "base/counted.h"
#include "base/error.h"
#include "base/json.h"
#include "profile/engine/http_engine.h"
#include "profile/profile_file.h"

namespace privet::cli {
namespace {

constexpr std::array<std::string_view, 2> kFrequencies{"share", "count"};

}  // namespace

Parameter source_positional() {
  return {.name = "source",
          .kind = ParameterKind::File,
          .summary =
              "A folder or file of text, HTML, Markdown or mail, a browser's history "
              "(places.sqlite, History), a CSV table.",
          .placeholder = "SOURCE",
          .repeatable = true,
          .required = true};
}

Parameter text_column_option() {
  return {.name = "text-column",
          .kind = ParameterKind::Text,
          .summary = "A column of text of a CSV source; of several, the first is the title.",
          .placeholder = "COLUMN",
          .repeatable = true};
}

Parameter language_option() {
  return {.name = "language",
          .kind = ParameterKind::Text,
          .summary =
              "Whose words are stemmed and left out: english, german, french, ...; none "
              "leaves words as they are.",
          .placeholder = "L",
          .default_text = "english"};
}

profile::SourceCounts read_sources(const Settings& settings, const profile::DocumentSink& sink,
                                   Console& console) {
  profile::SourceCounts counts;
  const profile::SourceOptions options{.text_columns = settings.list("text-column")};
  for (const auto& source : settings.list("source")) {
    profile::read_source(source, options, sink, counts, console.run());
  }
  const auto tell = [&](std::size_t count, std::string_view noun, std::string_view what) {
    if (count > 0) console.warn(fmt::format("{} {}", counted(count, noun), what));
  };
  tell(counts.binary, "file", "passed over: no text inside");
  tell(counts.large, "file", fmt::format("passed over: above {} MB", profile::kLargestText >> 20U));
  tell(counts.broken, "message", "with parts that could not be decoded");
  return counts;
}

Json counts_json(const profile::SourceCounts& counts) {
  return {{"documents", counts.documents},   {"files", counts.files},
          {"binary", counts.binary},         {"large", counts.large},
          {"unreadable", counts.unreadable}, {"broken", counts.broken}};
}

void refuse_source_as_output(const Settings& settings) {
  refuse_same(settings, "output", "stop-words", "would replace the stop words; name another file");
  for (const auto& source : settings.list("source")) {
    if (!same_file(settings.text("output"), source)) continue;
    throw Error(ErrorCode::Usage, "would replace a source; choose another name",
                settings.place("output"));
  }
}

Parameter profile_positional() {
  return {.name = "profile",
          .kind = ParameterKind::File,
          .summary = "A profile made by 'privet profile build'.",
          .placeholder = "PROFILE",
          .required = true};
}

profile::Profile open_profile(const Settings& settings, const std::string& path, Console& console) {
  const bool locked = profile::is_locked(path, console.run());
  if (!locked && !settings.given("passphrase-file")) {
    return profile::read_profile(path, std::nullopt, console.run());
  }
  const Passphrase passphrase =
      read_passphrase(settings, PassphraseUse::Open, "the profile " + path, console);
  return profile::read_profile(path, passphrase.view(), console.run());
}

profile::Profile profile_of(const Settings& settings, Console& console) {
  return open_profile(settings, settings.text("profile"), console);
}

std::vector<Parameter> exposure_options() {
  return {{.name = "min-detail",
           .kind = ParameterKind::Real,
           .summary = "Expose terms that at least this share of the documents supports.",
           .placeholder = "P",
           .default_text = "0.1",
           .min = 0,
           .max = 1},
          {.name = "hide",
           .kind = ParameterKind::Text,
           .summary = "Hide this term, and all below it, wherever it stands.",
           .placeholder = "TERM",
           .repeatable = true}};
}

profile::Exposure exposure_of(const Settings& settings, const profile::Profile& profile) {
  std::vector<profile::NodeId> hidden;
  for (const auto& word : settings.list("hide")) {
    const auto named = profile::nodes_named(profile, word);
    hidden.insert(hidden.end(), named.begin(), named.end());
  }
  return profile::expose(profile, settings.real("min-detail"), hidden);
}

Json exposure_json(const profile::Profile& profile, const profile::Exposure& exposure) {
  auto exposed = Json::array();
  for (const auto& label : profile::weighted_labels(profile, exposure)) {
    exposed.push_back({{"term", profile::label_text(profile, label.terms)},
                       {"support", label.support},
                       {"weight", label.weight}});
  }
  return {{"exp_ratio", exposure.ratio()},
          {"entropy_exposed", exposure.entropy_exposed},
          {"entropy", exposure.entropy},
          {"exposed", std::move(exposed)}};
}

Parameter exposed_option() {
  return {.name = "exposed",
          .kind = ParameterKind::File,
          .summary = "The exposed part of a profile, made by 'privet profile expose'.",
          .placeholder = "EXPOSED",
          .required = true};
}

Parameter alpha_option() {
  return {.name = "alpha",
          .kind = ParameterKind::Real,
          .summary = "The weight of the profile's rank against the engine's.",
          .placeholder = "A",
          .default_text = "0.6",
          .min = 0,
          .max = 1};
}

Parameter frequency_option() {
  return {.name = "tf",
          .kind = ParameterKind::Choice,
          .summary = "A term's frequency in a text: as a share of its words, or as a count.",
          .default_text = "share",
          .choices = kFrequencies};
}

profile::Frequency frequency_of(const Settings& settings) {
  return settings.text("tf") == "count" ? profile::Frequency::Count : profile::Frequency::Share;
}

std::vector<Parameter> engine_options() {
  return {{.name = "engine",
           .kind = ParameterKind::Text,
           .summary = "xapian:INDEX (made by 'privet profile index') or http:URL; {query} and "
                      "{count} in the URL are replaced.",
           .placeholder = "E",
           .required = true},
          {.name = "timeout",
           .kind = ParameterKind::Real,
           .summary = "Seconds an engine behind HTTP has for an answer.",
           .placeholder = "S",
           .default_text = "10",
           .min = 0.01,
           .max = 600},
          map_option()};
}

std::unique_ptr<profile::SearchEngine> engine_of(const Settings& settings) {
  profile::HttpEngineOptions options;
  options.mapping = mapping_of(settings);
  options.timeout = std::chrono::milliseconds(std::llround(settings.real("timeout") * 1000));
  return profile::make_engine(settings.text("engine"), options);
}

Json ranked_json(const std::vector<profile::Ranking>& ranking,
                 const std::vector<profile::SearchResult>& results) {
  auto out = Json::array();
  for (std::size_t i = 0; i < ranking.size(); ++i) {
    const auto& entry = ranking[i];
    const auto& result = results[entry.result];
    out.push_back({{"rank", i + 1},
                   {"title", result.title},
                   {"url", result.address},
                   {"engine_rank", entry.engine_rank},
                   {"up_score", entry.up_score},
                   {"up_rank", entry.up_rank},
                   {"pp_rank", entry.pp_rank},
                   {"text", result.text}});
  }
  return {{"results", std::move(out)}};
}

Parameter map_option() {
  return {.name = "map",
          .kind = ParameterKind::Text,
          .summary =
              "Where the results or a field of theirs stand in the JSON: results=, title=, "
              "url= or text= and a JSON pointer.",
          .placeholder = "FIELD=/POINTER",
          .repeatable = true};
}

profile::ResultMapping mapping_of(const Settings& settings) {
  profile::ResultMapping out;
  for (const auto& entry : settings.list("map")) profile::add_to_mapping(out, entry);
  return out;
}

}  // namespace privet::cli
