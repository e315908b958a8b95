// SPDX-License-Identifier: Apache-2.0
// What the commands about profiles share: sources, passphrases, how much to expose.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/cli/console.h"
#include "base/description.h"
#include "base/json.h"
#include "base/settings.h"
#include "profile/engine/results.h"
#include "profile/engine/search_engine.h"
#include "profile/exposure.h"
#include "profile/sources/sources.h"

namespace privet::cli {

// SOURCE..., and how to read tables among them.
[[nodiscard]] Parameter source_positional();
[[nodiscard]] Parameter text_column_option();
[[nodiscard]] Parameter language_option();
// Hands on the documents of all sources, and warns of what was passed over.
profile::SourceCounts read_sources(const Settings& settings, const profile::DocumentSink& sink,
                                   Console& console);
[[nodiscard]] Json counts_json(const profile::SourceCounts& counts);
// Throws Error{Usage} if the output would replace a source.
void refuse_source_as_output(const Settings& settings);

// PROFILE; --passphrase-file is for a locked one.
[[nodiscard]] Parameter profile_positional();
// Asks for the passphrase if the profile is locked.
[[nodiscard]] profile::Profile open_profile(const Settings& settings, const std::string& path,
                                            Console& console);
[[nodiscard]] profile::Profile profile_of(const Settings& settings, Console& console);

// --min-detail and --hide.
[[nodiscard]] std::vector<Parameter> exposure_options();
[[nodiscard]] profile::Exposure exposure_of(const Settings& settings,
                                            const profile::Profile& profile);
// "exp_ratio", "entropy_exposed", "entropy", "exposed".
[[nodiscard]] Json exposure_json(const profile::Profile& profile,
                                 const profile::Exposure& exposure);

[[nodiscard]] Parameter exposed_option();
[[nodiscard]] Parameter alpha_option();
// --tf: what a term's frequency in a text is.
[[nodiscard]] Parameter frequency_option();
[[nodiscard]] profile::Frequency frequency_of(const Settings& settings);
// --map, and what it says.
[[nodiscard]] Parameter map_option();
[[nodiscard]] profile::ResultMapping mapping_of(const Settings& settings);

// --engine, --timeout and --map, and the engine they name.
[[nodiscard]] std::vector<Parameter> engine_options();
[[nodiscard]] std::unique_ptr<profile::SearchEngine> engine_of(const Settings& settings);
// {"results": [...]} in the new order, with all ranks.
[[nodiscard]] Json ranked_json(const std::vector<profile::Ranking>& ranking,
                               const std::vector<profile::SearchResult>& results);

}  // namespace privet::cli
