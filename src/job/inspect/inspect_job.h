// SPDX-License-Identifier: Apache-2.0
// privet inspect: a table's columns, how they tell people apart, and a draft of a policy.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/run.h"
#include "base/settings.h"
#include "data/postgres/postgres_place.h"
#include "job/inspect/inspect_table.h"

namespace privet::job {

struct InspectOptions {
  TableSource source;
  std::optional<std::string> policy = {};  // where the draft goes; "-": standard output
  // Of --engine database: where the rows stay; empty: they are read.
  std::vector<PostgresPlace> engine = {};
};

[[nodiscard]] std::vector<Parameter> inspect_parameters();
[[nodiscard]] InspectOptions inspect_options(const Settings& settings);

struct InspectOutcome {
  std::size_t rows = 0;
  std::vector<ColumnFacts> columns;
  std::optional<std::string> policy = {};  // the file that has the draft
  std::string standard_output = {};        // the draft, if it was to go there
};

// Throws Error{Output} if the policy's file exists: a person may have corrected it.
[[nodiscard]] InspectOutcome run_inspect(const InspectOptions& options, const Run& run);

}  // namespace privet::job
