// SPDX-License-Identifier: Apache-2.0
#include "federation/query/query_release.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/json.h"
#include "base/sampling.h"
#include "federation/query/pooled_parts.h"
#include "federation/query/released_part.h"
#include "federation/tasks.h"
#include "tests/support/federation_parties.h"

namespace privet::federation {
namespace {

using testing_support::run_parts;

Job job_of(std::size_t parties, const std::string& query, const std::string& k,
           const std::string& sites, const std::string& log, Trust trust = Trust::ByProtocol) {
  Job out;
  out.task = "federation query";
  out.split = Split::Horizontal;
  out.protocol = trust == Trust::HonestMajority ? "replicated" : "shares";
  out.trust = trust;
  out.parties = parties;
  out.parameters = {
      {"query", query}, {"k", k}, {"sites", sites}, {"most-groups", "8"}, {"answered", log}};
  return out;
}

// The sites' answer, which is everybody's and the plain one.
Json ask(const std::vector<Table>& parts, Job job) {
  std::vector<DataSet> data(parts.begin(), parts.end());
  place_job(job, data);
  const auto runs = run_parts(data, job);
  const auto task = find_task(job.task, job.split);
  const auto plain = task.plain(pooled_parts(parts), job_settings(task, job), privet::Run());
  std::vector<std::vector<protocol::LedgerEntry>> ledgers;
  for (const auto& run : runs) {
    EXPECT_EQ(run.answer.json, plain.json);
    ledgers.push_back(run.ledger.entries());
  }
  EXPECT_EQ(protocol::disagreements(ledgers), std::vector<std::string>{});
  return Json::parse(plain.json);
}

Table released(const std::vector<std::vector<std::string>>& rows) {
  return as_released(make_table({"age", "sex", "ill"}, rows));
}

std::vector<Table> three_parts() {
  return {released({{"[30-39]", "F", "flu"}, {"[30-39]", "F", "gout"}, {"[20-29]", "M", "flu"}}),
          released({{"[30-39]", "F", "flu"}, {"[20-29]", "M", "flu"}, {"40", "{F,M}", "flu"}}),
          released({{"[20-29]", "M", "gout"}, {"40", "{F,M}", "gout"}, {"40", "{F,M}", "flu"}})};
}

TEST(QueryRelease, CountsWithPartialOverlap) {
  for (const auto trust : {Trust::ByProtocol, Trust::HonestMajority}) {
    const auto answer = ask(three_parts(), job_of(3, "SELECT count(*) WHERE age BETWEEN 35 AND 40",
                                                  "3", "2", "", trust));
    ASSERT_FALSE(answer.at("refused").get<bool>());
    ASSERT_EQ(answer.at("cells").size(), 2U);
    EXPECT_EQ(answer.at("cells")[0].at("tenths").get<int>(), 5);  // 35 to 39 of 30 to 39
    EXPECT_EQ(answer.at("cells")[0].at("count").get<int>(), 3);
    EXPECT_EQ(answer.at("cells")[1].at("tenths").get<int>(), 10);
    EXPECT_EQ(answer.at("cells")[1].at("count").get<int>(), 3);
  }
}

TEST(QueryRelease, SumsAndGroups) {
  const auto answer =
      ask(three_parts(), job_of(3, "SELECT sex, avg(age) GROUP BY sex", "3", "2", ""));
  ASSERT_EQ(answer.at("cells").size(), 3U);
  const auto& first = answer.at("cells")[0];
  EXPECT_EQ(first.at("group")[0].text(), "F");
  EXPECT_EQ(first.at("sums")[0].at("middle").get<int>(), 3 * 34'500);
  EXPECT_EQ(first.at("sums")[0].at("low").get<int>(), 3 * 30'000);
  EXPECT_EQ(first.at("sums")[0].at("high").get<int>(), 3 * 39'000);
}

// One query may be answered, the next would tell one record by the difference.
TEST(QueryRelease, RefusesWhatTheDifferenceIsolates) {
  const auto first = ask(three_parts(), job_of(3, "SELECT count(*)", "3", "2", ""));
  ASSERT_FALSE(first.at("refused").get<bool>());
  const auto ill = ask(three_parts(), job_of(3, "SELECT count(*) WHERE ill = 'flu'", "3", "2",
                                             first.at("log").dump()));
  ASSERT_FALSE(ill.at("refused").get<bool>());  // 6 of 9
  const auto log = ill.at("log").dump();
  const auto alone = "SELECT count(*) WHERE ill = 'gout' OR sex = 'F'";
  EXPECT_FALSE(ask(three_parts(), job_of(3, alone, "1", "1", "")).at("refused").get<bool>());
  EXPECT_TRUE(ask(three_parts(), job_of(3, alone, "3", "2", log)).at("refused").get<bool>());
  // Three records of one site are too few sites.
  const auto parts = std::vector<Table>{
      released({{"1", "F", "a"}, {"1", "F", "a"}, {"1", "F", "a"}, {"1", "F", "b"}}),
      released({{"1", "F", "b"}, {"1", "F", "b"}, {"1", "F", "b"}})};
  EXPECT_TRUE(ask(parts, job_of(2, "SELECT ill", "3", "2", "")).at("refused").get<bool>());
  EXPECT_FALSE(ask(parts, job_of(2, "SELECT ill", "3", "1", "")).at("refused").get<bool>());
}

// By definition, over all sums and differences of the answered sets: none has 1 to k - 1 records.
TEST(QueryRelease, NoDifferenceOfRandomAnswersIsSmall) {
  Sampler sampler(7);
  const std::vector<std::string> ills{"a", "b", "c", "d"};
  std::vector<std::vector<std::vector<std::string>>> rows(2);
  std::vector<std::vector<std::string>> all;
  for (int r = 0; r < 24; ++r) {
    const std::vector<std::string> row{std::to_string(sampler.below(4)),
                                       sampler.below(2) == 0 ? "F" : "M",
                                       ills[sampler.below(ills.size())]};
    rows[static_cast<std::size_t>(r) % 2].push_back(row);
    all.push_back(row);
  }
  const std::vector<Table> parts{released(rows[0]), released(rows[1])};
  std::string log;
  std::vector<std::vector<int>> answered;  // 1 where a record is in the set
  std::size_t refused = 0;
  for (int q = 0; q < 12; ++q) {
    const auto ill = ills[sampler.below(ills.size())];
    const auto age = std::to_string(sampler.below(4));
    const auto answer =
        ask(parts,
            job_of(2, "SELECT count(*) WHERE ill = '" + ill + "' OR age < " + age, "3", "1", log));
    if (answer.at("refused").get<bool>()) {
      ++refused;
      continue;
    }
    log = answer.at("log").dump();
    auto& set = answered.emplace_back();
    int count = 0;
    for (const auto& row : all) set.push_back(row[2] == ill || row[0] < age ? 1 : 0);
    for (const auto in : set) count += in;
    int told = 0;
    for (const auto& cell : answer.at("cells")) told += cell.at("count").get<int>();
    EXPECT_EQ(told, count);
  }
  EXPECT_GT(refused, 0U);
  ASSERT_GT(answered.size(), 1U);
  for (std::size_t a = 0; a < answered.size(); ++a) {
    for (std::size_t b = 0; b < answered.size(); ++b) {
      int only = 0;
      int both = 0;
      for (std::size_t r = 0; r < all.size(); ++r) {
        only += answered[a][r] == 1 && answered[b][r] == 0 ? 1 : 0;
        both += answered[a][r] == 1 && answered[b][r] == 1 ? 1 : 0;
      }
      EXPECT_TRUE(only == 0 || only >= 3);
      EXPECT_TRUE(both == 0 || both >= 3);
    }
  }
}

TEST(QueryRelease, RefusesBadPartsAndLogsBeforeItStarts) {
  const auto expect = [](const std::vector<Table>& parts, const Job& job, std::string_view what) {
    try {
      (void)ask(parts, job);
      ADD_FAILURE() << what;
    } catch (const Error& error) {
      EXPECT_NE(std::string_view(error.what()).find(what), std::string_view::npos) << error.what();
    }
  };
  auto parts = three_parts();
  expect(parts, job_of(3, "SELECT count(*)", "3", "4", ""), "there are 3");
  parts[1] = as_released(make_table({"age", "sex", "il"}, {{"1", "F", "a"}}));
  expect(parts, job_of(3, "SELECT count(*)", "3", "1", ""), "party-2 has the columns age, sex, il");
  parts[1] = released({{"old", "F", "a"}});
  expect(parts, job_of(3, "SELECT count(*)", "3", "1", ""), "party-2 has text in column 'age'");
  parts[1] = released({});
  expect(parts, job_of(3, "SELECT count(*)", "3", "1", ""), "party-2 has no records");
}

}  // namespace
}  // namespace privet::federation
