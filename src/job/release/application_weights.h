// SPDX-License-Identifier: Apache-2.0
// How important the application finds each quasi-identifier: given by --priority or the policy's
// weights, or learned as --learn-weights says from a workload of queries or a classification task.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "anonymize/problem.h"
#include "base/settings.h"
#include "job/policy.h"

namespace privet {

struct ApplicationWeights {
  std::vector<double> weights = {};  // one per quasi-identifier, the largest 1; empty: none
  std::string origin = {};           // for reports: "workload.sql: 12 of 15 statements"
};

// The file of statements that --learn-weights or the policy names; none: nothing, or class=COLUMN.
[[nodiscard]] std::optional<std::string> learning_file(const Settings& settings);

// Warns of statements that were skipped. Throws Error{Usage} for both flags at once, unknown
// columns, negative or all zero weights, and Error{Input} for a workload without a usable query.
[[nodiscard]] ApplicationWeights application_weights(const Settings& settings,
                                                     const std::optional<Policy>& policy,
                                                     const Problem& problem, const Run& run);

}  // namespace privet
