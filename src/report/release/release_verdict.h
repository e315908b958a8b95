// SPDX-License-Identifier: Apache-2.0
// The first words of a release's pages: what is promised, whether it holds, against whom, and what
// is not covered.
#pragma once

#include <string>
#include <vector>

#include "job/release/release_summary.h"
#include "report/page/html.h"

namespace privet {

// "k-anonymity (k = 5)"
[[nodiscard]] std::string model_text(const Verdict& verdict);
// "k-anonymity (k = 5) and t-closeness (t = 0.2)"
[[nodiscard]] std::string models_text(const std::vector<Verdict>& verdicts);

[[nodiscard]] VerdictBlock release_verdict(const ReleaseSummary& summary);

// What the classes give away of the sensitive columns, one row each.
[[nodiscard]] TextTable disclosure_table(const std::vector<SensitiveRisk>& columns);

}  // namespace privet
