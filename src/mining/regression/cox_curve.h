// SPDX-License-Identifier: Apache-2.0
// Survival over time by a fitted Cox model, for a person whose columns are at their means.
// Idea: the cumulative hazard of that person is a sum over the event times; its variance has a part
// from the events and a part from the coefficients. The limits hold for each time by itself, at
// 95%, on the scale of log survival.
// Reference: Tsiatis (1981); Therneau and Grambsch, "Modeling Survival Data" (2000), section 10.2.
// Cost: rows times columns, and squared columns per event time.
#pragma once

#include <cstdint>
#include <vector>

#include "mining/regression/cox.h"

namespace privet::mining {

struct SurvivalStep {
  std::uint32_t stratum = 0;
  double time = 0;
  double survival = 1;
  double low = 1;
  double high = 1;
};

// By stratum and rising time, only times with events. `data` is what the model was fitted to.
[[nodiscard]] std::vector<SurvivalStep> survival_at_means(const CoxData& data,
                                                          const CoxModel& model);

}  // namespace privet::mining
