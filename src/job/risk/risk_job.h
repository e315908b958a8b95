// SPDX-License-Identifier: Apache-2.0
// The risk of one table from file to summary: read, group, attack, check, report.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/run.h"
#include "base/settings.h"
#include "catalog/catalog.h"
#include "job/risk/risk_summary.h"

namespace privet::job {

struct RiskOptions {
  std::string input;                       // the table
  std::optional<std::string> report = {};  // a page; "-": the outcome has it
  // Roles, privacy models, other tables, measures: values of risk_parameters(). A policy completes
  // them.
  Settings settings;
  // Makes the page; required with `report`.
  std::function<std::string(const RiskSummary&)> page = {};
};

// The table.
[[nodiscard]] std::vector<Parameter> risk_positionals();
// Report, threshold, roles, models, other tables, reading.
[[nodiscard]] std::vector<Parameter> risk_parameters(const Catalog& catalog);
[[nodiscard]] RiskOptions risk_options(const Settings& settings);

struct RiskOutcome {
  RiskSummary summary;
  std::string standard_output = {};  // the page, if it was named "-"
};

// Throws Error{Usage} if the report would replace a file that is read.
[[nodiscard]] RiskOutcome run_risk(const RiskOptions& options, const Catalog& catalog,
                                   const Run& run);

}  // namespace privet::job
