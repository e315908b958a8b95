// SPDX-License-Identifier: Apache-2.0
#include "federation/join/tree_join.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/json.h"
#include "base/sampling.h"
#include "federation/join/join_openings.h"
#include "mining/join/join_test_tables.h"
#include "tests/support/federation_parties.h"

namespace privet::federation {
namespace {

using Texts = std::vector<std::string>;

struct Joined {
  Texts names;
  std::vector<Table> tables;
  Texts predicates;
  Table instances = {};
};

std::string list(const Texts& texts) {
  std::string out;
  for (const auto& text : texts) out += (out.empty() ? "" : ",") + text;
  return out;
}

Job job_of(const Joined& join, const std::string& reveal,
           const std::vector<std::pair<std::string, std::string>>& more = {}) {
  Job job;
  job.task = "mine tree";
  job.split = Split::Join;
  job.protocol = "intersection";
  job.parties = join.tables.size();
  job.parameters = {{"tables", list(join.names)},
                    {"join", list(join.predicates)},
                    {"class", join.names[0] + ".class"},
                    {"reveal", reveal}};
  job.parameters.insert(job.parameters.end(), more.begin(), more.end());
  return job;
}

std::vector<DataSet> parts_of(const Joined& join) {
  std::vector<DataSet> out;
  for (const auto& table : join.tables) {
    if (join.instances.columns() > 0) {
      out.emplace_back(TablePair{table, join.instances, 0});
    } else {
      out.emplace_back(table);
    }
  }
  return out;
}

struct Ran {
  std::vector<testing_support::PartyRun> parties;
  std::string plain;
  std::string secure;
};

Ran run(const Joined& join, Job job) {
  const auto task = find_task(job.task, job.split);
  const auto parts = parts_of(join);
  place_job(job, parts);
  const privet::Run quiet(nullptr, nullptr, 1);
  Ran out;
  out.plain =
      task.plain(TableSet{join.tables, join.instances}, job_settings(task, job), quiet).json;
  out.parties = testing_support::run_parts(parts, job);
  std::vector<Answer> answers;
  for (const auto& party : out.parties) answers.push_back(party.answer);
  out.secure = task.join(answers).json;
  std::vector<std::vector<protocol::LedgerEntry>> ledgers;
  for (const auto& party : out.parties) ledgers.push_back(party.ledger.entries());
  EXPECT_TRUE(protocol::disagreements(ledgers).empty());
  return out;
}

Joined stays() {
  return {
      {"stay", "patient", "ward"},
      {make_table({"patient", "ward", "days", "class"}, {{"anna", "w1", "3", "yes"},
                                                         {"anna", "w2", "9", "no"},
                                                         {"bert", "w1", "4", "yes"},
                                                         {"carl", "w2", "2", "no"},
                                                         {"dora", "w2", "5", "no"},
                                                         {"onlystay", "w1", "7", "yes"}}),
       make_table(
           {"patient", "age"},
           {{"anna", "70"}, {"bert", "64"}, {"carl", "30"}, {"dora", "81"}, {"onlypatient", "55"}}),
       make_table({"ward", "nurses"}, {{"w1", "2"}, {"w2", "8"}, {"onlyward", "1"}})},
      {"stay.patient=patient.patient", "stay.ward=ward.ward"}};
}

std::string refusal(const Joined& join, Job job) {
  try {
    (void)run(join, std::move(job));
  } catch (const Error& error) {
    return error.what();
  }
  return "not refused";
}

TEST(TreeJoin, SitesGrowThePlainTree) {
  for (const std::string reveal : {"gains", "winner"}) {
    const auto ran = run(stays(), job_of(stays(), reveal, {{"min-leaf", "1"}}));
    EXPECT_EQ(ran.secure, ran.plain);
    EXPECT_NE(ran.plain.find("ward.nurses"), std::string::npos);
  }
}

TEST(TreeJoin, RandomJoinsGiveThePlainTree) {
  Sampler sampler(51);
  int compared = 0;
  for (int round = 0; compared < 10; ++round) {
    const auto random = mining::random_join(sampler, {.tables = 2 + sampler.below(5),
                                                      .rows = 8,
                                                      .keys = 1 + sampler.below(3),
                                                      .values = 4,
                                                      .numeric = round % 2 == 0,
                                                      .two_columns = round % 3 == 0,
                                                      .missing = round % 4 == 0 ? 0.1 : 0.0});
    const Joined join{random.names, random.tables, random.predicates};
    const privet::Run quiet(nullptr, nullptr, 1);
    if (mining::materialised(random.problem(quiet)).empty()) continue;
    const auto job = job_of(join, round % 2 == 0 ? "gains" : "winner",
                            {{"algorithm", round % 3 == 0 ? "id3" : "c45"},
                             {"nominal", round % 5 == 0 ? "one-against-rest" : "multiway"}});
    const auto ran = run(join, job);
    ASSERT_EQ(ran.secure, ran.plain) << "round " << round;
    ++compared;
  }
}

// What a site hears never holds a join value, and what only one side has is in nobody's messages:
// neither as text nor as a number.
TEST(TreeJoin, NoJoinValueIsInAnyMessage) {
  auto numbered = stays();
  const auto number_of = [](std::string_view text) {
    std::uint64_t out = 7'000'000'000;
    for (const char c : text) out = out * 31 + static_cast<unsigned char>(c);
    return std::to_string(out % 9'000'000'000'000 + 1'000'000'000'000);
  };
  std::vector<std::string> values;
  for (auto* table : {&numbered.tables[0], &numbered.tables[1]}) {
    std::vector<std::string> texts;
    for (RowId row = 0; row < table->rows(); ++row) {
      texts.push_back(number_of(table->column(0).text(row)));
    }
    std::vector<Column> columns(table->all().begin(), table->all().end());
    columns[0] = make_column("patient", texts);
    EXPECT_EQ(columns[0].type(), ColumnType::Numeric);
    *table = Table(std::move(columns));
    values.insert(values.end(), texts.begin(), texts.end());
  }
  for (const auto& join : {stays(), numbered}) {
    for (const std::string reveal : {"gains", "winner"}) {
      const auto ran = run(join, job_of(join, reveal));
      for (const auto& party : ran.parties) {
        for (const auto& bytes : party.received) {
          const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
          for (const auto* value :
               {"onlystay", "onlypatient", "onlyward", "anna", "bert", "dora"}) {
            EXPECT_EQ(text.find(value), std::string::npos) << value;
          }
          for (const auto& value : values) {
            EXPECT_EQ(text.find(value), std::string::npos) << value;
            const double number = std::stod(value);
            const std::uint64_t whole = std::stoull(value);
            EXPECT_EQ(text.find(std::string_view(reinterpret_cast<const char*>(&number), 8)),
                      std::string::npos);
            EXPECT_EQ(text.find(std::string_view(reinterpret_cast<const char*>(&whole), 8)),
                      std::string::npos);
          }
        }
        EXPECT_EQ(party.answer.json.find("only"), std::string::npos);
      }
    }
  }
}

// Nor is it in what the sites and the rehearsal say when they refuse.
TEST(TreeJoin, NoJoinValueIsInAnError) {
  const auto expect_silent = [](const Joined& join, const Job& job) {
    const auto message = refusal(join, job);
    EXPECT_NE(message, "not refused");
    for (const auto* value : {"only", "anna", "bert", "carl", "dora", "w1", "w2"}) {
      EXPECT_EQ(message.find(value), std::string::npos) << message;
    }
  };
  auto job = job_of(stays(), "winner");
  job.parameters[1].second = "stay.patient=patient.age,stay.ward=ward.ward";
  expect_silent(stays(), job);
  auto empty = stays();
  empty.tables[2] = make_table({"ward", "nurses"}, {{"onlyx", "1"}, {"onlyy", "2"}});
  expect_silent(empty, job_of(empty, "gains"));
  try {
    (void)testing_support::run_parts(parts_of(empty), job_of(empty, "gains"));
    ADD_FAILURE() << "not refused";
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()).find("only"), std::string::npos) << error.what();
  }
}

// A table that has nothing to learn from still says which rows join, and how often.
TEST(TreeJoin, ATableWithoutColumnsOfItsOwn) {
  auto join = stays();
  join.tables[1] = make_table({"patient"}, {{"anna"}, {"anna"}, {"bert"}, {"dora"}});
  for (const std::string reveal : {"gains", "winner"}) {
    const auto ran = run(join, job_of(join, reveal, {{"min-leaf", "1"}}));
    EXPECT_EQ(ran.secure, ran.plain);
    EXPECT_EQ(Json::parse(ran.plain).at("nodes")[0].at("counts").dump(), "[3,3]");
  }
}

// The split list of a site is its own.
TEST(TreeJoin, ASiteKnowsItsOwnTestsOnly) {
  const auto ran = run(stays(), job_of(stays(), "winner", {{"min-leaf", "1"}}));
  for (std::size_t p = 0; p < 3; ++p) {
    const auto nodes = Json::parse(ran.parties[p].answer.json).at("nodes");
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (!nodes[i].contains("table")) continue;
      const bool own = nodes[i].at("table").get<std::string>() == stays().names[p];
      EXPECT_EQ(nodes[i].contains("test"), own);
      EXPECT_EQ(nodes[i].contains("column"), own);
    }
  }
}

std::uint64_t opened(const testing_support::PartyRun& party, std::size_t recipient,
                     const protocol::Opening& opening) {
  std::uint64_t out = 0;
  for (const auto& entry : party.ledger.entries()) {
    if (entry.recipient.index() == recipient && entry.label == opening.label) out += entry.count;
  }
  return out;
}

TEST(TreeJoin, TheLedgerSaysWhatCrossesEachEdge) {
  using namespace join_openings;  // NOLINT(google-build-using-namespace)
  const auto gains = run(stays(), job_of(stays(), "gains"));
  // Four common patients: forward to the patients' site, and once more in the second phase.
  EXPECT_EQ(opened(gains.parties[1], 1, kClassSummary), 2U * 4U * 2U);
  // Two common wards: the last table that the classes reach hears them once.
  EXPECT_EQ(opened(gains.parties[2], 2, kClassSummary), 2U * 2U);
  EXPECT_GT(opened(gains.parties[0], 0, kGain), 0U);
  // What the stays' site tells the wards' is about patients too, and their site knows of it.
  EXPECT_GT(opened(gains.parties[1], 2, kPassedOn), 0U);
  EXPECT_EQ(opened(gains.parties[1], 2, kPassedOn), opened(gains.parties[2], 2, kPassedOn));
  EXPECT_EQ(opened(gains.parties[2], 1, kPassedOn), opened(gains.parties[1], 1, kPassedOn));
  EXPECT_EQ(opened(gains.parties[0], 1, kPassedOn), 0U);
  const auto winner = run(stays(), job_of(stays(), "winner"));
  EXPECT_EQ(opened(winner.parties[0], 0, kGain), 0U);
  EXPECT_GT(opened(winner.parties[2], 2, kWinner), 0U);
}

TEST(TreeJoin, InstancesWalkFromSiteToSite) {
  auto join = stays();
  join.instances =
      make_table({"stay", "patient", "ward"}, {{"1", "1", "1"}, {"2", "1", "2"}, {"6", "5", "3"}});
  const auto ran = run(join, job_of(join, "winner", {{"min-leaf", "1"}}));
  EXPECT_EQ(ran.secure, ran.plain);
  EXPECT_EQ(Json::parse(ran.plain).at("predictions").dump(), R"(["yes","no","yes"])");
}

TEST(TreeJoin, RefusesWhatDoesNotFit) {
  auto join = stays();
  auto job = job_of(join, "gains");
  job.parameters[2].second = "stay.label";
  EXPECT_NE(refusal(join, job).find("--class"), std::string::npos);
  job = job_of(join, "gains");
  job.parameters[1].second = "stay.patient=patient.age,stay.ward=ward.ward";
  EXPECT_NE(refusal(join, job).find("is text and patient.age is numeric"), std::string::npos);
  job.parameters[1].second = "stay.patient=patient.patient";
  EXPECT_NE(refusal(join, job).find("no --join connects"), std::string::npos);
  join.instances = make_table({"stay", "patient", "ward"}, {{"9", "1", "1"}});
  EXPECT_NE(refusal(join, job_of(join, "gains")).find("instance 1: '9' is not the number"),
            std::string::npos);
}

TEST(TreeJoin, AnEmptyJoinIsSaidAtEverySite) {
  auto join = stays();
  join.predicates = {"stay.patient=patient.patient", "stay.ward=ward.ward"};
  join.tables[2] = make_table({"ward", "nurses"}, {{"x", "1"}, {"y", "2"}});
  const auto job = job_of(join, "gains");
  EXPECT_THROW((void)testing_support::run_parts(parts_of(join), job), Error);
}

}  // namespace
}  // namespace privet::federation
