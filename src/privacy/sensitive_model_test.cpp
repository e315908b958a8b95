// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numeric>

#include "base/error.h"
#include "base/sampling.h"
#include "privacy/alpha_k.h"
#include "privacy/beta_likeness.h"
#include "privacy/delta_disclosure.h"
#include "privacy/l_distinct.h"
#include "privacy/l_entropy.h"
#include "privacy/l_recursive.h"
#include "privacy/p_sensitive.h"
#include "privacy/site_diversity.h"
#include "privacy/t_closeness.h"

namespace privet {
namespace {

using Counts = std::vector<std::uint32_t>;

ModelContext context_of(const Counts& counts) {
  ModelContext context;
  context.records = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
  context.sensitive.push_back({"disease", counts});
  return context;
}

struct Judged {
  bool holds;
  double reached;
};

Judged judge(const PrivacyModel& model, const Counts& counts) {
  const std::vector<std::span<const std::uint32_t>> views{counts};
  const EquivalenceClass cls{.size = std::accumulate(counts.begin(), counts.end(), std::size_t{0}),
                             .histograms = views};
  return {model.holds(cls), model.reached(cls)};
}

std::string refusal(const std::function<void()>& action, ErrorCode& code) {
  try {
    action();
  } catch (const Error& error) {
    code = error.code();
    return error.what();
  }
  return "";
}

// What cannot be had.
std::string infeasible(const std::function<void()>& action) {
  ErrorCode code{};
  const std::string out = refusal(action, code);
  EXPECT_EQ(code, ErrorCode::Infeasible);
  return out;
}

// What the user must say otherwise.
std::string refusal(const std::function<void()>& action) {
  ErrorCode code{};
  const std::string out = refusal(action, code);
  EXPECT_EQ(code, ErrorCode::Usage);
  return out;
}

TEST(LDiversity, DistinctCountsValues) {
  const auto context = context_of({4, 3, 2});
  const auto model = make_l_distinct(2, context);
  EXPECT_TRUE(judge(*model, {1, 0, 1}).holds);
  EXPECT_FALSE(judge(*model, {0, 5, 0}).holds);
  EXPECT_EQ(judge(*model, {1, 2, 3}).reached, 3.0);
  EXPECT_EQ(infeasible([&] { make_l_distinct(4, context)->check_feasible(9); }),
            "--l-distinct: l = 4 cannot be reached: column 'disease' has 3 different values");
}

TEST(LDiversity, EntropyAcceptsEqualCountsExactly) {
  const auto context = context_of({4, 4, 4, 4});
  for (std::size_t l = 2; l <= 4; ++l) {
    const auto model = make_l_entropy(static_cast<double>(l), context);
    Counts equal(4);
    std::fill_n(equal.begin(), l, 7);
    EXPECT_TRUE(judge(*model, equal).holds) << l;
    equal[0] = 8;
    EXPECT_FALSE(judge(*model, equal).holds) << l;
  }
  // H(1/2, 1/4, 1/4) = 1.5 ln 2.
  EXPECT_NEAR(judge(*make_l_entropy(2, context), {2, 1, 1, 0}).reached, std::pow(2, 1.5), 1e-12);
}

TEST(LDiversity, RecursiveFollowsTheDefinition) {
  const auto context = context_of({5, 3, 2, 1});
  const auto model = make_l_recursive(2, 3, context);  // r1 < 2 (r3 + r4 + ...)
  EXPECT_TRUE(judge(*model, {3, 2, 1, 1}).holds);
  EXPECT_FALSE(judge(*model, {4, 2, 1, 1}).holds);
  EXPECT_FALSE(judge(*model, {1, 1, 0, 0}).holds);
  EXPECT_DOUBLE_EQ(judge(*model, {1, 3, 2, 1}).reached, 3.0 / 2.0);
}

TEST(Alpha, BoundsTheCommonestValue) {
  const auto context = context_of({5, 5});
  const auto model = make_alpha(0.5, context);
  EXPECT_TRUE(judge(*model, {2, 2}).holds);
  EXPECT_FALSE(judge(*model, {3, 2}).holds);
  EXPECT_NE(infeasible([&] { make_alpha(0.4, context)->check_feasible(10); }).find("share of 0.5"),
            std::string::npos);
}

TEST(PSensitive, CountsValues) {
  const auto context = context_of({5, 5});
  EXPECT_TRUE(judge(*make_p_sensitive(2, context), {1, 1}).holds);
  EXPECT_FALSE(judge(*make_p_sensitive(2, context), {2, 0}).holds);
}

TEST(BetaLikeness, BoundsTheGain) {
  const auto context = context_of({10, 90});  // shares 0.1 and 0.9
  const auto basic = make_beta_likeness(1, false, context);
  EXPECT_TRUE(judge(*basic, {2, 8}).holds);   // 0.2 is twice 0.1: a gain of 1
  EXPECT_FALSE(judge(*basic, {3, 7}).holds);  // a gain of 2
  EXPECT_TRUE(judge(*basic, {0, 5}).holds);   // 1 against 0.9: a gain of 0.11
  const auto enhanced = make_beta_likeness(1, true, context);
  EXPECT_TRUE(judge(*enhanced, {2, 8}).holds);
  EXPECT_FALSE(judge(*enhanced, {0, 5}).holds);  // 0.111 is above -ln 0.9 = 0.105
}

TEST(DeltaDisclosure, BoundsGainsAndLossesAlike) {
  const auto context = context_of({25, 75});  // shares 1/4 and 3/4
  const auto model = make_delta_disclosure(1, context);
  EXPECT_TRUE(judge(*model, {2, 8}).holds);
  EXPECT_FALSE(judge(*model, {1, 1}).holds);  // 1/2 is twice 1/4: less than twice is asked for
  EXPECT_FALSE(judge(*model, {1, 7}).holds);  // 1/8 is half of it
  EXPECT_DOUBLE_EQ(judge(*model, {1, 7}).reached, 1);
  EXPECT_FALSE(judge(*make_delta_disclosure(50, context), {0, 9}).holds);  // ruled out
}

TEST(TCloseness, EqualIsHalfTheDifference) {
  const auto context = context_of({2, 2, 4});
  const auto model = make_t_closeness(0.25, TDistance::Equal, context);
  EXPECT_DOUBLE_EQ(judge(*model, {1, 0, 1}).reached, 0.25);
  EXPECT_TRUE(judge(*model, {1, 0, 1}).holds);
  EXPECT_FALSE(judge(*model, {1, 0, 0}).holds);
}

// The salaries of the t-closeness paper: 3k..11k; {3k,4k,5k} is at 0.375, {6k,8k,11k} at 0.167.
TEST(TCloseness, OrderedGivesThePapersExample) {
  const auto context = context_of(Counts(9, 1));
  const auto model = make_t_closeness(0.2, TDistance::Ordered, context);
  EXPECT_NEAR(judge(*model, {1, 1, 1, 0, 0, 0, 0, 0, 0}).reached, 0.375, 1e-12);
  EXPECT_NEAR(judge(*model, {0, 0, 0, 1, 0, 1, 0, 0, 1}).reached, 1.0 / 6, 1e-12);
}

// Against the definition: mass moved along a tree costs the height at which two leaves meet. With
// two values the whole difference moves at once.
TEST(TCloseness, HierarchicalPaysTheMeetingHeight) {
  const Column column = make_column("d", {"a", "b", "c", "d"});
  const Hierarchy tree(
      {.levels = 3, .labels = {"a", "x", "*", "b", "x", "*", "c", "y", "*", "d", "y", "*"}});
  const BoundHierarchy bound = bind(tree, column, "");
  ModelContext context = context_of({1, 1, 1, 1});
  context.sensitive[0].hierarchy = &bound;
  const auto model = make_t_closeness(0.2, TDistance::Hierarchical, context);
  // All mass on a: b's quarter moves at height 1/2, those of c and d at height 1.
  EXPECT_NEAR(judge(*model, {4, 0, 0, 0}).reached, 0.25 * 0.5 + 0.5 * 1.0, 1e-12);
  EXPECT_NEAR(judge(*model, {2, 0, 2, 0}).reached, 0.25 * 0.5 * 2, 1e-12);
  EXPECT_NEAR(judge(*model, {1, 1, 1, 1}).reached, 0.0, 1e-12);
  context.sensitive[0].hierarchy = nullptr;
  EXPECT_NE(refusal([&] {
              (void)make_t_closeness(0.2, TDistance::Hierarchical, context);
            }).find("needs a hierarchy"),
            std::string::npos);
}

TEST(SiteDiversity, CountsSites) {
  ModelContext context = context_of({2, 2});
  EXPECT_NE(refusal([&] { (void)make_site_diversity(2, context); }).find("--site"),
            std::string::npos);
  context.site = CountedAttribute{"hospital", {2, 1, 1}};
  const auto model = make_site_diversity(2, context);
  const Counts disease{1, 1};
  const Counts one_site{0, 2, 0};
  const Counts two_sites{1, 1, 0};
  std::vector<std::span<const std::uint32_t>> views{disease, one_site};
  EXPECT_FALSE(model->holds({.size = 2, .histograms = views}));
  views[1] = two_sites;
  EXPECT_TRUE(model->holds({.size = 2, .histograms = views}));
  EXPECT_THROW(make_site_diversity(4, context)->check_feasible(4), Error);
}

TEST(SensitiveModel, NeedsASensitiveColumnAndHoldsForAll) {
  ModelContext none;
  EXPECT_NE(refusal([&] { (void)make_l_distinct(2, none); }).find("name one with --sensitive"),
            std::string::npos);
  ModelContext context = context_of({2, 2});
  context.sensitive.push_back({"income", {3, 1}});
  const auto model = make_l_distinct(2, context);
  const Counts diverse{1, 1};
  const Counts uniform{2, 0};
  std::vector<std::span<const std::uint32_t>> views{diverse, uniform};
  EXPECT_FALSE(model->holds({.size = 2, .histograms = views}));
  EXPECT_EQ(model->reached({.size = 2, .histograms = views}), 1.0);
}

// What each model declares: two classes that hold make a union that holds.
TEST(SensitiveModel, UnionsOfClassesThatHoldHold) {
  Sampler sampler(4);
  const Counts all{30, 20, 10, 5};
  const ModelContext context = context_of(all);
  std::vector<std::unique_ptr<PrivacyModel>> models;
  models.push_back(make_l_distinct(2, context));
  models.push_back(make_l_entropy(2, context));
  models.push_back(make_l_recursive(3, 2, context));
  models.push_back(make_alpha(0.6, context));
  models.push_back(make_beta_likeness(1.5, false, context));
  models.push_back(make_beta_likeness(1.5, true, context));
  models.push_back(make_delta_disclosure(2.5, context));
  models.push_back(make_t_closeness(0.3, TDistance::Equal, context));
  models.push_back(make_t_closeness(0.2, TDistance::Ordered, context));
  for (int round = 0; round < 20000; ++round) {
    Counts a(4);
    Counts b(4);
    Counts both(4);
    for (std::size_t v = 0; v < 4; ++v) {
      a[v] = static_cast<std::uint32_t>(sampler.below(6));
      b[v] = static_cast<std::uint32_t>(sampler.below(6));
      both[v] = a[v] + b[v];
    }
    if (a == Counts(4) || b == Counts(4)) continue;
    for (const auto& model : models) {
      if (judge(*model, a).holds && judge(*model, b).holds) {
        ASSERT_TRUE(judge(*model, both).holds) << model->name();
      }
    }
  }
}

}  // namespace
}  // namespace privet
