// SPDX-License-Identifier: Apache-2.0
// What the texts and pages of mining commands share.
#pragma once

#include <string>
#include <vector>

#include "job/mining/mining_input.h"
#include "mining/evaluation.h"
#include "report/page/html.h"

namespace privet {

// "on the training rows" or "cross-validated", for texts.
[[nodiscard]] std::string measured_text(const job::MinedFrom& from);

// A page with this title that names the table below it.
[[nodiscard]] HtmlPage mining_page(const std::string& title, const job::MinedFrom& from);
// The page's text, closed by the version of the program.
[[nodiscard]] std::string finished(HtmlPage& page);
[[nodiscard]] Card accuracy_card(const mining::Confusion& confusion, const job::MinedFrom& from);
// One row per true class, one column per predicted class.
[[nodiscard]] TextTable confusion_table(const mining::Confusion& confusion,
                                        const std::vector<std::string>& classes);

}  // namespace privet
