// SPDX-License-Identifier: Apache-2.0
// How much profiles improve a search, as text and as a page with the curves: effect of the sources,
// of alpha, of minDetail and of expRatio (Figures 37 to 41 of the thesis behind src/profile).
#pragma once

#include <string>

#include "base/json.h"
#include "job/profile/evaluate_job.h"

namespace privet {

[[nodiscard]] std::string evaluation_text(const job::EvaluateOutcome& outcome);
[[nodiscard]] Json evaluation_json(const job::EvaluateOutcome& outcome);
[[nodiscard]] std::string evaluation_page(const job::EvaluateOutcome& outcome);

}  // namespace privet
