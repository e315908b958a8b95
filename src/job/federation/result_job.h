// SPDX-License-Identifier: Apache-2.0
// What a job between parties has left at one of them, written to files: the model, the records.
#pragma once

#include <optional>
#include <string>

#include "base/json.h"
#include "base/run.h"
#include "base/settings.h"

namespace privet::job {

struct ResultFiles {
  std::optional<std::string> model = {};    // --save
  std::optional<std::string> records = {};  // --output
};

// Throws Error{Usage} if both are one file.
[[nodiscard]] ResultFiles result_files(const Settings& settings);

// Both files or none. `result`: what the party's daemon answered. Throws Error{Usage} for what the
// job does not have.
void write_result(const Json& result, const ResultFiles& files, const Run& run);

}  // namespace privet::job
