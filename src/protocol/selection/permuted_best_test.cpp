// SPDX-License-Identifier: Apache-2.0
#include "protocol/selection/permuted_best.h"

#include <gtest/gtest.h>

#include "base/sampling.h"
#include "tests/support/many_parties.h"
#include "tests/support/setting.h"
#include "tests/support/short_keys.h"

namespace privet::protocol {
namespace {

using testing_support::run_many;
using testing_support::TestSetting;

constexpr Opening kSmallest{"smallest", "test"};
constexpr std::size_t kKeyBits = 1024;

struct Scene {
  std::size_t parties;
  std::size_t questions;
  PermutedShape shape;
  std::vector<std::vector<std::uint64_t>> values;  // by party
};

Scene random_scene(Sampler& sampler, std::size_t parties, const PermutedShape& shape,
                   std::uint64_t below) {
  Scene out{parties, 4, shape, {}};
  for (std::size_t p = 0; p < parties; ++p) {
    auto& mine = out.values.emplace_back();
    for (std::size_t i = 0; i < out.questions * shape.candidates; ++i) {
      mine.push_back(sampler.below(below));
    }
  }
  return out;
}

std::vector<std::uint64_t> by_hand(const Scene& scene) {
  std::vector<std::uint64_t> out;
  const auto sum = [&](std::size_t i) {
    std::uint64_t all = 0;
    for (const auto& values : scene.values) all += values[i];
    return all;
  };
  for (std::size_t q = 0; q < scene.questions; ++q) {
    std::size_t best = 0;
    for (std::size_t c = 1; c < scene.shape.candidates; ++c) {
      const auto at = q * scene.shape.candidates;
      if (sum(at + c) < sum(at + best)) best = c;
    }
    out.push_back(best);
  }
  return out;
}

// What every party gets; the ledger enforces the forecast.
std::vector<std::vector<std::uint64_t>> run(const Scene& scene) {
  const crypto::ShortKeysForTests keys;
  return run_many(scene.parties, [&](const Mesh& mesh) {
    TestSetting setting(mesh);
    auto forecast = permuted_forecast(mesh.set(), scene.shape,
                                      scene.questions * scene.shape.candidates, scene.questions);
    for (const auto party : mesh.members()) {
      forecast.emplace_back(kSmallest, mesh.set().without(party), party, scene.questions);
    }
    setting.enforce(std::move(forecast));
    const auto key = crypto::PaillierSecretKey::generate(kKeyBits, setting->randomness);
    auto out =
        permuted_best(setting, key, scene.values[mesh.own().index()], scene.shape, kSmallest);
    setting.ledger().check_complete();
    return out;
  });
}

// Few values, so that sums tie: the smallest index wins whatever the secret order is.
TEST(PermutedBest, FindsTheSmallestSumAndTheFirstOfEqualOnes) {
  Sampler sampler(3);
  for (const std::size_t parties : {3U, 4U, 5U}) {
    for (const std::size_t candidates : {1U, 2U, 5U}) {
      const auto scene = random_scene(sampler, parties, {candidates, 8, 1}, 3);
      for (const auto& found : run(scene)) EXPECT_EQ(found, by_hand(scene)) << parties;
    }
  }
}

TEST(PermutedBest, SeveralPermutersAndToldDifferencesFindTheSame) {
  Sampler sampler(4);
  for (const auto differences : {Differences::ToNobody, Differences::ToLast}) {
    for (const std::size_t permuters : {1U, 2U, 3U}) {
      const auto scene =
          random_scene(sampler, 4, {3, 58, permuters, differences}, std::uint64_t{1} << 58U);
      for (const auto& found : run(scene)) EXPECT_EQ(found, by_hand(scene)) << permuters;
    }
  }
}

TEST(PermutedBest, RefusesSumsThatDoNotFit) {
  Sampler sampler(5);
  EXPECT_THROW((void)run(random_scene(sampler, 4, {3, 60, 1}, 5)), Error);
}

TEST(PermutedBest, RolesAreSpreadOverTheParties) {
  const auto roles = permuted_roles(PartySet::first(5), 4);
  EXPECT_EQ(roles.second, PartyId(1));
  EXPECT_EQ(roles.last, PartyId(4));
  EXPECT_EQ(roles.permuters, (std::vector{PartyId(0), PartyId(2), PartyId(3), PartyId(1)}));
}

}  // namespace
}  // namespace privet::protocol
