// SPDX-License-Identifier: Apache-2.0
// Sums of many parties' numbers against thresholds, and what the referees get to see.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "base/error.h"
#include "base/sampling.h"
#include "protocol/piecewise.h"
#include "protocol/raw_share.h"
#include "protocol/threshold/anything_left.h"
#include "tests/support/chi_square.h"
#include "tests/support/expected_openings.h"
#include "tests/support/many_parties.h"
#include "tests/support/recording.h"
#include "tests/support/referees.h"
#include "tests/support/setting.h"

namespace privet::protocol {

using protocol_only::line_to;
using protocol_only::raw;
namespace {

using crypto::Randomness;
using testing_support::compare;
using testing_support::ExpectedOpenings;
using testing_support::Line;
using testing_support::run_many;
using testing_support::with_referees;
using Numbers = std::vector<std::uint64_t>;

constexpr Opening kAnswer{"answer", "the test's own result"};

struct Sums {
  std::vector<Numbers> parts;  // by party
  Numbers totals;
  Numbers thresholds;
};

// Random sums with thresholds one below, at and one above them, at the ends and beyond.
Sums random_sums(std::size_t parties, unsigned bits, std::uint64_t seed) {
  Sampler sampler(seed);
  const auto limit = std::uint64_t{1} << bits;
  Sums out{std::vector<Numbers>(parties), {}, {}};
  for (std::size_t i = 0; i < 1200; ++i) {  // more than a piece
    std::uint64_t total = 0;
    for (auto& part : out.parts) {
      part.push_back(i % 50 == 0 ? 0 : (i % 51 == 0 ? limit - 1 : sampler.below(limit)));
      total += part.back();
    }
    out.totals.push_back(total);
    const std::array<std::uint64_t, 6> near{total, total + 1,         total - (total > 0 ? 1 : 0),
                                            0,     ~std::uint64_t{0}, sampler.below(limit)};
    out.thresholds.push_back(near.at(i % near.size()));
  }
  return out;
}

bool passes(const Sums& sums, std::size_t i, Compared compared) {
  return compared == Compared::AtMost ? sums.totals[i] <= sums.thresholds[i]
                                      : sums.totals[i] >= sums.thresholds[i];
}

ExpectedOpenings told_to(std::span<const PartyId> recipients) {
  ExpectedOpenings out;
  for (const auto party : recipients) out.push_back({party, std::string(kAnswer.label)});
  return out;
}

struct Case {
  unsigned bits;
  Compared compared;
};

// All cases in one session: setting one up takes longer than a case.
void expect_right(std::size_t parties, const std::vector<Case>& cases, Line line) {
  std::vector<Sums> sums;
  for (const auto& one : cases) sums.push_back(random_sums(parties, one.bits, one.bits));
  const auto results = with_referees(parties, line, [&](Referees& referees) {
    std::vector<Numbers> out;
    const auto everybody = referees.everybody();
    for (std::size_t c = 0; c < cases.size(); ++c) {
      auto& ledger = referees.setting().ledger;
      ledger = Ledger::without_forecast();
      const auto& mine = sums[c].parts[referees.mesh().own().index()];
      const ThresholdTest test{sums[c].thresholds, cases[c].compared};
      out.push_back(
          check_thresholds(referees, mine, cases[c].bits, test, everybody, kAnswer).value());
      EXPECT_TRUE(compare(ledger, told_to(everybody)).empty());
      EXPECT_EQ(ledger.entries().at(0).count, mine.size());
    }
    return out;
  });
  for (const auto& result : results) {
    for (std::size_t c = 0; c < cases.size(); ++c) {
      ASSERT_EQ(result[c].size(), sums[c].totals.size());
      for (std::size_t i = 0; i < result[c].size(); ++i) {
        ASSERT_EQ(result[c][i], passes(sums[c], i, cases[c].compared) ? 1U : 0U)
            << sums[c].totals[i] << " and " << sums[c].thresholds[i];
      }
    }
  }
}

TEST(CheckThreshold, IsThePlainComparisonForAnyNumberOfParties) {
  using enum Compared;
  expect_right(2, {{62, AtMost}, {62, AtLeast}, {1, AtMost}, {20, AtLeast}}, Line::Memory);
  expect_right(3, {{33, AtMost}, {20, AtLeast}}, Line::Tls);
  expect_right(5, {{60, AtLeast}, {1, AtMost}, {20, AtMost}}, Line::Memory);
}

// The sum of worked numbers: 3 + 4 + 5 = 12 stays within 12 and not within 11.
TEST(CheckThreshold, EqualityIsGoodEnough) {
  const auto results = with_referees(3, Line::Memory, [](Referees& referees) {
    auto& ledger = referees.setting().ledger;
    ledger = Ledger::without_forecast();
    const Numbers mine(2, 3 + referees.mesh().own().index());
    const Numbers thresholds{12, 11};
    return check_thresholds(referees, mine, 8, {thresholds, Compared::AtMost}, referees.everybody(),
                            kAnswer)
        .value();
  });
  for (const auto& result : results) EXPECT_EQ(result, (Numbers{1, 0}));
}

// The largest sum that the width has room for, 85 + 85 + 85 of eight bits, and thresholds beyond
// it.
TEST(CheckThreshold, AThresholdAboveEverySumIsNotReached) {
  const auto results = with_referees(3, Line::Memory, [](Referees& referees) {
    auto& ledger = referees.setting().ledger;
    ledger = Ledger::without_forecast();
    const auto shares = referees.share_sums(Numbers(3, 85));
    const Numbers thresholds{255, 256, std::uint64_t{1} << 40U};
    std::vector<Numbers> out;
    for (const auto compared : {Compared::AtLeast, Compared::AtMost}) {
      out.push_back(check_shared_sums(referees, shares, 8, {thresholds, compared},
                                      referees.everybody(), kAnswer)
                        .value());
    }
    return out;
  });
  for (const auto& result : results) {
    EXPECT_EQ(result, (std::vector<Numbers>{{1, 0, 0}, {1, 1, 1}}));
  }
}

TEST(CheckThreshold, TellsOnlyTheRecipients) {
  const auto results = with_referees(4, Line::Memory, [&](Referees& referees) {
    std::vector<std::optional<Numbers>> out;
    for (const auto recipient : referees.everybody()) {
      const std::array only{recipient};
      auto& ledger = referees.setting().ledger;
      ledger = Ledger::without_forecast();
      const Numbers mine{1, 1};
      const Numbers thresholds{4, 3};
      out.push_back(
          check_thresholds(referees, mine, 8, {thresholds, Compared::AtMost}, only, kAnswer));
      EXPECT_TRUE(compare(ledger, told_to(only)).empty());
      EXPECT_EQ(ledger.entries().size(), 1U);
    }
    return out;
  });
  for (std::size_t party = 0; party < 4; ++party) {
    for (std::size_t recipient = 0; recipient < 4; ++recipient) {
      const auto& told = results[party][recipient];
      ASSERT_EQ(told.has_value(), party == recipient);
      EXPECT_EQ(told.value_or(Numbers{1, 0}), (Numbers{1, 0}));
    }
  }
}

TEST(CheckThreshold, SharedAnswersAddUpAndAreUniform) {
  const auto sums = random_sums(3, 20, 77);
  const Numbers moduli{0, 1009, 16};
  const auto results = with_referees(3, Line::Tls, [&](Referees& referees) {
    std::vector<Numbers> out;
    for (const auto modulus : moduli) {
      auto& ledger = referees.setting().ledger;
      ledger = Ledger::without_forecast();
      const ThresholdTest test{sums.thresholds, Compared::AtMost};
      const auto& mine = sums.parts[referees.mesh().own().index()];
      out.push_back(raw(check_thresholds_shared(referees, mine, 20, test, {modulus})));
      EXPECT_TRUE(compare(ledger, {{PartyId(1), std::string(kMaskedShare.label)}}).empty());
      EXPECT_EQ(ledger.entries().at(0).count, sums.totals.size());
    }
    return out;
  });
  for (std::size_t m = 0; m < moduli.size(); ++m) {
    std::vector<std::size_t> low(16);
    for (std::size_t i = 0; i < sums.totals.size(); ++i) {
      auto sum = results[0][m][i] + results[1][m][i];
      if (moduli[m] != 0) sum %= moduli[m];
      ASSERT_EQ(sum, passes(sums, i, Compared::AtMost) ? 1U : 0U);
      ASSERT_EQ(results[2][m][i], 0U);
      ++low.at(results[1][m][i] % 16);
    }
    EXPECT_TRUE(moduli[m] == 1009 || testing_support::looks_uniform(low));
  }
}

TEST(AnythingLeft, IsTrueIfAnyPartyHasAny) {
  for (const std::size_t parties : {2U, 3U}) {
    // Question q: party q has something; the last: nobody has; the one before it: all have much.
    const auto results =
        with_referees(parties, parties == 3 ? Line::Tls : Line::Memory, [&](Referees& referees) {
          auto& ledger = referees.setting().ledger;
          ledger = Ledger::without_forecast();
          Numbers counts(parties + 2);
          counts[referees.mesh().own().index()] = 1;
          counts[parties] = 255;
          const std::array asker{PartyId(1)};
          auto told = anything_left(referees, counts, 8, asker, kAnswer);
          EXPECT_TRUE(compare(ledger, told_to(asker)).empty());
          return told;
        });
    for (std::size_t p = 0; p < parties; ++p) ASSERT_EQ(results[p].has_value(), p == 1);
    Numbers want(parties + 2, 1);
    want.back() = 0;
    EXPECT_EQ(*results[1], want);
  }
}

TEST(CheckThreshold, RefusesWhatDoesNotFit) {
  const auto results = with_referees(3, Line::Memory, [](Referees& referees) {
    auto& ledger = referees.setting().ledger;
    ledger = Ledger::without_forecast();
    const Numbers mine{256};
    const Numbers thresholds{1};
    const ThresholdTest test{thresholds, Compared::AtMost};
    const auto all = referees.everybody();
    EXPECT_THROW((void)check_thresholds(referees, mine, 8, test, all, kAnswer), Error);
    EXPECT_THROW((void)check_thresholds(referees, mine, 62, test, all, kAnswer), Error);
    return ledger.entries().empty();
  });
  EXPECT_TRUE(std::ranges::all_of(results, [](bool empty) { return empty; }));
}

// Of one of two parties that are not referees, both referees together see noise: the sum is all
// they could have.
TEST(Referees, TogetherSeeOnlyTheSumOfTheOthers) {
  constexpr std::size_t kLanes = 20'000;
  const auto results = run_many(4, [](const Mesh& mesh) {
    const auto own = mesh.own().index();
    const Numbers mine(kLanes, 1000 + own);
    if (own != 2) {
      const testing_support::TestSetting setting(mesh);
      return raw(Referees::set_up(setting).share_sums(mine));
    }
    testing_support::RecordingChannel first(line_to(mesh, PartyId(0)));
    testing_support::RecordingChannel second(line_to(mesh, PartyId(1)));
    const Mesh watched(PartyId(2), {&first, &second, nullptr, &line_to(mesh, PartyId(3))});
    const testing_support::TestSetting setting(watched);
    EXPECT_EQ(Referees::set_up(setting).share_sums(mine).size(), 0U);
    Numbers seen(kLanes);
    Numbers part(kLanes);
    for (const auto* channel : {&first, &second}) {
      EXPECT_EQ(channel->sent().size(), 8 * kLanes);
      std::memcpy(part.data(), channel->sent().data(), 8 * kLanes);
      for (std::size_t i = 0; i < kLanes; ++i) seen[i] += part[i];
    }
    return seen;
  });
  for (const unsigned shift : {0U, 56U}) {
    std::vector<std::size_t> counts(256);
    for (const auto value : results[2]) ++counts.at((value >> shift) & 0xffU);
    EXPECT_TRUE(testing_support::looks_uniform(counts));
  }
  for (std::size_t i = 0; i < kLanes; ++i) {
    ASSERT_EQ(results[0][i] + results[1][i], 1000U + 1001U + 1002U + 1003U);
  }
}

}  // namespace
}  // namespace privet::protocol
