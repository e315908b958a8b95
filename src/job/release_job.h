// SPDX-License-Identifier: Apache-2.0
// The release of one table from file to file: read, search, publish, report.
#pragma once

#include <optional>
#include <string>

#include "base/run.h"
#include "base/settings.h"
#include "catalog/catalog.h"
#include "job/identifiers.h"
#include "publish/release.h"
#include "report/release/release_summary.h"

namespace privet {

// Parameters of the job beside the file names: roles, reading, models, method, suppression.
[[nodiscard]] std::vector<Parameter> release_parameters(const Catalog& catalog);

struct ReleaseOutcome {
  TableRelease release;  // checked, not yet committed
  ReleaseSummary summary;
  std::string rules = {};              // the text for --save-rules, if that was asked
  std::optional<PendingKey> key = {};  // to be written before the release appears
};

// `output` "-" keeps the release in memory. Throws before any file is touched if the settings
// contradict the table. `passphrase` is asked for if identifiers become pseudonyms.
[[nodiscard]] ReleaseOutcome run_release(const std::string& input, const std::string& output,
                                         Settings settings, const Catalog& catalog,
                                         const PassphraseSource& passphrase, const Run& run);

}  // namespace privet
