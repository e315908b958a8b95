// SPDX-License-Identifier: Apache-2.0
// The risk of one table from file to summary: read, group, attack, check, report.
#pragma once

#include <string>

#include "base/run.h"
#include "job/risk/risk_options.h"
#include "job/risk/risk_summary.h"

namespace privet::job {

struct RiskOutcome {
  RiskSummary summary;
  std::string standard_output = {};  // the page, if it was named "-"
};

// Throws Error{Usage} if the report would replace a file that is read.
[[nodiscard]] RiskOutcome run_risk(const RiskOptions& options, const Catalog& catalog,
                                   const Run& run);

}  // namespace privet::job
