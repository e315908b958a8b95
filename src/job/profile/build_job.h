// SPDX-License-Identifier: Apache-2.0
// privet profile build: a profile of interests from a person's own documents.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "job/profile/profile_input.h"
#include "profile/build_profile.h"

namespace privet::job {

struct ProfileBuildOptions {
  DocumentSources sources;
  std::string output;
  profile::BuildOptions build;
  std::optional<std::string> stop_words = {};  // a file with more of them
  bool lock = false;
  std::optional<std::string> passphrase_file = {};  // not to be replaced
};

[[nodiscard]] std::vector<Parameter> profile_build_parameters();
[[nodiscard]] ProfileBuildOptions profile_build_options(const Settings& settings);

struct ProfileBuildOutcome {
  profile::SourceCounts counts;
  std::size_t terms = 0;
  std::size_t nodes = 0;
  std::size_t depth = 0;
  std::size_t min_support = 0;
  bool locked = false;
  std::string output;
};

[[nodiscard]] ProfileBuildOutcome run_profile_build(const ProfileBuildOptions& options,
                                                    const PassphraseSource& passphrase,
                                                    const Run& run);

}  // namespace privet::job
