// SPDX-License-Identifier: Apache-2.0
// The models of the survival study and what they score: each ranks rows by how likely they die.
// Idea: exact aggregation adds the sites' own sums at every step of Newton's method, the same
// numbers that parties add by secure sums (federation/regression), here in one process.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "job/reproduce/survival_sites.h"

namespace privet::job {

enum class StudyLearner { Svm, Cox };

// Weights of the columns, so that a higher sum means an earlier death; none where the training
// rows have no fit (a column that is a combination of others, one class only, no event).
using RiskWeights = std::optional<std::vector<double>>;

[[nodiscard]] RiskWeights learn_pooled(StudyLearner learner, const StudyRows& rows,
                                       std::span<const std::size_t> training, const Run& run);
[[nodiscard]] RiskWeights learn_on_kernel(StudyLearner learner, const StudyRows& rows,
                                          std::span<const std::size_t> training,
                                          std::size_t kernel_rows, std::uint64_t seed,
                                          const Run& run);
[[nodiscard]] RiskWeights learn_by_aggregation(StudyLearner learner, const StudyRows& rows,
                                               std::span<const std::size_t> training,
                                               const Run& run);

// How often, of a test row that died by the horizon and one that did not, the first has the higher
// risk. Rows of which it is not known do not count.
[[nodiscard]] double study_auc(const StudyRows& rows, std::span<const std::size_t> test,
                               std::span<const double> weights);

}  // namespace privet::job
