// SPDX-License-Identifier: Apache-2.0
// privet profile index: an index of documents, to be searched by 'serve' and 'evaluate'.
#pragma once

#include <string>
#include <vector>

#include "job/profile/profile_input.h"

namespace privet::job {

struct ProfileIndexOptions {
  DocumentSources sources;
  std::string output;
};

[[nodiscard]] std::vector<Parameter> profile_index_parameters();
[[nodiscard]] ProfileIndexOptions profile_index_options(const Settings& settings);

struct ProfileIndexOutcome {
  profile::SourceCounts counts;
  std::string output;
};

[[nodiscard]] ProfileIndexOutcome run_profile_index(const ProfileIndexOptions& options,
                                                    const Run& run);

}  // namespace privet::job
