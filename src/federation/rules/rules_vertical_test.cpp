// SPDX-License-Identifier: Apache-2.0
#include "federation/rules/rules_vertical.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/error.h"
#include "base/json.h"
#include "base/sampling.h"
#include "data/formats/open_table.h"
#include "federation/tasks.h"
#include "tests/support/expected_openings.h"
#include "tests/support/federation_parties.h"
#include "tests/support/rule_jobs.h"
#include "tests/support/shared_data.h"

namespace privet::federation {
namespace {

using protocol::PartyId;
using testing_support::compare;
using testing_support::ExpectedOpenings;
using testing_support::honest_majority;
using testing_support::Line;
using testing_support::plain_answer;
using testing_support::random_baskets;
using testing_support::rule_job;
using testing_support::run_parties;

Table random_table(std::size_t columns, std::size_t rows, std::uint64_t seed) {
  Sampler sampler(seed);
  std::vector<std::string> names;
  for (std::size_t c = 0; c < columns; ++c) names.push_back("c" + std::to_string(c));
  std::vector<std::vector<std::string>> cells(rows);
  for (auto& row : cells) {
    for (std::size_t c = 0; c < columns; ++c) {
      const auto value = sampler.below(10);
      row.push_back(value < 6 ? "most" : value < 9 ? "some" : "");
    }
  }
  return make_table(names, cells);
}

// Every party has the plain answer, the ledgers (which enforce what the task declared) agree, and
// no label of a value that was declared was left out.
void expect_identical(const DataSet& whole, const Job& job, Line line = Line::Memory) {
  const auto expected = plain_answer(whole, job);
  const auto declared = forecast_of(job);
  std::set<std::string> opened;
  std::vector<std::vector<protocol::LedgerEntry>> ledgers;
  for (const auto& one : run_parties(whole, job, line)) {
    EXPECT_EQ(one.answer.json, expected.json);
    EXPECT_EQ(one.answer.gist, expected.gist);
    ledgers.push_back(one.ledger.entries());
    for (const auto& entry : one.ledger.entries()) opened.insert(entry.label);
  }
  EXPECT_EQ(protocol::disagreements(ledgers), std::vector<std::string>{});
  for (const auto& item : declared) {
    if (item.kind == protocol::Kind::Masked) continue;  // declared for every honest majority
    EXPECT_TRUE(opened.contains(item.label)) << item.label;
  }
}

TEST(RulesVertical, EqualThePlainOnesForThreeWhoDoNotCollude) {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    expect_identical(random_baskets(10, 60 + 40 * seed, seed), honest_majority(3, "0.3"));
  }
  expect_identical(random_table(6, 500, 7), honest_majority(3, "0.25"), Line::Tls);
}

// Nobody comes to rely on two others by accident: the protocol and the declaration go together, and
// the agreement holds it.
TEST(RulesVertical, AnHonestMajorityIsDeclared) {
  const auto task = find_task("mine rules", Split::Vertical);
  const auto refused = [&](const Job& job) -> std::string {
    try {
      check_job(task, job);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Usage);
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refused(honest_majority(3, "1")), "");
  for (const std::size_t parties : {2U, 4U}) {
    EXPECT_NE(refused(honest_majority(parties, "1")).find("honest-majority is for 3 parties"),
              std::string::npos);
  }
  EXPECT_NE(refused(rule_job(3, "replicated", "1")).find("two that do learn everything"),
            std::string::npos);
  auto other = rule_job(3, "shares", "1");
  other.trust = Trust::HonestMajority;
  EXPECT_NE(refused(other).find("take replicated"), std::string::npos);
  EXPECT_EQ(default_protocol(task, Trust::ByProtocol), "shares");
  EXPECT_EQ(default_protocol(task, Trust::HonestMajority), "replicated");
  EXPECT_THROW((void)trust_of("everybody"), Error);
  const DataSet part = random_baskets(2, 5, 1);
  const auto declared = agreement_of(honest_majority(3, "1"), part).hashes();
  auto undeclared = honest_majority(3, "1");
  undeclared.trust = Trust::ByProtocol;
  EXPECT_EQ(session::first_difference(declared, agreement_of(undeclared, part).hashes()), "trust");
}

TEST(RulesVertical, EqualThePlainOnesForTwoThreeAndFiveParties) {
  for (const std::size_t parties : {2U, 3U, 5U}) {
    for (std::uint64_t seed = 0; seed < (parties == 5 ? 1U : 3U); ++seed) {
      expect_identical(random_baskets(10, 60 + 40 * seed, seed),
                       rule_job(parties, "shares", "0.3"));
      expect_identical(random_table(6, 50 + 30 * seed, seed), rule_job(parties, "shares", "0.25"));
    }
  }
}

// Who has which columns, and in which order rows and columns come, changes nothing.
TEST(RulesVertical, OrderOfRowsColumnsAndPartiesDoesNotMatter) {
  const auto table = random_table(6, 80, 4);
  std::vector<RowId> backwards;
  for (std::size_t r = table.rows(); r-- > 0;) backwards.emplace_back(r);
  const auto turned =
      table.select_rows(backwards).select_columns(std::vector<AttributeId>{5, 2, 0, 4, 1, 3});
  for (const auto& job : {rule_job(3, "shares", "0.25"), honest_majority(3, "0.25")}) {
    const auto one = run_parties(table, job);
    const auto other = run_parties(turned, job);
    EXPECT_EQ(one[0].answer.json, other[2].answer.json);
  }
}

TEST(RulesVertical, RealData) {
  PRIVET_NEED_DATA("mushroom/mushroom.csv");
  const DataSet table =
      read_table({.path = testing_support::shared_data("mushroom/mushroom.csv")}, privet::Run())
          .table;
  expect_identical(table, rule_job(2, "shares", "0.6"));
  expect_identical(table, honest_majority(3, "0.6"), Line::Tls);
}

TEST(RulesVertical, EqualThePlainOnesOverTls) {
  expect_identical(random_baskets(9, 300, 77), rule_job(3, "shares", "0.3"), Line::Tls);
}

TEST(RulesVertical, EqualThePlainOnesByPaillier) {
  expect_identical(random_baskets(4, 30, 5), rule_job(2, "paillier", "0.4"));
  expect_identical(random_baskets(3, 8, 6), rule_job(3, "paillier", "0.2"));
}

TEST(RulesVertical, EqualThePlainOnesByLinearAlgebra) {
  expect_identical(random_baskets(6, 90, 8), rule_job(2, "algebraic", "0.3"));
}

TEST(RulesVertical, EqualThePlainOnesByHashedSets) {
  for (const auto* protocol : {"hash-ring", "oneshot"}) {
    expect_identical(random_baskets(6, 20, 9), rule_job(3, protocol, "0.2"));
  }
  expect_identical(random_baskets(5, 30, 10), rule_job(5, "hash-tree", "1"));
  expect_identical(random_baskets(5, 40, 11), rule_job(4, "hash-tree", "1"));
  expect_identical(random_baskets(8, 14, 11), rule_job(4, "oneshot", "0.2"));
  expect_identical(random_table(5, 16, 3), rule_job(4, "hash-ring", "0.2"));
}

TEST(RulesVertical, WorksWhenNoItemsetSpansParties) {
  // Beyond the support of any pair: pass one is all.
  const auto whole = random_table(4, 40, 3);
  const auto job = rule_job(2, "shares", "40");
  for (const auto& one : run_parties(whole, job)) {
    EXPECT_EQ(one.answer.json, plain_answer(whole, job).json);
  }
  // No item at all.
  const auto empty = make_table({"a", "b"}, {{"", ""}, {"", ""}});
  for (const auto& one : run_parties(empty, job)) {
    EXPECT_EQ(one.answer.json, plain_answer(empty, job).json);
  }
}

TEST(RulesVertical, OneOpeningAndOneProductBatchForEachPass) {
  // The rounds of a run depend on the passes, not on the candidates.
  const auto run = [](std::size_t items, std::string support) {
    auto job = rule_job(2, "shares", std::move(support));
    job.parameters.emplace_back("max-size", "3");
    return run_parties(random_baskets(items, 100, 1), job)[0].traffic.rounds;
  };
  EXPECT_LE(run(12, "0.2"), run(4, "0.05") + 8);
}

// The same baskets ten times over, and a hundred times: among three who do not collude no round
// more; among others some for the bits that a count has more, and for fetching transfers.
TEST(RulesVertical, RoundsDoNotGrowWithTheRows) {
  const auto rounds = [](std::size_t times, const Job& job) {
    const auto once = random_baskets(8, 200, 5);
    Baskets all;
    for (ItemId i = 0; i < once.items(); ++i) all.add_item(once.name(i));
    for (std::size_t t = 0; t < times; ++t) {
      for (BasketId b = 0; b < once.size(); ++b) all.add(once.basket(b));
    }
    return run_parties(all, job)[0].rounds;
  };
  const auto three = honest_majority(3, "0.3");
  const auto few = rounds(1, three);
  EXPECT_EQ(rounds(10, three), few);
  EXPECT_EQ(rounds(100, three), few);
  const auto shares = rule_job(3, "shares", "0.3");
  const auto shared = rounds(1, shares);
  EXPECT_LE(rounds(10, shares), shared + 12);
  EXPECT_LE(rounds(100, shares), shared + 24);
}

TEST(RulesVertical, CountsInTheLedgerAreTheValuesTold) {
  const auto whole = random_baskets(6, 100, 4);
  auto job = rule_job(3, "shares", "1");
  job.parameters.emplace_back("max-size", "2");
  const auto runs = run_parties(whole, job);
  const auto count = [&](std::string_view label) {
    std::uint64_t out = 0;  // about all other parties together
    for (const auto& entry : runs[0].ledger.entries()) {
      if (entry.recipient == PartyId(0) && entry.label == label) out += entry.count;
    }
    return out;
  };
  // Two items at each of three parties: four single items and two pairs inside the others, and
  // twelve pairs that span parties.
  EXPECT_EQ(count("how many items each other party has"), 2U);
  EXPECT_EQ(count(kInsideSupports.label), 6U);
  EXPECT_EQ(count(kFrequent.label), 12U);
  EXPECT_EQ(count(kFrequentSupports.label), 12U);
  EXPECT_EQ(count("names of the other parties' frequent items"), 4U);
}

// Candidates below the minimum support are distinguished from frequent ones, and no more: the
// counts that are opened are those of the answer.
TEST(RulesVertical, SupportsOfInfrequentCandidatesAreNotOpened) {
  const auto whole = random_baskets(9, 200, 3);
  for (const auto& job :
       {rule_job(3, "shares", "0.35"), honest_majority(3, "0.35"), rule_job(2, "shares", "0.35")}) {
    std::uint64_t spanning = 0;
    const auto plain = Json::parse(plain_answer(whole, job).json);
    for (const auto& set : plain.at("itemsets")) {
      std::set<std::size_t> parties;
      const auto parts = split_data(whole, job.split, job.parties);
      for (const auto& item : set.at("items")) {
        for (std::size_t p = 0; p < parts.size(); ++p) {
          const auto& names = std::get<Baskets>(parts[p]).names();
          if (std::ranges::find(names, item.get<std::string>()) != names.end()) parties.insert(p);
        }
      }
      spanning += parties.size() > 1 ? 1 : 0;
    }
    const auto runs = run_parties(whole, job);
    EXPECT_EQ(runs[0].answer.json, plain_answer(whole, job).json);
    std::uint64_t asked = 0;
    std::uint64_t opened = 0;
    for (const auto& entry : runs[0].ledger.entries()) {
      if (entry.recipient != PartyId(0)) continue;
      if (entry.label == kFrequent.label) asked += entry.count;
      if (entry.label == kFrequentSupports.label) opened += entry.count;
      EXPECT_NE(entry.label, kJointSupports.label);
    }
    EXPECT_EQ(opened, spanning);
    EXPECT_GT(asked, opened);
    EXPECT_GT(opened, 0U);
  }
}

TEST(RulesVertical, TheLedgerRefusesWhatIsNotDeclared) {
  const auto job = rule_job(2, "shares", "0.3");
  auto runs = run_parties(random_baskets(6, 50, 1), job);
  auto& ledger = runs[0].ledger;
  EXPECT_NO_THROW(ledger.check_complete());
  const auto entries = ledger.entries();
  EXPECT_THROW((void)ledger.record({"a row", "by mistake"}, {PartyId(0)}, PartyId(1), 1), Error);
  for (const auto& entry : entries) {
    // Once more, or to the other party as well.
    const protocol::Opening again{entry.label, entry.why, entry.kind};
    const auto allowed = ledger.allowed(entry).most;
    EXPECT_THROW((void)ledger.record(again, entry.subject, entry.recipient, allowed + 1), Error);
  }
  EXPECT_THROW(protocol::Ledger(forecast_of(job)).check_complete(), Error);
}

// A run whose forecast lacks one of the openings that happen in it is refused before that opening.
TEST(RulesVertical, EveryOpeningOfEveryProtocolIsEnforced) {
  struct Case {
    std::size_t parties;
    const char* protocol;
    DataSet whole;
  };
  std::size_t refused = 0;
  for (const auto& [parties, protocol, whole] :
       {Case{2, "shares", random_baskets(6, 50, 1)}, Case{2, "algebraic", random_baskets(6, 50, 1)},
        Case{3, "hash-ring", random_baskets(6, 20, 9)},
        Case{3, "oneshot", random_baskets(6, 20, 9)},
        Case{4, "hash-tree", random_baskets(5, 40, 11)}}) {
    const auto job = rule_job(parties, protocol, "0.2");
    std::set<std::string> opened;
    for (const auto& one : run_parties(whole, job)) {
      for (const auto& entry : one.ledger.entries()) opened.insert(entry.label);
    }
    for (const auto& label : opened) {
      auto forecast = forecast_of(job);
      std::erase_if(forecast, [&](const auto& item) { return item.label == label; });
      try {
        (void)run_parties(whole, job, Line::Memory, forecast);
        ADD_FAILURE() << protocol << ": " << label;
      } catch (const Error& error) {
        EXPECT_TRUE(error.code() == ErrorCode::Policy || error.code() == ErrorCode::Peer);
        ++refused;
      }
    }
  }
  EXPECT_GE(refused, 20U);
}

std::string refusal(const Job& job) {
  try {
    check_job(find_task(job.task, job.split), job);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Usage);
    return error.what();
  }
  return {};
}

TEST(Task, RefusesJobsThatCannotRun) {
  auto job = rule_job(2, "algebraic", "0.3");
  EXPECT_EQ(refusal(job), "");
  job.allow_weak = false;
  EXPECT_EQ(refusal(job),
            "--protocol: algebraic is weak: each side can compute the other's bits from what it is "
            "sent; take shares, or insist with --allow-weak");
  job = rule_job(3, "algebraic", "0.3");
  EXPECT_EQ(refusal(job), "--protocol: algebraic is for 2 parties, not for 3");
  job.protocol = "pigeons";
  EXPECT_EQ(refusal(job),
            "--protocol: 'mine rules' has no protocol 'pigeons'; it has shares, paillier, "
            "hash-ring, hash-tree, oneshot, algebraic, replicated");
  job.protocol = "ring17";
  EXPECT_EQ(refusal(job), "--protocol: ring17 is now called hash-ring");
  job.protocol = "tree18";
  EXPECT_EQ(refusal(job), "--protocol: tree18 is now called hash-tree");
  EXPECT_THROW((void)find_task("mine gold", Split::Vertical), Error);
  EXPECT_THROW((void)find_task("mine rules", Split::Arbitrary), Error);
}

}  // namespace
}  // namespace privet::federation
