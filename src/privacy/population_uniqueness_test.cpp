// SPDX-License-Identifier: Apache-2.0
#include "privacy/population_uniqueness.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "base/error.h"
#include "base/sampling.h"
#include "privacy/pitman.h"

namespace privet {
namespace {

const UniquenessEstimate& of(const PopulationUniqueness& all, std::string_view model) {
  for (const auto& each : all.estimates) {
    if (each.model == model) return each;
  }
  throw std::runtime_error("no such model");
}

TEST(Zayatz, IsItsFormulaWorkedOutOnPaper) {
  // Sizes 1, 1, 2 in a sample of 4 of 8. One of one: 4/8 = 1/2. One of two: 2 * 4*4 / (8*7) = 4/7.
  // A class that shows one is one of one with (2 * 1/2) / (2 * 1/2 + 4/7) = 7/11; times 2, times
  // 8/4.
  EXPECT_NEAR(*zayatz_uniques({{1, 2}, {2, 1}}, 8).uniques, 28.0 / 11, 1e-12);
  // Nothing but unique ones: all stay unique.
  EXPECT_NEAR(*zayatz_uniques({{1, 5}}, 50).uniques, 50, 1e-12);
}

TEST(Shlosser, IsItsFormulaWorkedOutOnPaper) {
  // f = 1/2, sizes 1 and 2, one class each: first 1/4 + 2/4 * 3/4 = 5/8,
  // second (3/4 - 1/2) + (9/16 - 1/4) = 9/16, third 1/2 + 1/4 = 3/4, fourth 1/2 + 2/2 * 1/2 = 1.
  EXPECT_NEAR(shlosser_classes({{1, 1}, {2, 1}}, 0.5), 2 + (5.0 / 8) / (9.0 / 16) * 9 / 16, 1e-12);
}

// With the exact expected counts of a slide negative binomial population the model gives its share
// of unique people back, if the number of classes is right.
TEST(Snb, SolvesItsTwoEquations) {
  // Checked by the definition: the chance that a class of 1 + X people, X negative binomial, shows
  // one and two people in a sample.
  const double f = 0.3;
  const SizeCounts sizes{{1, 400}, {2, 120}, {3, 60}, {4, 30}, {5, 12}, {9, 3}};
  const double people = 400 + 240 + 180 + 120 + 60 + 27;
  const auto answer = snb_uniques(sizes, people / f);
  ASSERT_TRUE(answer.uniques) << answer.reason;
  const double classes = shlosser_classes(sizes, f);
  // Among all (alpha, beta) with this share of unique classes, one must give the counts.
  double best = 1e9;
  for (double beta = 0.001; beta < 0.999; beta += 0.0005) {
    const double alpha = std::log(*answer.uniques / classes) / std::log(beta);
    double one = 0;
    double two = 0;
    double chance = std::pow(beta, alpha);
    for (double x = 0; x < 4000 && chance > 1e-14; ++x) {
      const double size = x + 1;
      one += chance * size * f * std::pow(1 - f, size - 1);
      two += chance * size * (size - 1) / 2 * f * f * std::pow(1 - f, size - 2);
      chance *= (x + alpha) / (x + 1) * (1 - beta);
    }
    best = std::min(best, std::abs(classes * one - 400) + std::abs(classes * two - 120));
  }
  EXPECT_LT(best, 1);
}

TEST(Pitman, ExpectsTheUniquesOfEwensWithoutAlpha) {
  // n theta / (theta + n - 1)
  EXPECT_NEAR(pitman_expected_uniques({0, 3}, 10), 30.0 / 12, 1e-12);
  // Two people: apart with (theta + alpha) / (theta + 1).
  EXPECT_NEAR(pitman_expected_uniques({0.4, 1.5}, 2), 2 * 1.9 / 2.5, 1e-12);
  // Three people by the chain of its definition: all apart; or one apart from a pair.
  const double a = 0.3;
  const double t = 0.8;
  const double apart = (t + a) / (t + 1) * (t + 2 * a) / (t + 2);
  const double pair = 3 * (1 - a) / (t + 1) * (t + a) / (t + 2);
  EXPECT_NEAR(pitman_expected_uniques({a, t}, 3), 3 * apart + pair, 1e-12);
}

TEST(Pitman, FindsTheMostLikelyParameters) {
  for (const SizeCounts& sizes :
       {SizeCounts{{1, 40}, {2, 12}, {3, 5}, {7, 2}}, SizeCounts{{1, 3}, {2, 9}, {5, 6}},
        SizeCounts{{1, 500}, {2, 20}}, SizeCounts{{1, 3000}, {2, 800}, {3, 300}, {40, 20}}}) {
    const auto found = fit_pitman(sizes);
    ASSERT_TRUE(found);
    const double best = pitman_likelihood(sizes, *found);
    for (double alpha = 0; alpha < 0.999; alpha += 0.01) {
      for (double log_theta = -5; log_theta < 12; log_theta += 0.1) {
        const double other = pitman_likelihood(sizes, {alpha, std::exp(log_theta) - alpha});
        ASSERT_LE(other, best + 1e-6)
            << alpha << " " << log_theta << " not " << found->alpha << " " << found->theta;
      }
    }
  }
}

TEST(Pitman, HasNoAnswerWhereEverybodyIsUnique) {
  EXPECT_FALSE(fit_pitman({{1, 10}}));
  EXPECT_FALSE(fit_pitman({{10, 1}}));
  const auto all = estimate_uniqueness({{1, 10}}, 1000);
  EXPECT_FALSE(of(all, "pitman").uniques);
  EXPECT_FALSE(of(all, "pitman").reason.empty());
  EXPECT_EQ(all.chosen, "zayatz");
  EXPECT_NE(all.why.find("too high"), std::string::npos);
}

TEST(Rule, IsThatOfDankarAndOthers) {
  const SizeCounts sizes{{1, 40}, {2, 12}, {3, 5}, {7, 2}};  // 93 people
  EXPECT_EQ(estimate_uniqueness(sizes, 930).chosen, "pitman");
  const auto more = estimate_uniqueness(sizes, 929);
  EXPECT_NE(more.chosen, "pitman");
  const double zayatz = *of(more, "zayatz").uniques;
  const auto snb = of(more, "snb").uniques;
  EXPECT_DOUBLE_EQ(*more.uniques, snb ? std::min(zayatz, *snb) : zayatz);
  const auto none = estimate_uniqueness({{2, 5}}, 100);
  EXPECT_EQ(none.uniques, 0);
  const auto whole = estimate_uniqueness(sizes, 93);
  EXPECT_TRUE(whole.exact);
  EXPECT_EQ(whole.uniques, 40);
  EXPECT_THROW((void)estimate_uniqueness(sizes, 92), Error);
}

// A population whose classes are products of skewed columns.
std::vector<std::uint32_t> synthetic_population(std::size_t people, std::uint64_t seed,
                                                std::size_t places) {
  Sampler sampler(seed);
  std::vector<std::uint32_t> out;
  for (std::size_t i = 0; i < people; ++i) {
    const auto age = static_cast<std::uint32_t>(90 * std::sqrt(sampler.unit()));
    const auto sex = static_cast<std::uint32_t>(sampler.below(2));
    const auto place =
        static_cast<std::uint32_t>(std::pow(static_cast<double>(places), sampler.unit()));
    const auto job = static_cast<std::uint32_t>(std::pow(30, sampler.unit()));
    out.push_back(((age * 2 + sex) * 1000 + place) * 40 + job);
  }
  return out;
}

SizeCounts sizes_of(std::span<const std::uint32_t> keys) {
  std::map<std::uint32_t, std::uint32_t> classes;
  for (const auto key : keys) ++classes[key];
  SizeCounts out;
  for (const auto& [key, size] : classes) ++out[size];
  return out;
}

// What the rule's estimate is worth where its assumptions hold: over samples of two populations the
// mean estimate lies within 15% of the truth at every sampling fraction.
TEST(Rule, ComesNearTheTruthOfSyntheticPopulations) {
  constexpr std::size_t kPeople = 60'000;
  for (const std::size_t places : {60, 600}) {
    auto population = synthetic_population(kPeople, places, places);
    const auto truth = static_cast<double>(sizes_of(population).at(1));
    for (const double fraction : {0.05, 0.1, 0.3, 0.5, 0.7}) {
      const auto drawn = static_cast<std::size_t>(fraction * static_cast<double>(kPeople));
      double sum = 0;
      constexpr int kDraws = 8;
      Sampler sampler(17);
      for (int draw = 0; draw < kDraws; ++draw) {
        sampler.shuffle(std::span(population));
        const auto sample = std::span(population).first(drawn);
        sum += estimate_uniqueness(sizes_of(sample), static_cast<double>(kPeople)).uniques.value();
      }
      EXPECT_NEAR(sum / kDraws / truth, 1, 0.15) << places << " places, fraction " << fraction;
    }
  }
}

}  // namespace
}  // namespace privet
