// SPDX-License-Identifier: Apache-2.0
// What a release shows unchanged, and what somebody who knows it finds: as text, JSON and a part of
// the page.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "job/release/release_summary.h"
#include "report/page/html.h"

namespace privet {

// A line for each column; of many, those that make most records unique.
[[nodiscard]] std::string unchanged_text(const ReleaseSummary& summary);
// Of the columns that had to be accepted, the worst first.
[[nodiscard]] std::vector<std::string> unchanged_warnings(const ReleaseSummary& summary);
[[nodiscard]] Json unchanged_json(const ReleaseSummary& summary);
// Nothing if every column is generalized or left out.
void add_unchanged(const ReleaseSummary& summary, HtmlPage& page);

}  // namespace privet
