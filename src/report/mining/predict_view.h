// SPDX-License-Identifier: Apache-2.0
// What privet mine predict found, as text and JSON.
#pragma once

#include <string>

#include "base/json.h"
#include "job/mining/predict_job.h"

namespace privet {

// One line per row, unless the predictions went to a file; and the accuracy, if it is known.
[[nodiscard]] std::string mine_predict_text(const job::MinePredictOutcome& found,
                                            const job::MinePredictOptions& options);
[[nodiscard]] Json mine_predict_json(const job::MinePredictOutcome& found,
                                     const job::MinePredictOptions& options);

}  // namespace privet
