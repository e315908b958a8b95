// SPDX-License-Identifier: Apache-2.0
// What the jobs about profiles share: sources of documents, profiles that may be locked, how much
// to expose, the search engine.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/run.h"
#include "base/settings.h"
#include "job/outputs.h"
#include "job/passphrase.h"
#include "profile/engine/results.h"
#include "profile/engine/search_engine.h"
#include "profile/exposure.h"
#include "profile/sources/sources.h"

namespace privet::job {

// Documents of a person, or of a library to be searched.
struct DocumentSources {
  std::vector<std::string> paths;
  std::vector<std::string> text_columns = {};  // of tables among them
  std::string language = "english";
};

// SOURCE...
[[nodiscard]] std::vector<Parameter> source_positionals();
// --language, --text-column
[[nodiscard]] std::vector<Parameter> source_parameters();
[[nodiscard]] DocumentSources document_sources(const Settings& settings);
void add_files(const DocumentSources& sources, RunFiles& files);
// Hands on the documents of all sources, and warns of what was skipped.
profile::SourceCounts read_sources(const DocumentSources& sources,
                                   const profile::DocumentSink& sink, const Run& run);

// PROFILE
[[nodiscard]] Parameter profile_positional();
// Asks for the passphrase if the profile is locked; `unlock`: ask in any case.
[[nodiscard]] profile::Profile open_profile(const std::string& path, bool unlock,
                                            const PassphraseSource& passphrase, const Run& run);

// Which part of a profile may be known.
struct ExposureChoice {
  double min_detail = 0.1;
  std::vector<std::string> hide = {};  // terms, with all below them
};

// --min-detail and --hide
[[nodiscard]] std::vector<Parameter> exposure_parameters();
[[nodiscard]] ExposureChoice exposure_choice(const Settings& settings);
// Throws Error{Usage} for a term that the profile does not have.
[[nodiscard]] profile::Exposure exposure_of(const ExposureChoice& choice,
                                            const profile::Profile& profile);

// How results are put in a new order.
struct RankChoice {
  double alpha = 0.6;
  profile::Frequency frequency = profile::Frequency::Share;
};

// --alpha, --frequency
[[nodiscard]] std::vector<Parameter> rank_parameters();
[[nodiscard]] RankChoice rank_choice(const Settings& settings);
// --exposed
[[nodiscard]] Parameter exposed_parameter();
// --map
[[nodiscard]] Parameter mapping_parameter();
[[nodiscard]] profile::ResultMapping mapping_of(const Settings& settings);

struct EngineChoice {
  std::string engine;   // xapian:INDEX or http:URL
  double timeout = 10;  // seconds, of HTTP
  profile::ResultMapping mapping = {};
};

// --engine, --timeout and --map
[[nodiscard]] std::vector<Parameter> engine_parameters();
[[nodiscard]] EngineChoice engine_choice(const Settings& settings);
[[nodiscard]] std::unique_ptr<profile::SearchEngine> open_engine(const EngineChoice& choice);

}  // namespace privet::job
