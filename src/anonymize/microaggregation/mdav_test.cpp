// SPDX-License-Identifier: Apache-2.0
#include "anonymize/microaggregation/mdav.h"

#include <gtest/gtest.h>

#include "base/sampling.h"
#include "tests/support/naive_mdav.h"

namespace privet {
namespace {

using testing_support::NaiveMdav;
using testing_support::NaivePoint;
using Groups = std::vector<std::vector<std::uint32_t>>;

const auto kIgnore = [](std::size_t) {};

Groups on_a_line(std::vector<double> numbers, std::size_t k) {
  MixedPoints points{.points = numbers.size(), .coordinates = {std::move(numbers)}};
  return mdav(std::move(points), k, kIgnore);
}

// Ten numbers, k = 3, by hand. Their average is 13.2; 30 (point 4) is farthest from it and takes 22
// and 21; 1 (point 2) is farthest from 30 and takes 2 and 3. Four are left, fewer than 2k: the
// rest.
TEST(Mdav, WorkedByHand) {
  EXPECT_EQ(on_a_line({10, 20, 1, 22, 30, 2, 11, 21, 3, 12}, 3),
            (Groups{{3, 4, 7}, {2, 5, 8}, {0, 1, 6, 9}}));
}

// 3k points make three groups. Of 2k to 3k-1 the farthest from the average (9, with an average of
// 3.6) takes its nearest, and the others are the second group.
TEST(Mdav, FewerThanThriceK) {
  EXPECT_EQ(on_a_line({0, 1, 2, 3, 9, 6}, 2), (Groups{{4, 5}, {0, 1}, {2, 3}}));
  EXPECT_EQ(on_a_line({0, 1, 2, 9, 6}, 2), (Groups{{3, 4}, {0, 1, 2}}));
}

TEST(Mdav, FewPoints) {
  EXPECT_EQ(on_a_line({}, 3), Groups{});
  EXPECT_EQ(on_a_line({5}, 3), (Groups{{0}}));
  EXPECT_EQ(on_a_line({5, 1, 9, 4, 4}, 3), (Groups{{0, 1, 2, 3, 4}}));
}

TEST(Mdav, EqualPointsGoByTheirNumbers) {
  EXPECT_EQ(on_a_line(std::vector<double>(7, 1.0), 2), (Groups{{0, 1}, {2, 3}, {4, 5, 6}}));
}

// The commonest word is the average: the one "b" is farthest, and takes the nearest "a".
TEST(Mdav, WordsCountToo) {
  MixedPoints points{.points = 7, .coordinates = {{0, 1, 2, 3, 4, 5, 6}}};
  points.categories.push_back({.codes = {0, 0, 0, 1, 0, 0, 0}, .values = 2, .unit = 100});
  const Groups groups = mdav(points, 2, kIgnore);
  EXPECT_EQ(groups.front(), (std::vector<std::uint32_t>{2, 3}));
  // Words that hardly differ do not matter.
  points.categories[0].difference = [](std::uint32_t, std::uint32_t) { return 1e-9; };
  EXPECT_EQ(mdav(points, 2, kIgnore).front(), (std::vector<std::uint32_t>{0, 1}));
}

TEST(Mdav, TellsHowManyPointsAreSettled) {
  std::size_t grouped = 0;
  MixedPoints points{.points = 50, .coordinates = {std::vector<double>(50, 1.0)}};
  (void)mdav(points, 4, [&](std::size_t more) { grouped += more; });
  EXPECT_EQ(grouped, 50U);
}

// Small whole numbers: sums and differences are exact, so that ties are ties on both sides.
TEST(Mdav, IsWhatTheDefinitionSays) {
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    SCOPED_TRACE(seed);
    Sampler sampler(seed);
    const std::size_t count = 1 + sampler.below(60);
    const std::size_t k = 1 + sampler.below(6);
    const std::size_t dimensions = sampler.below(4);
    const std::size_t words = dimensions == 0 ? 1 : sampler.below(3);
    const std::size_t range = 2 + sampler.below(40);
    MixedPoints points{.points = count};
    std::vector<NaivePoint> naive(count);
    for (std::size_t d = 0; d < dimensions; ++d) {
      auto& column = points.coordinates.emplace_back();
      for (std::size_t i = 0; i < count; ++i) {
        column.push_back(static_cast<double>(sampler.below(range)));
        naive[i].numbers.push_back(column.back());
      }
    }
    std::vector<double> units;
    for (std::size_t w = 0; w < words; ++w) {
      units.push_back(static_cast<double>(1 + sampler.below(9)));
      auto& category = points.categories.emplace_back();
      category = {.codes = {}, .values = 4, .unit = units.back()};
      for (std::size_t i = 0; i < count; ++i) {
        category.codes.push_back(static_cast<std::uint32_t>(sampler.below(4)));
        naive[i].words.emplace_back(1, static_cast<char>('a' + category.codes.back()));
      }
    }
    const auto expected = NaiveMdav(naive, units, k).groups();
    const auto found = mdav(points, k, kIgnore);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t g = 0; g < found.size(); ++g) {
      EXPECT_EQ(std::vector<std::size_t>(found[g].begin(), found[g].end()), expected[g]);
      EXPECT_TRUE(count < k || (found[g].size() >= k && found[g].size() < 2 * k));
    }
  }
}

}  // namespace
}  // namespace privet
