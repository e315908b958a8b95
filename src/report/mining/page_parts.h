// SPDX-License-Identifier: Apache-2.0
// What the texts and pages of mining commands share.
#pragma once

#include <string>

#include "job/mining/mining_input.h"
#include "report/page/html.h"

namespace privet {

// A page with this title that names the table below it.
[[nodiscard]] HtmlPage mining_page(const std::string& title, const job::MinedFrom& from);
// The page's text, closed by the version of the program.
[[nodiscard]] std::string finished(HtmlPage& page);

}  // namespace privet
