// SPDX-License-Identifier: Apache-2.0
// Sums of many parties' numbers against thresholds, and what the referees get to see.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "base/error.h"
#include "base/sampling.h"
#include "protocol/piecewise.h"
#include "protocol/threshold/anything_left.h"
#include "tests/support/chi_square.h"
#include "tests/support/many_parties.h"
#include "tests/support/recording.h"

namespace privet::protocol {
namespace {

using crypto::Randomness;
using testing_support::Line;
using testing_support::run_many;
using Numbers = std::vector<std::uint64_t>;

constexpr Opening kAnswer{"answer", "the test's own result"};

// task(referees) at every party.
template <class Task>
auto with_referees(std::size_t parties, Line line, Task task) {
  return run_many(
      parties,
      [&](const Mesh& mesh) {
        Randomness randomness;
        auto transfers = PairwiseTransfers::set_up(mesh, randomness);
        auto referees = Referees::set_up(mesh, transfers, randomness);
        return task(referees);
      },
      line);
}

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

Disclosure told_to(std::span<const PartyId> recipients) {
  Disclosure out;
  for (const auto party : recipients) out.push_back({party, std::string(kAnswer.label), ""});
  return out;
}

void expect_right(std::size_t parties, unsigned bits, Line line) {
  const auto sums = random_sums(parties, bits, parties + bits);
  for (const auto compared : {Compared::AtMost, Compared::AtLeast}) {
    const auto results = with_referees(parties, line, [&](Referees& referees) {
      Ledger ledger;
      const auto everybody = referees.everybody();
      const auto told = check_thresholds(referees, sums.parts[referees.mesh().own().index()], bits,
                                         {sums.thresholds, compared}, everybody, ledger, kAnswer);
      EXPECT_TRUE(compare(ledger, told_to(everybody)).empty());
      EXPECT_EQ(ledger.entries().front().count, sums.totals.size());
      return told.value();
    });
    for (const auto& result : results) {
      ASSERT_EQ(result.size(), sums.totals.size());
      for (std::size_t i = 0; i < result.size(); ++i) {
        ASSERT_EQ(result[i], passes(sums, i, compared) ? 1U : 0U)
            << sums.totals[i] << " and " << sums.thresholds[i];
      }
    }
  }
}

TEST(CheckThreshold, IsThePlainComparisonForAnyNumberOfParties) {
  for (const std::size_t parties : {2U, 3U, 4U, 6U}) expect_right(parties, 20, Line::Memory);
  expect_right(2, 62, Line::Memory);
  expect_right(5, 60, Line::Memory);
  expect_right(2, 1, Line::Memory);
  expect_right(3, 33, Line::Tls);
}

// The sum of worked numbers: 3 + 4 + 5 = 12 stays within 12 and not within 11.
TEST(CheckThreshold, EqualityIsGoodEnough) {
  const auto results = with_referees(3, Line::Memory, [](Referees& referees) {
    Ledger ledger;
    const Numbers mine(2, 3 + referees.mesh().own().index());
    const Numbers thresholds{12, 11};
    return check_thresholds(referees, mine, 8, {thresholds, Compared::AtMost}, referees.everybody(),
                            ledger, kAnswer)
        .value();
  });
  for (const auto& result : results) EXPECT_EQ(result, (Numbers{1, 0}));
}

TEST(CheckThreshold, TellsOnlyTheRecipients) {
  for (const std::uint32_t recipient : {0U, 1U, 2U, 3U}) {
    const std::array only{PartyId(recipient)};
    const auto results = with_referees(4, Line::Memory, [&](Referees& referees) {
      Ledger ledger;
      const Numbers mine{1, 1};
      const Numbers thresholds{4, 3};
      auto told = check_thresholds(referees, mine, 8, {thresholds, Compared::AtMost}, only, ledger,
                                   kAnswer);
      EXPECT_TRUE(compare(ledger, told_to(only)).empty());
      EXPECT_EQ(ledger.entries().size(), 1U);
      return told;
    });
    for (std::uint32_t i = 0; i < 4; ++i) {
      ASSERT_EQ(results[i].has_value(), i == recipient);
      EXPECT_EQ(results[i].value_or(Numbers{1, 0}), (Numbers{1, 0}));
    }
  }
}

TEST(CheckThreshold, SharedAnswersAddUpAndAreUniform) {
  const auto sums = random_sums(3, 20, 77);
  for (const std::uint64_t modulus : {std::uint64_t{0}, std::uint64_t{1009}, std::uint64_t{16}}) {
    const circuit::Ring ring{modulus};
    const auto line = modulus == 0 ? Line::Tls : Line::Memory;
    const auto results = with_referees(3, line, [&](Referees& referees) {
      Ledger ledger;
      const std::size_t me = referees.mesh().own().index();
      auto shares = check_thresholds_shared(referees, sums.parts[me], 20,
                                            {sums.thresholds, Compared::AtMost}, ring, ledger);
      EXPECT_TRUE(compare(ledger, {{PartyId(1), std::string(kMaskedShare.label), ""}}).empty());
      EXPECT_EQ(ledger.entries().front().count, sums.totals.size());
      return shares;
    });
    std::vector<std::size_t> low(16);
    for (std::size_t i = 0; i < sums.totals.size(); ++i) {
      auto sum = results[0][i] + results[1][i];
      if (modulus != 0) sum %= modulus;
      ASSERT_EQ(sum, passes(sums, i, Compared::AtMost) ? 1U : 0U);
      ASSERT_EQ(results[2][i], 0U);
      ++low.at(results[1][i] % 16);
    }
    EXPECT_TRUE(modulus == 1009 || testing_support::looks_uniform(low));
  }
}

TEST(AnythingLeft, IsTrueIfAnyPartyHasAny) {
  for (const std::size_t parties : {2U, 3U, 5U}) {
    // Question q: party q has something; the last: nobody has; the one before it: all have much.
    const auto results =
        with_referees(parties, parties == 3 ? Line::Tls : Line::Memory, [&](Referees& referees) {
          Ledger ledger;
          Numbers counts(parties + 2);
          counts[referees.mesh().own().index()] = 1;
          counts[parties] = 255;
          const std::array asker{PartyId(1)};
          auto told = anything_left(referees, counts, 8, asker, ledger, kAnswer);
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
    Ledger ledger;
    const Numbers mine{256};
    const Numbers thresholds{1};
    const ThresholdTest test{thresholds, Compared::AtMost};
    const auto all = referees.everybody();
    EXPECT_THROW((void)check_thresholds(referees, mine, 8, test, all, ledger, kAnswer), Error);
    EXPECT_THROW((void)check_thresholds(referees, mine, 62, test, all, ledger, kAnswer), Error);
    return ledger.entries().empty();
  });
  EXPECT_TRUE(std::ranges::all_of(results, [](bool empty) { return empty; }));
}

// Of one of two parties that are no referees, both referees together see noise: the sum is all they
// could have.
TEST(Referees, TogetherSeeOnlyTheSumOfTheOthers) {
  constexpr std::size_t kLanes = 20'000;
  const auto results = run_many(4, [](const Mesh& mesh) {
    Randomness randomness;
    auto transfers = PairwiseTransfers::set_up(mesh, randomness);
    const auto own = mesh.own().index();
    const Numbers mine(kLanes, 1000 + own);
    if (own != 2) {
      auto referees = Referees::set_up(mesh, transfers, randomness);
      return referees.share_sums(mine);
    }
    testing_support::RecordingChannel first(mesh.to(PartyId(0)));
    testing_support::RecordingChannel second(mesh.to(PartyId(1)));
    const Mesh watched(PartyId(2), {&first, &second, nullptr, &mesh.to(PartyId(3))});
    auto referees = Referees::set_up(watched, transfers, randomness);
    EXPECT_TRUE(referees.share_sums(mine).empty());
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
