// SPDX-License-Identifier: Apache-2.0
#include "risk/weighted_risk.h"

#include <gtest/gtest.h>

#include <cmath>

namespace privet {
namespace {

// The definition, term by term: the expectation of 1 / F over the negative binomial F.
double by_definition(std::size_t records, double people) {
  const auto f = static_cast<double>(records);
  const double p = f / people;
  double chance = f * std::log(p);  // its logarithm, of F = f
  double sum = 0;
  for (double F = f; F < 50 * people; ++F) {
    sum += std::exp(chance) / F;
    chance += std::log(F / (F + 1 - f) * (1 - p));
  }
  return sum;
}

TEST(IndividualRisk, IsTheExpectationOfItsDefinition) {
  for (const std::size_t records : {1, 2, 3, 5, 12, 63, 64, 65, 200}) {
    for (const double factor : {1.01, 1.3, 1.9, 2.0, 2.1, 5.0, 40.0}) {
      const double people = static_cast<double>(records) * factor;
      const double expected = by_definition(records, people);
      EXPECT_NEAR(individual_risk(records, people), expected, 1e-9 * expected)
          << records << " of " << people;
    }
  }
}

TEST(IndividualRisk, IsOneOverTheRecordsOfAWholePopulation) {
  EXPECT_DOUBLE_EQ(individual_risk(4, 4), 0.25);
  EXPECT_DOUBLE_EQ(individual_risk(4, 3), 0.25);
  EXPECT_NEAR(individual_risk(4, 4.0000001), 0.25, 1e-7);
}

// The example of eight records that comes with mu-Argus' and sdcMicro's manuals: weights and
// classes, and the risks as published.
TEST(IndividualRisk, IsThatOfThePublishedExample) {
  const std::vector<double> weights{18, 45.5, 39, 17, 541, 8, 5, 92};
  const RowGroups groups{.group_of = {0, 1, 1, 2, 3, 4, 5, 0}, .sizes = {2, 2, 1, 1, 1, 1}};
  const WeightedRisk risk = measure_weighted(weights, groups, 0.2);
  const std::vector<double> published{0.017, 0.022, 0.177, 0.012, 0.297, 0.402};
  for (std::size_t g = 0; g < published.size(); ++g) {
    EXPECT_NEAR(risk.risk_of_group[g], published[g], 0.0005) << g;
  }
  EXPECT_DOUBLE_EQ(risk.people, 765.5);
  EXPECT_DOUBLE_EQ(risk.smallest, 5);
  EXPECT_NEAR(risk.expected, 0.177 + 0.012 + 0.297 + 0.402 + 2 * (0.017 + 0.022), 0.003);
  EXPECT_NEAR(risk.average, risk.expected / 8, 1e-15);
  EXPECT_DOUBLE_EQ(risk.fraction_at_risk, 0.25);
  EXPECT_EQ(risk.light_classes, 0U);
}

TEST(WeightedRisk, CountsClassesWhoseWeightsAreTooLight) {
  const RowGroups groups{.group_of = {0, 0}, .sizes = {2}};
  const WeightedRisk risk = measure_weighted(std::vector<double>{0.5, 0.5}, groups, 0.2);
  EXPECT_EQ(risk.light_classes, 1U);
  EXPECT_DOUBLE_EQ(risk.highest, 0.5);
}

}  // namespace
}  // namespace privet
