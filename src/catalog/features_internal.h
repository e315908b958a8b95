// SPDX-License-Identifier: Apache-2.0
// The parts of the list in features.h.
#pragma once

#include <vector>

#include "catalog/features.h"

namespace privet {

[[nodiscard]] std::vector<Feature> quality_features();     // kinds metric, objective
[[nodiscard]] std::vector<Feature> risk_features();        // kinds risk, quasi
[[nodiscard]] std::vector<Feature> sharing_features();     // kinds basket-model, sharing
[[nodiscard]] std::vector<Feature> learner_features();     // kind learner
[[nodiscard]] std::vector<Feature> file_features();        // kinds reader, writer
[[nodiscard]] std::vector<Feature> identifier_features();  // kind mask

[[nodiscard]] std::vector<Feature> perturbation_features();  // kind perturbation

}  // namespace privet
