// SPDX-License-Identifier: Apache-2.0
// privet custody encode: a table to give away, and the key that decodes a tree mined from it
// (custody/encode.h).
// Idea: the key comes to its place first and the table after it, or neither: no encoded table
// exists whose key is lost.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/run.h"
#include "base/settings.h"
#include "custody/encode.h"
#include "data/formats/open_table.h"
#include "job/custody/custody_input.h"

namespace privet::job {

struct CustodyEncodeOptions {
  TableSource table;
  std::string class_column;
  std::vector<std::string> columns = {};  // to give away beside the class; empty: all
  std::string output;                     // the encoded table; "-": the outcome has it
  KeyFiles key;                           // to be made; must not exist
  custody::EncodeOptions encode = {};     // its `columns` are taken from above
  bool verify = false;                    // mine both tables and compare the trees
  bool keep_order = false;                // of the rows; otherwise they are shuffled
};

struct CustodyEncodeOutcome {
  std::string output;
  std::string key;
  std::size_t rows = 0;
  custody::Level level = custody::Level::Order;
  std::string learner;
  bool verified = false;
  std::vector<custody::ColumnReport> columns;
  std::string standard_output = {};  // the table, for output "-"
};

[[nodiscard]] std::vector<Parameter> custody_encode_positionals();
[[nodiscard]] std::vector<Parameter> custody_encode_parameters();
[[nodiscard]] CustodyEncodeOptions custody_encode_options(const Settings& settings);
// Throws Error{Infeasible} if the trees were to be compared and differ; nothing is written then.
[[nodiscard]] CustodyEncodeOutcome run_custody_encode(const CustodyEncodeOptions& options,
                                                      const PassphraseSource& passphrase,
                                                      const Run& run);

}  // namespace privet::job
