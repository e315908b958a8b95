// SPDX-License-Identifier: Apache-2.0
// Bounds on how many are unique: of the records of the release (sample uniqueness), and of the
// people of a population of which the table is a random sample, estimated without a register
// (population uniqueness).
// Idea: promises about all classes together. A release without a class of one record keeps both,
// whatever the share, so every search can; full-domain search judges all classes together and
// suppresses the smallest.
// Reference: thresholds as in ARX; for the estimate see privacy/population_uniqueness.h.
// Cost: one look at the sizes; a population's estimate takes a few milliseconds.
#pragma once

#include <memory>

#include "base/description.h"
#include "privacy/privacy_model.h"

namespace privet {

extern const Description kSampleUniqueness;
extern const Description kPopulationUniqueness;

// At most this share of the released records is unique. Requires 0 <= share <= 1.
[[nodiscard]] std::unique_ptr<PrivacyModel> make_sample_uniqueness(double share);
// At most this share of the `people` of the population is unique, by the estimate that the rule of
// Dankar et al. chooses; where no model has an answer, it does not hold.
[[nodiscard]] std::unique_ptr<PrivacyModel> make_population_uniqueness(double share, double people);

}  // namespace privet
