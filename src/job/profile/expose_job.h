// SPDX-License-Identifier: Apache-2.0
// privet profile expose: the part of a profile that a search engine may know.
#pragma once

#include <string>
#include <vector>

#include "job/profile/profile_input.h"

namespace privet::job {

struct ProfileExposeOptions {
  std::string profile;
  ExposureChoice exposure;
  std::string output;                               // "-": standard output
  std::optional<std::string> passphrase_file = {};  // not to be replaced; the profile is locked
};

[[nodiscard]] std::vector<Parameter> profile_expose_parameters();
[[nodiscard]] ProfileExposeOptions profile_expose_options(const Settings& settings);

struct ProfileExposeOutcome {
  profile::Profile profile;
  profile::Exposure exposure;
  std::size_t terms = 0;  // exposed
  std::string output;
  std::string standard_output = {};
};

[[nodiscard]] ProfileExposeOutcome run_profile_expose(const ProfileExposeOptions& options,
                                                      const PassphraseSource& passphrase,
                                                      const Run& run);

}  // namespace privet::job
