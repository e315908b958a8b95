// SPDX-License-Identifier: Apache-2.0
// The best among several parties' numbers, against a plain search over all of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "base/sampling.h"
#include "protocol/selection/best_of_parties.h"
#include "tests/support/expected_openings.h"
#include "tests/support/many_parties.h"
#include "tests/support/referees.h"
#include "tests/support/setting.h"

namespace privet::protocol {
namespace {

using crypto::Randomness;
using testing_support::compare;
using testing_support::ExpectedOpenings;
using testing_support::Line;
using testing_support::with_referees;
using Numbers = std::vector<std::uint64_t>;

constexpr Opening kResult{"result", "the test's own"};

ExpectedOpenings told_to_all(std::size_t parties, Opening opening = kResult) {
  ExpectedOpenings out;
  for (std::uint32_t i = 0; i < parties; ++i) {
    out.push_back({PartyId(i), std::string(opening.label)});
  }
  return out;
}

// parts[party][i], below `bound`.
std::vector<Numbers> random_parts(std::size_t parties, std::size_t count, std::uint64_t bound,
                                  std::uint64_t seed) {
  Sampler sampler(seed);
  std::vector<Numbers> out(parties, Numbers(count));
  for (auto& part : out) {
    for (auto& value : part) value = sampler.below(bound);
  }
  return out;
}

struct Case {
  BestShape shape;
  std::vector<Numbers> parts;  // by party
};

// Where the best of `numbers` lies, the first of equal ones.
template <class Values>
std::uint64_t plain_best(const Values& numbers, Best best) {
  const auto at = best == Best::Smallest ? std::ranges::min_element(numbers)
                                         : std::ranges::max_element(numbers);
  return static_cast<std::uint64_t>(at - numbers.begin());
}

// The closest of several clusters for many points, each party having a part of every distance.
TEST(BestOfSums, IsTheFirstOfTheBestSums) {
  constexpr std::size_t kPoints = 200;
  for (const std::size_t parties : {2U, 3U, 5U}) {
    std::vector<Case> cases;
    for (const std::size_t clusters : {1U, 2U, 5U}) {
      for (const auto best : {Best::Smallest, Best::Largest}) {
        cases.push_back({{clusters, 17, best, NumberKind::Unsigned},
                         random_parts(parties, clusters * kPoints, 5, parties * clusters)});
      }
    }
    const auto line = parties == 3 ? Line::Tls : Line::Memory;
    const auto results = with_referees(parties, line, [&](Referees& referees) {
      std::vector<Numbers> out;
      for (const auto& [shape, parts] : cases) {
        auto& ledger = referees.setting().ledger;
        ledger = Ledger::without_forecast();
        const auto& mine = parts[referees.mesh().own().index()];
        const auto all = referees.everybody();
        out.push_back(best_of_sums(referees, mine, shape, all, kResult).value());
        EXPECT_TRUE(compare(ledger, told_to_all(parties)).empty());
        EXPECT_EQ(ledger.entries().at(0).count, kPoints);
      }
      return out;
    });
    for (std::size_t i = 0; i < cases.size(); ++i) {
      for (std::size_t point = 0; point < kPoints; ++point) {
        Numbers sums(cases[i].shape.candidates);
        for (std::size_t c = 0; c < sums.size(); ++c) {
          for (const auto& part : cases[i].parts) sums[c] += part[c * kPoints + point];
        }
        for (const auto& result : results) {
          ASSERT_EQ(result[i][point], plain_best(sums, cases[i].shape.best));
        }
      }
    }
  }
}

TEST(BestParty, IsTheFirstThatHasTheBest) {
  constexpr std::size_t kLanes = 300;
  for (const std::size_t parties : {2U, 3U, 5U}) {
    auto parts = random_parts(parties, kLanes, 8, parties);  // of 3 bits: -4 to 3 if signed
    for (auto& part : parts) part[0] = 7;
    std::vector<BestShape> shapes;
    for (const auto best : {Best::Smallest, Best::Largest}) {
      for (const auto kind : {NumberKind::Unsigned, NumberKind::Signed}) {
        shapes.push_back({parties, 3, best, kind});
      }
    }
    const std::array asker{PartyId(static_cast<std::uint32_t>(parties - 1))};
    const auto line = parties == 3 ? Line::Tls : Line::Memory;
    const auto results = with_referees(parties, line, [&](Referees& referees) {
      std::vector<std::optional<Numbers>> out;
      for (const auto& shape : shapes) {
        auto& ledger = referees.setting().ledger;
        ledger = Ledger::without_forecast();
        out.push_back(
            best_party(referees, parts[referees.mesh().own().index()], shape, asker, kResult));
        EXPECT_TRUE(compare(ledger, {{asker[0], std::string(kResult.label)}}).empty());
      }
      return out;
    });
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      for (std::size_t p = 0; p + 1 < parties; ++p) ASSERT_FALSE(results[p][i].has_value());
      const auto& told = results.back()[i].value();
      EXPECT_EQ(told[0], 0U);
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        std::vector<int> numbers;
        for (const auto& part : parts) {
          const auto value = static_cast<int>(part[lane]);
          numbers.push_back(shapes[i].kind == NumberKind::Signed && value > 3 ? value - 8 : value);
        }
        ASSERT_EQ(told[lane], plain_best(numbers, shapes[i].best));
      }
    }
  }
}

TEST(ExtremesOfAll, AreThoseOfTheUnion) {
  for (const std::size_t parties : {2U, 3U}) {
    for (const unsigned bits : {8U, 64U}) {
      Sampler sampler(parties + bits);
      // parts[party][collection]: empty ones, empty at some, the extreme numbers themselves.
      std::vector<std::vector<Numbers>> parts(parties, std::vector<Numbers>(40));
      std::vector<Numbers> all(40);
      for (auto& part : parts) {
        for (std::size_t c = 1; c < 40; ++c) {
          for (auto left = sampler.below(4); left > 0; --left) {
            auto value = bits == 64 ? sampler() : sampler.below(256);
            if (c % 5 == 0) value = bits == 64 ? ~std::uint64_t{0} : 255;
            if (c % 5 == 1) value = 0;
            part[c].push_back(value);
            all[c].push_back(value);
          }
        }
      }
      const auto results =
          with_referees(parties, parties == 3 ? Line::Tls : Line::Memory, [&](Referees& referees) {
            auto& ledger = referees.setting().ledger;
            ledger = Ledger::without_forecast();
            std::vector<std::span<const std::uint64_t>> mine;
            for (const auto& part : parts[referees.mesh().own().index()]) mine.emplace_back(part);
            auto out = extremes(referees, mine, bits, kResult);
            auto declared = told_to_all(parties, kAnyNumbers);
            for (const auto& item : told_to_all(parties)) declared.push_back(item);
            EXPECT_TRUE(compare(ledger, declared).empty());
            return out;
          });
      for (std::size_t c = 0; c < all.size(); ++c) {
        for (const auto& result : results) {
          ASSERT_EQ(result[c].has_value(), !all[c].empty());
          if (all[c].empty()) continue;
          ASSERT_EQ(result[c]->smallest, std::ranges::min(all[c]));
          ASSERT_EQ(result[c]->largest, std::ranges::max(all[c]));
        }
      }
    }
  }
}

TEST(BestOfSums, RefusesLongNumbers) {
  const auto results = with_referees(2, Line::Memory, [](Referees& referees) {
    auto& ledger = referees.setting().ledger;
    ledger = Ledger::without_forecast();
    const auto all = referees.everybody();
    const Numbers mine{16, 3};
    const BestShape shape{2, 4, Best::Smallest, NumberKind::Unsigned};
    EXPECT_THROW((void)best_of_sums(referees, mine, shape, all, kResult), Error);
    EXPECT_THROW((void)best_party(referees, mine, shape, all, kResult), Error);
    const std::vector<std::span<const std::uint64_t>> numbers{mine};
    EXPECT_THROW((void)extremes(referees, numbers, 4, kResult), Error);
    return ledger.entries().empty();
  });
  EXPECT_TRUE(results[0] && results[1]);
}

}  // namespace
}  // namespace privet::protocol
