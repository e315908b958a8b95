// SPDX-License-Identifier: Apache-2.0
// Survival curves by Kaplan and Meier, with bands, medians and the log-rank test between groups.
// Idea: at each time with events survival is multiplied by the share of those at risk who live on;
// Greenwood's formula gives the variance of its logarithm. The band holds for each time by itself.
// The log-rank test compares the events of each group with those expected if all groups had the
// same hazard.
// Reference: Kaplan and Meier (1958); Greenwood (1926); Mantel (1966); Kalbfleisch and Prentice,
// "The statistical analysis of failure time data" (2002), chapter 1. Cost: sorting the rows, and
// squared groups per event time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mining/regression/cox.h"

namespace privet::mining {

// The scale on which the band is symmetric: log survival (R's default), its complementary log, or
// survival itself.
enum class BandScale { Log, LogLog, Plain };

struct KaplanMeierStep {
  double time = 0;
  std::uint64_t at_risk = 0;
  std::uint64_t events = 0;
  std::uint64_t censored = 0;
  double survival = 1;
  double error = 0;  // the standard error of survival
  double low = 1;    // not a number where survival is 0
  double high = 1;
};

struct SurvivalCurve {
  std::string group;  // empty if there is one
  std::uint64_t rows = 0;
  std::uint64_t events = 0;
  std::vector<KaplanMeierStep> steps;  // every time that occurs, ascending
  // Where the curve, and the limits of its band, reach one half; none if they do not.
  std::optional<double> median;
  std::optional<double> median_low;
  std::optional<double> median_high;
};

struct LogRank {
  std::vector<double> expected;  // events of each group
  double statistic = 0;
  double freedom = 0;
  double p = 1;
};

struct SurvivalOptions {
  BandScale scale = BandScale::Log;
  double level = 0.95;
};

// One curve for each stratum of the data; its columns are not used.
[[nodiscard]] std::vector<SurvivalCurve> survival_curves(const CoxData& data,
                                                         const SurvivalOptions& options);
// Between the strata of the data; without a statistic if there is one only.
[[nodiscard]] LogRank log_rank(const CoxData& data);

}  // namespace privet::mining
