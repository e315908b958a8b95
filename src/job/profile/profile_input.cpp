// SPDX-License-Identifier: Apache-2.0
#include "job/profile/profile_input.h"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <cmath>

#include "base/counted.h"
#include "base/error.h"
#include "profile/engine/http_engine.h"
#include "profile/profile_file.h"

namespace privet::job {
namespace {

constexpr std::array<std::string_view, 2> kFrequencies{"share", "count"};

}  // namespace

std::vector<Parameter> source_positionals() {
  return {{.name = "source",
           .kind = ParameterKind::File,
           .summary = "A folder or file of text, HTML, Markdown or mail, a browser's history "
                      "(places.sqlite, History), or a CSV table.",
           .placeholder = "SOURCE",
           .repeatable = true,
           .required = true}};
}

std::vector<Parameter> source_parameters() {
  return {{.name = "language",
           .kind = ParameterKind::Text,
           .summary = "The language whose words are stemmed and whose stop words are left out: "
                      "english, german, french, ...; none keeps words as they are.",
           .placeholder = "LANGUAGE",
           .default_text = "english"},
          {.name = "text-column",
           .kind = ParameterKind::Text,
           .summary = "A column of text of a CSV source; of several, the first is the title.",
           .placeholder = "COLUMN",
           .repeatable = true}};
}

DocumentSources document_sources(const Settings& settings) {
  return {.paths = settings.list("source"),
          .text_columns = settings.list("text-column"),
          .language = settings.text("language")};
}

void add_files(const DocumentSources& sources, RunFiles& files) {
  for (const auto& path : sources.paths) files.reads(path, "a source");
}

profile::SourceCounts read_sources(const DocumentSources& sources,
                                   const profile::DocumentSink& sink, const Run& run) {
  profile::SourceCounts counts;
  const profile::SourceOptions options{.text_columns = sources.text_columns};
  for (const auto& source : sources.paths) {
    profile::read_source(source, options, sink, counts, run);
  }
  const auto warn = [&](std::size_t count, std::string_view noun, std::string_view what) {
    if (count > 0) run.warn(fmt::format("{} {}", counted(count, noun), what));
  };
  warn(counts.binary, "file", "skipped: not text");
  warn(counts.large, "file", fmt::format("skipped: above {} MB", profile::kLargestText >> 20U));
  warn(counts.broken, "message", "with parts that could not be decoded");
  return counts;
}

Parameter profile_positional() {
  return {.name = "profile",
          .kind = ParameterKind::File,
          .summary = "A profile made by 'privet profile build'.",
          .placeholder = "PROFILE",
          .required = true};
}

profile::Profile open_profile(const std::string& path, bool unlock,
                              const PassphraseSource& passphrase, const Run& run) {
  if (!unlock && !profile::is_locked(path, run)) {
    return profile::read_profile(path, std::nullopt, run);
  }
  std::optional<profile::Profile> out;
  passphrase(path, false,
             [&](std::string_view text) { out = profile::read_profile(path, text, run); });
  PRIVET_CHECK(out.has_value());
  return std::move(*out);
}

std::vector<Parameter> exposure_parameters() {
  return {{.name = "min-detail",
           .kind = ParameterKind::Real,
           .summary = "Expose terms that at least this share of the documents supports.",
           .placeholder = "SHARE",
           .default_text = "0.1",
           .min = 0,
           .max = 1},
          {.name = "hide",
           .kind = ParameterKind::Text,
           .summary = "Hide this term, and all terms below it, wherever it occurs.",
           .placeholder = "TERM",
           .repeatable = true}};
}

ExposureChoice exposure_choice(const Settings& settings) {
  return {.min_detail = settings.real("min-detail"), .hide = settings.list("hide")};
}

profile::Exposure exposure_of(const ExposureChoice& choice, const profile::Profile& profile) {
  std::vector<profile::NodeId> hidden;
  for (const auto& word : choice.hide) {
    const auto named = profile::nodes_named(profile, word);
    hidden.insert(hidden.end(), named.begin(), named.end());
  }
  return profile::expose(profile, choice.min_detail, hidden);
}

std::vector<Parameter> rank_parameters() {
  return {{.name = "alpha",
           .kind = ParameterKind::Real,
           .summary = "The weight of the profile's rank against the engine's.",
           .placeholder = "ALPHA",
           .default_text = "0.6",
           .min = 0,
           .max = 1},
          {.name = "frequency",
           .kind = ParameterKind::Choice,
           .summary = "A term's frequency in a text: as a share of its words, or as a count.",
           .placeholder = "HOW",
           .default_text = "share",
           .choices = kFrequencies,
           .formerly = "tf"}};
}

RankChoice rank_choice(const Settings& settings) {
  return {.alpha = settings.real("alpha"),
          .frequency = settings.text("frequency") == "count" ? profile::Frequency::Count
                                                             : profile::Frequency::Share};
}

Parameter exposed_parameter() {
  return {.name = "exposed",
          .kind = ParameterKind::File,
          .summary = "The exposed part of a profile, made by 'privet profile expose'.",
          .placeholder = "EXPOSED",
          .required = true};
}

Parameter mapping_parameter() {
  return {.name = "map",
          .kind = ParameterKind::Text,
          .summary =
              "Where the results or one of their fields are in the JSON: results=, title=, "
              "url= or text= and a JSON pointer.",
          .placeholder = "FIELD=/POINTER",
          .repeatable = true};
}

profile::ResultMapping mapping_of(const Settings& settings) {
  profile::ResultMapping out;
  for (const auto& entry : settings.list("map")) profile::add_to_mapping(out, entry);
  return out;
}

std::vector<Parameter> engine_parameters() {
  return {{.name = "engine",
           .kind = ParameterKind::Text,
           .summary = "xapian:INDEX (made by 'privet profile index') or http:URL; {query} and "
                      "{count} in the URL are replaced.",
           .placeholder = "ENGINE",
           .required = true},
          {.name = "timeout",
           .kind = ParameterKind::Real,
           .summary = "Seconds to wait for the answer of an engine over HTTP.",
           .placeholder = "SECONDS",
           .default_text = "10",
           .min = 0.01,
           .max = 600},
          mapping_parameter()};
}

EngineChoice engine_choice(const Settings& settings) {
  return {.engine = settings.text("engine"),
          .timeout = settings.real("timeout"),
          .mapping = mapping_of(settings)};
}

std::unique_ptr<profile::SearchEngine> open_engine(const EngineChoice& choice) {
  profile::HttpEngineOptions options;
  options.mapping = choice.mapping;
  options.timeout = std::chrono::milliseconds(std::llround(choice.timeout * 1000));
  return profile::make_engine(choice.engine, options);
}

}  // namespace privet::job
