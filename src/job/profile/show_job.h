// SPDX-License-Identifier: Apache-2.0
// privet profile show: what of a profile is exposed, what is hidden, and how much that is.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "job/profile/profile_input.h"

namespace privet::job {

struct ProfileShowOutcome {
  std::string name;  // of the profile's file
  profile::Profile profile;
  profile::Exposure exposure;
  std::size_t max_nodes = 100;  // to show
};

struct ProfileShowOptions {
  std::string profile;
  ExposureChoice exposure;
  std::size_t max_nodes = 100;
  std::optional<std::string> svg = {};     // a drawing of the tree
  std::optional<std::string> report = {};  // a page
  std::optional<std::string> passphrase_file = {};
  // What the drawing and the page hold; needed where they are asked for.
  std::function<std::string(const ProfileShowOutcome&)> drawing = {};
  std::function<std::string(const ProfileShowOutcome&)> page = {};
};

[[nodiscard]] std::vector<Parameter> profile_show_parameters();
[[nodiscard]] ProfileShowOptions profile_show_options(const Settings& settings);

[[nodiscard]] ProfileShowOutcome run_profile_show(const ProfileShowOptions& options,
                                                  const PassphraseSource& passphrase,
                                                  const Run& run);

}  // namespace privet::job
