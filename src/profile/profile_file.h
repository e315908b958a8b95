// SPDX-License-Identifier: Apache-2.0
// A profile as a private file: mode 0600, and locked with a passphrase if one is given.
// The content is described in docs/format/profile.md.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/run.h"
#include "profile/profile.h"

namespace privet::profile {

[[nodiscard]] std::string profile_json(const Profile& profile);
// Throws Error{Input} naming the file and what is wrong with it.
[[nodiscard]] Profile parse_profile(std::string_view bytes, const std::string& name);

// The file appears whole or not at all. Throws Error{Output}.
void write_profile(const Profile& profile, const std::string& path,
                   const std::optional<std::string_view>& passphrase, const Run& run);
// Whether a file is locked with a passphrase. Throws Error{Input} if it cannot be read.
[[nodiscard]] bool is_locked(const std::string& path, const Run& run);
// Throws Error{Usage} for a locked file without a passphrase and a passphrase for a file that is
// not locked. Warns of a file that others may read.
[[nodiscard]] Profile read_profile(const std::string& path,
                                   const std::optional<std::string_view>& passphrase,
                                   const Run& run);

}  // namespace privet::profile
