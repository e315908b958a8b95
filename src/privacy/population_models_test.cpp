// SPDX-License-Identifier: Apache-2.0
// k-map, delta-presence and LKC-privacy at their edges.
#include <gtest/gtest.h>

#include <array>

#include "base/error.h"
#include "privacy/delta_presence.h"
#include "privacy/k_map.h"
#include "privacy/lkc_privacy.h"

namespace privet {
namespace {

std::string refusal(const PrivacyModel& model, std::size_t records) {
  try {
    model.check_feasible(records);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Infeasible);
    return error.what();
  }
  return "";
}

ModelContext context_of(std::size_t people) {
  ModelContext out;
  out.records = 10;
  out.people = people;
  out.sensitive.push_back({"ill", {6, 4}});
  return out;
}

TEST(KMap, CountsPeopleAndNotRecords) {
  const ModelContext context = context_of(20);
  const auto model = make_k_map(5, context);
  EXPECT_TRUE(model->holds({.size = 1, .population = 5}));
  EXPECT_FALSE(model->holds({.size = 9, .population = 4}));
  EXPECT_TRUE(model->holds({.size = 0, .population = 1}));  // people whom no class covers
  EXPECT_EQ(refusal(*model, 10), "");
  EXPECT_EQ(refusal(*make_k_map(21, context), 10),
            "--k-map: k = 21 cannot be reached: the population has 20 people");
  EXPECT_THROW((void)make_k_map(5, ModelContext{}), Error);
}

TEST(DeltaPresence, BoundsTheShareFromBothSides) {
  const ModelContext context = context_of(40);
  const auto model = make_delta_presence(0.2, 0.5, context);
  EXPECT_TRUE(model->holds({.size = 1, .population = 5}));
  EXPECT_TRUE(model->holds({.size = 1, .population = 2}));
  EXPECT_FALSE(model->holds({.size = 1, .population = 6}));
  EXPECT_FALSE(model->holds({.size = 2, .population = 3}));
  EXPECT_FALSE(model->holds({.size = 1, .population = 0}));
  EXPECT_FALSE(model->holds({.size = 0, .population = 1}));  // known to be absent
  EXPECT_TRUE(make_delta_presence(0, 0.5, context)->holds({.size = 0, .population = 1}));
  EXPECT_EQ(model->weaker(0.21, 0.4), 0.21);
  EXPECT_EQ(model->weaker(0.3, 0.49), 0.49);
  EXPECT_FALSE(model->monotone().suppression);
  EXPECT_TRUE(make_delta_presence(0, 0.5, context)->monotone().suppression);
  EXPECT_EQ(refusal(*model, 10), "");
  EXPECT_NE(refusal(*model, 30).find("30 records of a population of 40 are a share of 0.75"),
            std::string::npos);
  EXPECT_NE(refusal(*model, 4), "");
}

TEST(LkcPrivacy, BoundsSizeAndConfidence) {
  const ModelContext context = context_of(0);
  const auto model = make_lkc(2, 4, 0.75, context);
  const auto holds = [&](std::uint32_t a, std::uint32_t b) {
    const std::array<std::uint32_t, 2> histogram{a, b};
    const std::array<std::span<const std::uint32_t>, 1> views{histogram};
    return model->holds({.size = a + b, .histograms = views});
  };
  EXPECT_TRUE(holds(3, 1));
  EXPECT_FALSE(holds(2, 1));  // too few
  EXPECT_FALSE(holds(4, 1));  // too sure
  EXPECT_EQ(model->known_values(), 2U);
  EXPECT_EQ(refusal(*model, 10), "");
  EXPECT_EQ(refusal(*make_lkc(2, 11, 1, context), 10),
            "--lkc: K = 11 cannot be reached with 10 records");
  EXPECT_NE(refusal(*make_lkc(2, 2, 0.5, context), 10).find("a share of 0.6"), std::string::npos);
  EXPECT_THROW((void)make_lkc(2, 2, 0.5, ModelContext{}), Error);
  EXPECT_TRUE(make_lkc(2, 2, 1, ModelContext{})->holds({.size = 2}));  // nothing sensitive
}

}  // namespace
}  // namespace privet
