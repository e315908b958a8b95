// SPDX-License-Identifier: Apache-2.0
// privet rehearse: runs a task as a federation of processes on this machine and compares the result
// with that of the plain algorithm.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/run.h"
#include "base/settings.h"
#include "federation/rehearsal/rehearsal.h"
#include "federation/release/anonymize_horizontal.h"
#include "federation/task/row_parts.h"
#include "job/mining/join_input.h"
#include "job/mining/rules_job.h"

namespace privet::job {

// The column that says whose a row is, where no column of the data does.
inline constexpr std::string_view kSiteColumn = "(site)";

struct RehearseOptions {
  RuleInput input = {};                              // the whole data...
  std::vector<TableSource> inputs = {};              // ... or each party's, if there are any
  std::vector<std::vector<std::string>> parts = {};  // each party's columns; empty: neighbours
  std::optional<JoinInput> join = {};                // ... or tables that join, a party's each
  federation::RowDivision rows = {};                 // of a horizontal split
  std::vector<std::string> hierarchy_files = {};     // which are read and so not replaced
  bool names_sites = false;  // each party's rows get a column with its name (kSiteColumn)
  federation::Codebook codebook = federation::Codebook::Same;
  std::optional<TableSource> predict = {};  // rows to classify
  std::vector<std::string> saved = {};      // files of the parties' parts of a model, to do so
  federation::Job job = {};
  federation::RehearsalOptions rehearsal = {};
  std::optional<std::string> save = {};        // the first party's answer as a model
  std::optional<std::string> save_parts = {};  // the folder for each party's part of it
  std::vector<std::string> part_files = {};    // each site's part of a release; empty: not written
  bool rows_are_persons = false;               // of a release, although a column looks otherwise
  std::vector<std::string> identifiers = {};   // columns that a release leaves out
};

struct RehearseOutcome {
  std::string protocol = {};
  std::string referees = {};  // who computes or compares for all, by their numbers from 1
  federation::Split split = federation::Split::Vertical;
  double tolerance = 0;  // to which an answer is the plain one
  federation::Trust trust = federation::Trust::ByProtocol;
  federation::Rehearsal done = {};
  std::string standard_output = {};                  // for --save -
  std::vector<std::string> part_files = {};          // that were written
  std::optional<federation::ReleaseLoss> loss = {};  // of a release
};

[[nodiscard]] std::vector<Parameter> rehearse_positionals();
[[nodiscard]] std::vector<Parameter> rehearse_parameters();
// The options of the task that the words name ("... mine rules ..."), to be given beside those of
// the rehearsal; except those for other files than --save. Throws Error{Usage} for a task that
// parties cannot run.
[[nodiscard]] std::vector<Parameter> task_parameters(std::span<const std::string> words);

[[nodiscard]] RehearseOptions rehearse_options(const Settings& settings);
[[nodiscard]] RehearseOutcome run_rehearse(const RehearseOptions& options, const Run& run);

}  // namespace privet::job
