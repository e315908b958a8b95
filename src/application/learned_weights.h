// SPDX-License-Identifier: Apache-2.0
// How important each quasi-identifier is to an application, learned from what it does.
// Idea: from a workload of queries, how often each is shown or selected by; for a classification
// task, how much better than guessing a naive Bayes classifier does that sees it alone (ten folds,
// every class counting the same: the plain accuracy hardly distinguishes attributes where one class
// is common).
// Reference: Xiong and Rangachari, "Towards application-oriented data anonymization" (2008),
// sections 4.2 and 5.2.
#pragma once

#include <vector>

#include "anonymize/problem.h"
#include "query/workload.h"

namespace privet {

// One weight for each quasi-identifier, the largest 1. All 0 if no query uses any.
[[nodiscard]] std::vector<double> weights_of_workload(const Workload& workload,
                                                      const Problem& problem);
// The same by single-attribute classification. All 0 if none predicts better than guessing.
[[nodiscard]] std::vector<double> weights_by_class(AttributeId class_column, const Problem& problem,
                                                   const Run& run);

// Divided by the largest; stays as it is if that is 0.
void scale_weights(std::vector<double>& weights);

}  // namespace privet
