// SPDX-License-Identifier: Apache-2.0
// This party's part of a job: the registered table, with the columns that the job takes and, where
// the parties have different rows, the categories that it lists.
#pragma once

#include <string>

#include "base/run.h"
#include "federation/task/data_set.h"
#include "party/config.h"
#include "party/proposal/proposal.h"

namespace privet::party {

struct OwnPart {
  federation::DataSet data;
  std::vector<std::string> columns;  // of the table that it takes, the key among them
  std::size_t rows = 0;
  std::string fingerprint;  // of the registered table
};

// `model`: this party's part of the model by which the job classifies; empty for other jobs. Throws
// Error{Input} if the table is not registered, cannot be read, lacks a column, or does not fit what
// the job says of it.
[[nodiscard]] OwnPart own_part(const Config& config, const Proposal& proposal,
                               const std::string& model, const Run& run);

}  // namespace privet::party
