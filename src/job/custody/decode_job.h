// SPDX-License-Identifier: Apache-2.0
// privet custody decode: the tree of the original from a tree of the encoded table
// (custody/decode.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/run.h"
#include "base/settings.h"
#include "data/formats/open_table.h"
#include "job/custody/custody_input.h"
#include "mining/tree/tree_model.h"

namespace privet::job {

struct CustodyDecodeOptions {
  std::string tree;
  TableSource original;
  KeyFiles key;
  std::optional<std::string> save = {};  // the decoded tree as a model file
};

struct CustodyDecodeOutcome {
  mining::TreeModel tree;
  std::string standard_output = {};
};

[[nodiscard]] std::vector<Parameter> custody_decode_positionals();
[[nodiscard]] std::vector<Parameter> custody_decode_parameters();
[[nodiscard]] CustodyDecodeOptions custody_decode_options(const Settings& settings);
[[nodiscard]] CustodyDecodeOutcome run_custody_decode(const CustodyDecodeOptions& options,
                                                      const PassphraseSource& passphrase,
                                                      const Run& run);

}  // namespace privet::job
