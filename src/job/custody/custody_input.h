// SPDX-License-Identifier: Apache-2.0
// What the jobs of `privet custody` share: parameters, opening a key, shares.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/settings.h"
#include "custody/coding/coding.h"
#include "job/outputs.h"
#include "job/passphrase.h"

namespace privet::job {

// The file of a key and of its passphrase. The latter is read by whoever is asked for the
// passphrase; it is named here so that nothing replaces it.
struct KeyFiles {
  std::string key;
  std::optional<std::string> passphrase = {};
};

[[nodiscard]] Parameter custody_file(std::string_view name, std::string_view summary);
// --class, of the column that the tree will predict.
[[nodiscard]] Parameter custody_class_parameter();
// --key, of a file to be read, --data and --passphrase-file.
[[nodiscard]] std::vector<Parameter> decoding_parameters();

[[nodiscard]] KeyFiles key_files(const Settings& settings);
void add_files(const KeyFiles& key, RunFiles& files);
// Asks for the passphrase and opens the key.
[[nodiscard]] custody::Coding open_key(const KeyFiles& key, const PassphraseSource& passphrase);

// A share written as 0.02 or as 2%, at most `most`.
[[nodiscard]] double share_setting(const Settings& settings, const char* name, double most);

}  // namespace privet::job
