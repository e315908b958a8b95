// SPDX-License-Identifier: Apache-2.0
// The release of one table from file to file: read, search, publish, report. All files appear in
// order (key, release, report, rules), or none does.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/run.h"
#include "base/settings.h"
#include "catalog/catalog.h"
#include "job/passphrase.h"
#include "job/release/release_summary.h"

namespace privet::job {

struct ReleaseOptions {
  std::string input;                           // the table
  std::string output;                          // "-": the outcome has the bytes
  std::optional<std::string> report = {};      // a page; "-": the outcome has it
  std::optional<std::string> save_rules = {};  // the recoding, for new records
  std::optional<std::string> save_order = {};  // which record of the table each record is
  // Roles, privacy models, method, measures: values of release_parameters(). A policy completes
  // them, and the catalog's entries build models and methods from them.
  Settings settings;
  // Makes the page; required with `report`.
  std::function<std::string(const ReleaseSummary&)> page = {};
};

// The table.
[[nodiscard]] std::vector<Parameter> release_positionals();
// The files, roles, reading, models, method, suppression, measures.
[[nodiscard]] std::vector<Parameter> release_parameters(const Catalog& catalog);
// Throws Error{Usage} for rules without a file.
[[nodiscard]] ReleaseOptions release_options(const Settings& settings);

struct ReleaseOutcome {
  ReleaseSummary summary;
  std::string standard_output = {};  // what was named "-": the release or the page
  // The key file that was made for the pseudonyms; none: nothing was made.
  std::optional<std::string> new_key = {};
};

// Throws before any file is touched if the settings contradict the table, or if an output would
// replace a file that is read. `passphrase` is asked for if identifiers become pseudonyms.
[[nodiscard]] ReleaseOutcome run_release(const ReleaseOptions& options, const Catalog& catalog,
                                         const PassphraseSource& passphrase, const Run& run);

}  // namespace privet::job
