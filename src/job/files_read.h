// SPDX-License-Identifier: Apache-2.0
// Every file that a run reads, whoever named it, so that nothing it writes takes the place of one:
// the table or a key may be the only copy there is.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/settings.h"
#include "job/policy.h"

namespace privet {

struct FileRead {
  std::string path;
  std::string what;  // "the table"
};

// The files of all settings of that kind except the `written` ones, of --learn-weights and
// --hierarchy, and the hierarchies that the policy names. `settings` has what the policy sets.
[[nodiscard]] std::vector<FileRead> files_read(const Settings& settings,
                                               const std::optional<Policy>& policy,
                                               std::span<const std::string_view> written);

// Throws Error{Usage} at the first of the `written` settings that names a file of files_read.
void refuse_replacing(const Settings& settings, const std::optional<Policy>& policy,
                      std::span<const std::string_view> written);

}  // namespace privet
