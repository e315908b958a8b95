// SPDX-License-Identifier: Apache-2.0
// t-closeness: within every class the distribution of each sensitive attribute is at most t away
// from that of the whole table, by the earth mover's distance. Idea: with equal distances that is
// half the sum of differences; with ordered ones the mean of the cumulated differences; along a
// hierarchy every node moves what its children can settle among themselves, at the price of its
// height.
// Reference: Li, Li and Venkatasubramanian, "t-closeness: privacy beyond k-anonymity and
// l-diversity" (2007). Cost: linear in the values (nodes) of the attribute for each class.
#pragma once

#include <memory>

#include "privacy/sensitive_model.h"

namespace privet {

extern const Description kTCloseness;

enum class TDistance {
  Equal,         // any two values are equally far apart
  Ordered,       // by their rank: numbers ascending, words by spelling
  Hierarchical,  // by the height at which they meet; needs a hierarchy for every sensitive column
};

// `context` must outlive the model. Throws Error{Usage} if a hierarchy is needed and missing.
[[nodiscard]] std::unique_ptr<PrivacyModel> make_t_closeness(double t, TDistance distance,
                                                             const ModelContext& context);

}  // namespace privet
