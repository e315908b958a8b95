// SPDX-License-Identifier: Apache-2.0
#include "protocol/psi/common_to_all.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "base/error.h"
#include "base/sampling.h"
#include "tests/support/borrowed.h"
#include "tests/support/chi_square.h"
#include "tests/support/many_parties.h"
#include "tests/support/recording.h"
#include "tests/support/setting.h"

namespace privet::protocol::psi {
namespace {

using testing_support::RecordingChannel;
using testing_support::run_many;
using testing_support::TestSetting;

using Sets = std::vector<std::vector<std::string>>;

struct Seen {
  Rows rows;
  std::vector<std::vector<std::byte>> received;  // by party
  std::vector<LedgerEntry> ledger;
};

std::vector<Seen> run(const Sets& sets) {
  std::vector<std::size_t> sizes;
  for (const auto& set : sets) sizes.push_back(set.size());
  return run_many(sets.size(), [&](const Mesh& mesh) {
    std::vector<std::unique_ptr<RecordingChannel>> recorded(sets.size());
    std::vector<net::Channel*> lines(sets.size());
    for (const auto other : mesh.others()) {
      recorded[other.index()] =
          std::make_unique<RecordingChannel>(protocol_only::line_to(mesh, other));
      lines[other.index()] = recorded[other.index()].get();
    }
    TestSetting setting(Mesh(mesh.own(), lines));
    Forecast forecast;
    const auto all = mesh.set();
    for (const auto party : all.list()) {
      forecast.emplace_back(kCommonToAll, all.without(party), party, sizes[party.index()]);
    }
    setting.enforce(forecast);
    const auto& own = sets[mesh.own().index()];
    const std::vector<std::string_view> items(own.begin(), own.end());
    Seen out{common_to_all(setting, items, sizes), {}, {}};
    setting.ledger().check_complete();
    out.ledger = setting.ledger().entries();
    for (const auto& one : recorded) {
      out.received.push_back(one ? one->received() : std::vector<std::byte>());
    }
    return out;
  });
}

Rows expected(const Sets& sets, std::size_t own) {
  Rows out;
  for (std::uint32_t i = 0; i < sets[own].size(); ++i) {
    const bool common = std::ranges::all_of(
        sets, [&](const auto& set) { return std::ranges::find(set, sets[own][i]) != set.end(); });
    if (common) out.push_back(i);
  }
  return out;
}

TEST(CommonToAll, IsWhatBruteForceFinds) {
  Sampler sampler(5);
  for (std::size_t round = 0; round < 12; ++round) {
    const std::size_t parties = 3 + round % 3;
    Sets sets(parties);
    for (auto& set : sets) {
      const auto share = 1 + sampler.below(4);
      for (std::size_t i = 0; i < 10 + 20 * round; ++i) {
        if (sampler.below(5) <= share) set.push_back("item of some length " + std::to_string(i));
      }
      sampler.shuffle(std::span(set));
    }
    const auto seen = run(sets);
    std::vector<std::vector<LedgerEntry>> ledgers;
    for (std::size_t p = 0; p < parties; ++p) {
      EXPECT_EQ(seen[p].rows, expected(sets, p)) << round;
      ledgers.push_back(seen[p].ledger);
    }
    EXPECT_TRUE(disagreements(ledgers).empty());
  }
}

TEST(CommonToAll, EmptySetsHaveNothingInCommon) {
  for (const auto& one : run({{"a", "b"}, {}, {"a"}})) EXPECT_TRUE(one.rows.empty());
  for (const auto& one : run({{"a"}, {"a"}, {"a"}})) EXPECT_EQ(one.rows, Rows{0});
}

// Messages are as long whatever the parties share, as long as what all share is the same; and what
// the first party gets from another looks random even where the two have the same items.
TEST(CommonToAll, WhatTwoShareIsNotSeen) {
  const auto numbered = [](std::size_t first, std::size_t count) {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < count; ++i) out.push_back("id" + std::to_string(first + i));
    return out;
  };
  const auto alike = run({numbered(0, 400), numbered(0, 400), numbered(400, 400)});
  const auto apart = run({numbered(0, 400), numbered(900, 400), numbered(400, 400)});
  for (std::size_t p = 0; p < 3; ++p) {
    EXPECT_TRUE(alike[p].rows.empty());
    for (std::size_t q = 0; q < 3; ++q) {
      EXPECT_EQ(alike[p].received[q].size(), apart[p].received[q].size());
    }
  }
  std::vector<std::size_t> counts(256);
  for (const auto byte : alike[0].received[1]) ++counts[std::to_integer<std::size_t>(byte)];
  EXPECT_TRUE(testing_support::looks_uniform(counts));
}

TEST(CommonToAll, RefusesASetWithAnItemTwice) {
  EXPECT_THROW((void)run({{"a", "b"}, {"b", "b"}, {"a"}}), Error);
}

}  // namespace
}  // namespace privet::protocol::psi
