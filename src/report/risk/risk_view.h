// SPDX-License-Identifier: Apache-2.0
// The three views of the risk of one table: text, JSON, a page with plots.
#pragma once

#include <string>

#include "base/json.h"
#include "job/risk/risk_summary.h"

namespace privet {

[[nodiscard]] std::string risk_text(const RiskSummary& summary);
[[nodiscard]] Json risk_json(const RiskSummary& summary);
[[nodiscard]] std::string risk_page(const RiskSummary& summary);

}  // namespace privet
