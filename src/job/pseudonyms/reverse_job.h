// SPDX-License-Identifier: Apache-2.0
// privet pseudonyms reverse: the table with its identifiers again, for whoever has the key.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/run.h"
#include "base/settings.h"
#include "data/formats/open_table.h"
#include "job/passphrase.h"

namespace privet::job {

struct ReverseOptions {
  TableSource source;
  std::vector<std::string> columns;
  std::string key;
  std::string output;                               // "-": standard output
  std::optional<std::string> passphrase_file = {};  // not to be replaced
};

[[nodiscard]] std::vector<Parameter> reverse_positionals();
[[nodiscard]] std::vector<Parameter> reverse_parameters();
[[nodiscard]] ReverseOptions reverse_options(const Settings& settings);

struct ReverseOutcome {
  std::size_t rows = 0;
  std::vector<std::string> columns;
  std::optional<std::string> output = {};  // the file, which only its owner can read
  std::string standard_output;             // the table, if it was to go there
};

[[nodiscard]] ReverseOutcome run_reverse(const ReverseOptions& options,
                                         const PassphraseSource& passphrase, const Run& run);

}  // namespace privet::job
