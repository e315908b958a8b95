// SPDX-License-Identifier: Apache-2.0
// What was done to perturbed columns, what the guard checked of it and what nobody can, and what it
// cost.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "job/release/release_summary.h"
#include "report/text/text_table.h"

namespace privet {

// What the privacy models mean where columns are perturbed.
[[nodiscard]] std::string perturbation_promise();
// "top 90", "base 10", "standard deviation 2.5".
[[nodiscard]] std::string perturbation_parameters_text(const Perturbation& how);
[[nodiscard]] TextTable perturbation_table(const ReleaseSummary& summary);
// For each column what the guard checked of it, and what cannot be.
[[nodiscard]] std::vector<std::string> perturbation_checks(const ReleaseSummary& summary);
// Whether the matrix is small enough to be read.
[[nodiscard]] bool shows_matrix(const Perturbation& how);
[[nodiscard]] TextTable matrix_table(const TransitionMatrix& matrix);
// Empty without perturbed columns.
[[nodiscard]] std::string perturbation_text(const ReleaseSummary& summary);
[[nodiscard]] Json perturbation_json(const ReleaseSummary& summary);

}  // namespace privet
