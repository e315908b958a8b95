// SPDX-License-Identifier: Apache-2.0
// The exposed part of a profile as it leaves the person's machine: words and weights, nothing else.
// No counts, no number of documents, no tree, no word of the rest. Weights keep four decimals, too
// few to tell the number of documents from.
// The file is described in docs/format/profile.md.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/run.h"
#include "profile/exposure.h"

namespace privet::profile {

struct ExposedTerm {
  std::string term;                // as shown
  std::vector<std::string> stems;  // what to look for in a text
  double weight = 0;

  bool operator==(const ExposedTerm&) const = default;
};

struct ExposedProfile {
  std::string language = "english";
  std::vector<ExposedTerm> terms = {};

  bool operator==(const ExposedProfile&) const = default;
};

[[nodiscard]] ExposedProfile exposed_profile(const Profile& profile, const Exposure& exposure);

[[nodiscard]] std::string exposed_json(const ExposedProfile& exposed);
// Throws Error{Input} naming the file and what is wrong with it.
[[nodiscard]] ExposedProfile parse_exposed(std::string_view bytes, const std::string& name);
[[nodiscard]] ExposedProfile read_exposed(const std::string& path, const Run& run);

}  // namespace privet::profile
