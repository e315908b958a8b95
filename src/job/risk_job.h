// SPDX-License-Identifier: Apache-2.0
// The risk of one table from file to summary: read, group, attack, check.
#pragma once

#include <vector>

#include "base/run.h"
#include "base/settings.h"
#include "catalog/catalog.h"
#include "report/risk/risk_summary.h"

namespace privet {

// Parameters of the job beside the file: threshold, roles, models, other tables, reading.
[[nodiscard]] std::vector<Parameter> risk_parameters(const Catalog& catalog);

// `settings` has the table as "file".
[[nodiscard]] RiskSummary run_risk(Settings settings, const Catalog& catalog, const Run& run);

}  // namespace privet
