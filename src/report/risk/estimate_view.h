// SPDX-License-Identifier: Apache-2.0
// Estimates without a register and the special uniques among the records, as text, JSON and parts
// of a page. No estimate is shown without its assumptions.
#pragma once

#include <string>

#include "base/json.h"
#include "job/risk/estimates.h"
#include "job/risk/record_risk.h"
#include "report/page/html.h"

namespace privet {

[[nodiscard]] std::string estimates_text(const RiskEstimates& estimates);
// Adds "population_uniqueness" and "weighted", each where it was estimated.
void add_estimates_json(const RiskEstimates& estimates, Json& out);
void add_estimates(const RiskEstimates& estimates, HtmlPage& page);

[[nodiscard]] std::string records_text(const RecordRisks& records);
[[nodiscard]] Json records_json(const RecordRisks& records);
void add_records(const RecordRisks& records, HtmlPage& page);

}  // namespace privet
