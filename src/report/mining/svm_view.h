// SPDX-License-Identifier: Apache-2.0
// What privet mine svm found, as text, JSON and a page.
#pragma once

#include <string>

#include "base/json.h"
#include "job/mining/svm_job.h"

namespace privet {

[[nodiscard]] std::string mine_svm_text(const job::MineSvmOutcome& found);
[[nodiscard]] Json mine_svm_json(const job::MineSvmOutcome& found);
[[nodiscard]] std::string mine_svm_page(const job::MineSvmOutcome& found);

}  // namespace privet
