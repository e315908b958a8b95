// SPDX-License-Identifier: Apache-2.0
// The answers about quasi-identifiers as text and as JSON.
#pragma once

#include <string>

#include "base/json.h"
#include "job/quasi/find_job.h"
#include "job/quasi/mask_job.h"
#include "job/quasi/measure_job.h"

namespace privet {

[[nodiscard]] std::string quasi_measure_text(const job::QuasiMeasureOutcome& outcome);
[[nodiscard]] Json quasi_measure_json(const job::QuasiMeasureOutcome& outcome);

[[nodiscard]] std::string quasi_find_text(const job::QuasiFindOutcome& outcome);
[[nodiscard]] Json quasi_find_json(const job::QuasiFindOutcome& outcome);

[[nodiscard]] std::string quasi_mask_text(const job::QuasiMaskOutcome& outcome);
[[nodiscard]] Json quasi_mask_json(const job::QuasiMaskOutcome& outcome);

}  // namespace privet
