// SPDX-License-Identifier: Apache-2.0
// privet custody decode-values: encoded values back into the original ones
// (custody/decode_values.h).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/run.h"
#include "base/settings.h"
#include "data/formats/open_table.h"
#include "job/custody/custody_input.h"

namespace privet::job {

struct CustodyDecodeValuesOptions {
  TableSource table;
  std::vector<std::string> columns;
  TableSource original;
  KeyFiles key;
  std::string output = "-";
};

struct CustodyDecodeValuesOutcome {
  std::size_t rows = 0;
  std::vector<std::string> columns = {};
  std::string standard_output = {};
};

[[nodiscard]] std::vector<Parameter> custody_decode_values_positionals();
[[nodiscard]] std::vector<Parameter> custody_decode_values_parameters();
[[nodiscard]] CustodyDecodeValuesOptions custody_decode_values_options(const Settings& settings);
[[nodiscard]] CustodyDecodeValuesOutcome run_custody_decode_values(
    const CustodyDecodeValuesOptions& options, const PassphraseSource& passphrase, const Run& run);

}  // namespace privet::job
