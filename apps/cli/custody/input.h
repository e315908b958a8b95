// SPDX-License-Identifier: Apache-2.0
// What the subcommands of `privet custody` share: reading tables and keys, and the options for it.
#pragma once

#include <string>
#include <vector>

#include "apps/cli/command.h"
#include "apps/cli/passphrase.h"
#include "custody/coding/coding.h"
#include "data/csv/read_csv.h"

namespace privet::cli {

[[nodiscard]] Parameter custody_positional(std::string_view name, std::string_view summary);
[[nodiscard]] Parameter class_parameter();
// --key, of a file to be read.
[[nodiscard]] Parameter key_parameter();
// --data, the original table.
[[nodiscard]] Parameter data_parameter();
// `own`, and how to read tables.
[[nodiscard]] std::vector<Parameter> custody_options(std::vector<Parameter> own);

[[nodiscard]] CsvFile custody_table(const Settings& settings, const std::string& path,
                                    Console& console);
// Asks for the passphrase and opens the file named by --key.
[[nodiscard]] custody::Coding open_key(const Settings& settings, Console& console);

// A share written as 0.02 or as 2%, at most `most`.
[[nodiscard]] double share_of(const Settings& settings, const char* name, double most);

}  // namespace privet::cli
