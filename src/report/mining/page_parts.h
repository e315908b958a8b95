// SPDX-License-Identifier: Apache-2.0
// What the texts and pages of mining commands share.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
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
// "the commonest class alone 0.6429, kappa 0.8511" and a table of the classes, for texts.
[[nodiscard]] std::string quality_text(const mining::Confusion& confusion,
                                       const std::vector<std::string>& classes);
// The same, with the confusion matrix, as further members of an answer.
void add_quality(Json& out, const mining::Confusion& confusion,
                 const std::vector<std::string>& classes);
// Precision, recall and F1 of each class.
[[nodiscard]] TextTable class_table(const mining::Confusion& confusion,
                                    const std::vector<std::string>& classes);
// One row per true class, one column per predicted class.
[[nodiscard]] TextTable confusion_table(const mining::Confusion& confusion,
                                        const std::vector<std::string>& classes);

}  // namespace privet
