// SPDX-License-Identifier: Apache-2.0
// The release of one table from file to file: read, search, publish, report. All files appear in
// order (key, release, report, summary, rules), or none does.
#pragma once

#include <optional>
#include <string>

#include "base/run.h"
#include "data/csv/write_csv.h"
#include "job/passphrase.h"
#include "job/release/release_options.h"
#include "job/release/release_summary.h"

namespace privet::job {

struct ReleaseOutcome {
  ReleaseSummary summary;
  std::string standard_output = {};  // what was named "-": the release or the page
  CsvStyle style = {};               // of the release, where it is delimited text
  // The key file that was made for the pseudonyms; none: nothing was made.
  std::optional<std::string> new_key = {};
};

// Throws before any file is touched if the settings contradict the table, or if an output would
// replace a file that is read. `passphrase` is asked for if identifiers become pseudonyms.
[[nodiscard]] ReleaseOutcome run_release(const ReleaseOptions& options, const Catalog& catalog,
                                         const PassphraseSource& passphrase, const Run& run);

}  // namespace privet::job
