// SPDX-License-Identifier: Apache-2.0
// What two releases tell together, as text, JSON and a part of a page.
#pragma once

#include <string>

#include "base/json.h"
#include "job/earlier.h"
#include "report/page/html.h"

namespace privet {

[[nodiscard]] std::string earlier_text(const EarlierSummary& summary);
[[nodiscard]] Json earlier_json(const EarlierSummary& summary);
void add_earlier(const EarlierSummary& summary, HtmlPage& page);

}  // namespace privet
