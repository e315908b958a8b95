// SPDX-License-Identifier: Apache-2.0
// What the ledger refuses, and groups of parties that keep their ids.
#include "protocol/ledger.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "base/error.h"
#include "protocol/ot/pairwise.h"
#include "protocol/raw_share.h"
#include "protocol/secure_sum.h"
#include "protocol/tell.h"
#include "tests/support/many_parties.h"
#include "tests/support/setting.h"

namespace privet::protocol {

using protocol_only::line_to;
namespace {

using testing_support::run_many;
using testing_support::TestSetting;

constexpr Opening kCount{"count", "the test's own result"};
constexpr Opening kMask{"mask", "uniform", Kind::Masked};
constexpr PartyId kA(0);
constexpr PartyId kB(1);
constexpr PartyId kC(2);

// The message of the refusal; empty if it was recorded.
template <class Act>
std::string refusal(Act act) {
  try {
    act();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Policy);
    return error.what();
  }
  return {};
}

// Of as many parties as a run has.
TEST(PartySet, HoldsPartiesOfEveryPlace) {
  constexpr PartyId kLast(kMostParties - 1);
  const PartySet ends{kA, PartyId(63), PartyId(64), kLast};
  EXPECT_EQ(ends.size(), 4U);
  EXPECT_EQ(ends.list(), (std::vector<PartyId>{kA, PartyId(63), PartyId(64), kLast}));
  EXPECT_EQ(ends.text(), "80000000000000018000000000000001");
  EXPECT_EQ(PartySet::from_mask(ends.mask()), ends);
  EXPECT_EQ(PartySet::first(5).text(), "1f");
  EXPECT_EQ(PartySet().text(), "0");
  const auto all = PartySet::first(kMostParties);
  EXPECT_EQ(all.size(), kMostParties);
  EXPECT_TRUE(all.contains(ends));
  EXPECT_FALSE(ends.contains(all));
  const auto high = ends.without(kA).without(PartyId(63));
  EXPECT_EQ(high.with(kA).with(PartyId(63)), ends);
  EXPECT_FALSE(high.meets(PartySet::first(64)));
  EXPECT_TRUE(high.meets(PartySet::first(65)));
  EXPECT_FALSE(PartySet::first(64).contains(kLast));
  EXPECT_TRUE(high.without(PartyId(64)).without(kLast).empty());
}

TEST(Bound, ComputesAndSaysItsFormula) {
  const auto bound = Bound::of("candidates") * 2 + Bound::of("rows") * Bound::of("candidates") + 3;
  EXPECT_EQ(bound.text(), "2 * candidates + candidates * rows + 3");
  EXPECT_EQ(bound.value({}), 3U);
  EXPECT_EQ(bound.value({{"candidates", 5}, {"rows", 10}}), 63U);
  EXPECT_EQ((Bound(4) + Bound(5)).text(), "9");
  EXPECT_EQ(Bound(0).text(), "0");
  EXPECT_EQ((Bound::of("n") * Bound::of("n")).value({{"n", UINT64_MAX}}), UINT64_MAX);
  EXPECT_EQ((Bound(UINT64_MAX) + Bound::of("n")).value({{"n", 2}}), UINT64_MAX);
}

TEST(Ledger, RecordsWhatTheForecastCovers) {
  Ledger ledger({{kCount, {kA, kB}, kC, 5, Occurs::Always, About::Some},
                 {kMask, {kA}, kB, 2, Occurs::Sometimes}});
  (void)ledger.record(kCount, {kA, kB}, kC, 2);
  (void)ledger.record(kCount, {kA, kB, kC}, kC, 1);  // nobody learns of itself
  (void)ledger.record(kCount, {kA}, kC, 2);          // some of them, as the item says
  ASSERT_EQ(ledger.entries().size(), 2U);
  EXPECT_EQ(ledger.entries()[0].count, 3U);
  EXPECT_EQ(ledger.entries()[1].subject, PartySet{kA});
  EXPECT_NO_THROW(ledger.check_complete());
  EXPECT_EQ(ledger.allowed(ledger.entries()[0]).most, 5U);
}

TEST(Ledger, RefusesEverythingElseAndRecordsNothing) {
  Ledger ledger({{kCount, {kA}, kC, 5}, {kMask, {kA}, kC, 5}});
  const auto none = [&](Opening opening, PartySet about, PartyId to, std::uint64_t count) {
    const auto words = refusal([&] { (void)ledger.record(opening, about, to, count); });
    EXPECT_NE(words, "");
    EXPECT_TRUE(ledger.entries().empty());
    return words;
  };
  EXPECT_NE(none({"total", ""}, {kA}, kC, 1).find("not in the forecast"), std::string::npos);
  none(kCount, {kA}, kB, 1);                       // to somebody else
  none(kCount, {kA, kB}, kC, 1);                   // about somebody else too
  none(kCount, {}, kC, 1);                         // as if it told about nobody
  none({"count", "", Kind::Masked}, {kA}, kC, 1);  // as if it were a mask
  none({"mask", "", Kind::Opened}, {kA}, kC, 1);   // a mask as a value
  EXPECT_NE(none(kCount, {kA}, kC, 6).find("the forecast allows 5 (5)"), std::string::npos);
  (void)ledger.record(kCount, {kA}, kC, 5);
  EXPECT_NE(refusal([&] { (void)ledger.record(kCount, {kA}, kC, 1); }), "");
  EXPECT_EQ(ledger.entries()[0].count, 5U);
}

TEST(Ledger, SeveralRecipientsAreAllOrNone) {
  Ledger ledger({{kCount, {kB, kC}, kA, 1}, {kCount, {kA, kC}, kB, 1}});
  const PartySet all{kA, kB, kC};
  EXPECT_NE(refusal([&] { (void)ledger.record_each(kCount, all, std::array{kA, kB, kC}, 1); }), "");
  EXPECT_TRUE(ledger.entries().empty());
  (void)ledger.record_each(kCount, all, std::array{kA, kB}, 1);
  EXPECT_EQ(ledger.entries().size(), 2U);
}

TEST(Ledger, ASmallerSubjectIsRefusedUnlessTheItemSaysSome) {
  Ledger ledger({{kCount, {kA, kB}, kC, 5}});
  EXPECT_NE(refusal([&] { (void)ledger.record(kCount, {kA}, kC, 1); }), "");
  EXPECT_NE(refusal([&] { (void)ledger.record(kCount, {}, kC, 1); }), "");
  EXPECT_TRUE(ledger.entries().empty());
  (void)ledger.record(kCount, {kA, kB}, kC, 1);
}

TEST(Ledger, ARepeatedRecipientIsRefused) {
  Ledger ledger({{kCount, {kA, kB}, kC, 5}});
  const PartySet all{kA, kB, kC};
  EXPECT_NE(refusal([&] { (void)ledger.record_each(kCount, all, std::array{kC, kC}, 3); }), "");
  EXPECT_TRUE(ledger.entries().empty());
}

// Otherwise the first would hide what the second allows, or both would allow it.
TEST(Ledger, AForecastHasOneItemForAnOpening) {
  const auto refused = [](Forecast forecast) { EXPECT_THROW(Ledger(std::move(forecast)), Error); };
  refused({{kCount, {kA}, kC, 5}, {kCount, {kA}, kC, 1}});
  refused({{kCount, {kA, kB}, kC, 5, Occurs::Always, About::Some}, {kCount, {kA}, kC, 1}});
  refused({{kCount, {kA}, kC, 5}, {kCount, {kA, kB}, kC, 1, Occurs::Always, About::Some}});
  EXPECT_NO_THROW(Ledger({{kCount, {kA}, kC, 5}, {kCount, {kB}, kC, 1}, {kCount, {kA}, kB, 1}}));
}

TEST(Ledger, BoundsGrowWithPublicSizes) {
  Ledger ledger({{kCount, {kA}, kB, Bound::of("asked") * 2}});
  EXPECT_NE(refusal([&] { (void)ledger.record(kCount, {kA}, kB, 1); }), "");
  ledger.add_to_size("asked", 3);
  (void)ledger.record(kCount, {kA}, kB, 6);
  EXPECT_NE(refusal([&] { (void)ledger.record(kCount, {kA}, kB, 1); }), "");
  ledger.add_to_size("asked", 1);
  (void)ledger.record(kCount, {kA}, kB, 2);
  EXPECT_EQ(ledger.allowed(ledger.entries()[0]).formula, "2 * asked");
}

TEST(Ledger, WhatHappensInEveryRunMustHaveHappened) {
  Ledger ledger({{kCount, {kA}, kB, 5}, {kMask, {kA}, kB, 5, Occurs::Sometimes}});
  EXPECT_THROW(ledger.check_complete(), Error);
  (void)ledger.record(kCount, {kA}, kB, 0);  // no values, and everybody knows that there are none
  EXPECT_NO_THROW(ledger.check_complete());
}

TEST(Ledger, DisagreementsAreNamed) {
  const LedgerEntry entry{"count", "", Kind::Opened, {kA, kC}, kB, 4};
  auto less = entry;
  less.count = 3;
  using Entries = std::vector<LedgerEntry>;
  EXPECT_TRUE(disagreements(std::array{Entries{entry}, Entries{entry}, Entries{entry}}).empty());
  const auto missing = disagreements(std::array{Entries{}, Entries{entry}, Entries{entry}});
  ASSERT_EQ(missing.size(), 2U);
  EXPECT_EQ(missing[0],
            "'count' about party 0, 2 to party 1: 4 in the ledger of party 1, 0 in that of party "
            "0");
  EXPECT_FALSE(disagreements(std::array{Entries{entry}, Entries{less}, Entries{entry}}).empty());
  // Who is not concerned need not know.
  auto other = entry;
  other.subject = {kA};
  EXPECT_TRUE(disagreements(std::array{Entries{other}, Entries{other}, Entries{}}).empty());
  auto guessed = other;
  guessed.count = 1;
  EXPECT_TRUE(disagreements(std::array{Entries{other}, Entries{other}, Entries{guessed}}).empty());
}

TEST(Mesh, AGroupKeepsIdsAndUsesTheSameLedger) {
  const std::array group{PartyId(3), PartyId(1)};
  const auto ledgers = run_many(4, [&](const Mesh& mesh) {
    TestSetting all(mesh);
    if (!PartySet(group).contains(mesh.own())) return all.ledger().entries();
    const auto some = all->among(group);
    EXPECT_EQ(some.mesh.parties(), 2U);
    EXPECT_EQ(some.mesh.ids(), 4U);
    EXPECT_EQ(some.mesh.at(0), PartyId(1));
    EXPECT_EQ(some.mesh.place_of(PartyId(3)), 1U);
    EXPECT_THROW((void)line_to(some.mesh, PartyId(0)), Error);
    for (const auto method : {SumMethod::Ring, SumMethod::Shares}) {
      EXPECT_EQ(secure_sum(some, NumberVector{mesh.own().index()}, 8, method, kCount).at(0), 4U);
    }
    const Shared share(NumberVector{mesh.own().index() * 10ULL});
    EXPECT_EQ(open_to_all(some, share * 2 + share, kCount).at(0), 120U);
    return all.ledger().entries();
  });
  EXPECT_TRUE(disagreements(ledgers).empty());
  EXPECT_TRUE(ledgers[0].empty());
  ASSERT_EQ(ledgers[1].size(), 2U);
  EXPECT_EQ(ledgers[1][1].recipient, PartyId(3));
  EXPECT_EQ(ledgers[1][1].subject, PartySet{PartyId(1)});
  EXPECT_EQ(ledgers[1][1].count, 3U);
}

TEST(Open, IsRefusedBeforeAByteMoves) {
  const auto ends = run_many(2, [&](const Mesh& mesh) {
    TestSetting setting(mesh);
    setting.enforce({{kCount, {kB}, kA, 2}});
    const Shared share(NumberVector{1, 2});
    const std::array both{kA, kB};
    EXPECT_NE(refusal([&] { (void)open(setting, share, both, kCount); }), "");
    const Shared three(NumberVector{1, 2, 3});
    EXPECT_NE(refusal([&] { (void)open(setting, three, std::array{kA}, kCount); }), "");
    // Nothing of the above is in the lines: what comes is the first thing that was allowed.
    return open(setting, share, std::array{kA}, kCount);
  });
  EXPECT_EQ(ends[0], (NumberVector{2, 4}));
  EXPECT_FALSE(ends[1].has_value());
}

TEST(Tell, EveryPartyTellsEveryOther) {
  const std::vector<std::size_t> counts{1, 2, 0};
  const auto ledgers = run_many(3, [&](const Mesh& mesh) {
    TestSetting setting(mesh);
    const auto own = mesh.own().index();
    const NumberVector mine(counts[own], own + 7);
    const auto numbers = tell_numbers(setting, mine, counts, kCount);
    EXPECT_EQ(numbers, (std::vector<NumberVector>{{7}, {8, 8}, {}}));
    const std::vector<std::string> texts(counts[own], std::string(1, static_cast<char>('a' + own)));
    const auto told = tell_texts(setting, texts, counts, 1000, kCount);
    EXPECT_EQ(told, (std::vector<std::vector<std::string>>{{"a"}, {"b", "b"}, {}}));
    return setting.ledger().entries();
  });
  EXPECT_TRUE(disagreements(ledgers).empty());
}

TEST(PairwiseTransfers, ServeBothDirections) {
  const auto sums = run_many(2, [&](const Mesh& mesh) {
    const TestSetting setting(mesh);
    const auto other = setting.other();
    setting->transfers.both_ways(other);
    NumberVector shares(256);
    const NumberVector offers(128, 5);
    const std::vector<crypto::Block> choices{{~std::uint64_t{0}, 0}};
    const auto offer = [&](std::span<std::uint64_t> out) {
      setting->transfers.sender(other).additive(line_to(*setting, other), offers, 64, out);
    };
    const auto choose = [&](std::span<std::uint64_t> out) {
      setting->transfers.receiver(other).additive(line_to(*setting, other), choices, 64, out);
    };
    if (mesh.own() == kA) {
      offer(std::span(shares).first(128));
      choose(std::span(shares).last(128));
    } else {
      choose(std::span(shares).first(128));
      offer(std::span(shares).last(128));
    }
    line_to(*setting, other).flush();
    return shares;
  });
  for (std::size_t i = 0; i < 256; ++i) {
    EXPECT_EQ(sums[0][i] + sums[1][i], i % 128 < 64 ? 5U : 0U) << i;
  }
}

}  // namespace
}  // namespace privet::protocol
