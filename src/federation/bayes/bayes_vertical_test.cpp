// SPDX-License-Identifier: Apache-2.0
#include "federation/bayes/bayes_vertical.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/json.h"
#include "base/sampling.h"
#include "data/formats/open_table.h"
#include "federation/tasks.h"
#include "mining/tree/tree_test_tables.h"
#include "tests/support/federation_parties.h"
#include "tests/support/shared_data.h"

namespace privet::federation {
namespace {

using testing_support::Line;
using testing_support::PartyRun;
using testing_support::run_parts;
using testing_support::shared_data;

Job job_of(std::size_t parties, std::string class_name, Trust trust = Trust::ByProtocol) {
  Job out;
  out.task = "mine bayes";
  out.protocol = trust == Trust::HonestMajority ? "replicated" : "shares";
  out.trust = trust;
  out.parties = parties;
  out.parameters = {{"class", std::move(class_name)}};
  return out;
}

Answer joined(const std::vector<PartyRun>& runs) {
  std::vector<Answer> parts;
  for (const auto& run : runs) parts.push_back(run.answer);
  return find_task("mine bayes", Split::Vertical).join(parts);
}

// The classes of the rows are those of the plain model.
std::vector<PartyRun> expect_plain_classes(const Table& table, const Table& more, Job job,
                                           Line line = Line::Memory) {
  const auto parts = with_rows_to_classify(split_data(table, job.split, job.parties), more);
  place_job(job, parts);
  auto runs = run_parts(parts, job, line);
  const auto task = find_task(job.task, job.split);
  const DataSet whole = TablePair{table, more};
  const auto found = joined(runs);
  EXPECT_EQ(found.json, task.plain(whole, job_settings(task, job), privet::Run()).json);
  EXPECT_TRUE(task.near(found, whole, job_settings(task, job), privet::Run()));
  std::vector<std::vector<protocol::LedgerEntry>> ledgers;
  for (const auto& run : runs) ledgers.push_back(run.ledger.entries());
  EXPECT_EQ(protocol::disagreements(ledgers), std::vector<std::string>{});
  return runs;
}

TEST(BayesVertical, Weather) {
  for (const std::size_t parties : {2U, 4U}) {
    expect_plain_classes(mining::weather(), mining::weather(), job_of(parties, "play"));
  }
  expect_plain_classes(mining::weather(), mining::weather(),
                       job_of(3, "play", Trust::HonestMajority));
}

// Columns of all kinds: nominal, numeric in odd units, one that is constant in a class, one that is
// constant, with values and classes missing.
Table mixed_table(Sampler& sampler, std::size_t rows, std::size_t classes) {
  std::vector<std::vector<std::string>> out;
  for (std::size_t r = 0; r < rows; ++r) {
    const auto cls = sampler.below(classes);
    const auto missing = [&](std::string text) {
      return sampler.below(12) == 0 ? std::string("?") : std::move(text);
    };
    std::vector<std::string> row;
    row.push_back(missing("v" + std::to_string((cls + sampler.below(3)) % 4)));
    row.push_back(missing(std::to_string(1000000 + 137 * (sampler.below(100) + 20 * cls))));
    row.push_back(missing("0.00" + std::to_string(10 + sampler.below(40) + 5 * cls)));
    row.push_back(std::to_string(cls == 0 ? 7 : sampler.below(9)));
    row.emplace_back("5");
    row.push_back(missing("w" + std::to_string(sampler.below(2) * cls)));
    row.push_back(sampler.below(20) == 0 ? "?" : "class-" + std::to_string(cls));
    out.push_back(std::move(row));
  }
  return make_table({"a", "income", "tiny", "often7", "five", "b", "group"}, out);
}

TEST(BayesVertical, RandomTablesOfTwoToFiveParties) {
  Sampler sampler(23);
  for (std::size_t round = 0; round < 6; ++round) {
    SCOPED_TRACE(round);
    const auto table = mixed_table(sampler, 60 + 40 * round, 2 + round % 3);
    const auto more = mixed_table(sampler, 40, 2 + round % 3);
    auto job = job_of(2 + round % 4, "group");
    if (round % 3 == 1) job.parameters.emplace_back("laplace", "1");
    if (round % 3 == 2) job.parameters.emplace_back("laplace", "0.5");
    expect_plain_classes(table, more, job, round == 1 ? Line::Tls : Line::Memory);
    if (round % 2 == 0) continue;
    auto three = job_of(3, "group", Trust::HonestMajority);
    three.parameters = job.parameters;
    expect_plain_classes(table, more, three);
  }
}

// Where the columns are, and in which order rows and columns come, changes nothing.
TEST(BayesVertical, WhereTheColumnsAreDoesNotMatter) {
  Sampler sampler(4);
  const auto table = mixed_table(sampler, 80, 3);
  const auto more = mixed_table(sampler, 30, 3);
  std::vector<RowId> backwards;
  for (std::size_t r = table.rows(); r-- > 0;) backwards.emplace_back(r);
  std::vector<std::string> answers;
  for (const auto& [place, turned] :
       std::vector<std::pair<std::vector<std::vector<std::string>>, bool>>{
           {{{"a", "income", "tiny", "often7", "five", "b"}, {"group"}}, false},
           {{{"group"}, {"b", "five", "income"}, {"often7", "tiny", "a"}}, true},
           {{{"tiny"}, {"often7", "a"}, {"b", "five", "income", "group"}}, false}}) {
    const auto parts = with_rows_to_classify(
        split_columns(turned ? table.select_rows(backwards) : table, place), more);
    auto job = job_of(parts.size(), "group");
    place_job(job, parts);
    answers.push_back(joined(run_parts(parts, job)).json);
  }
  EXPECT_EQ(answers[0], answers[1]);
  EXPECT_EQ(answers[0], answers[2]);
}

TEST(BayesVertical, OnlyTheNamedPartyLearnsTheClasses) {
  const auto table = mining::weather();
  const auto parts = with_rows_to_classify(split_data(table, Split::Vertical, 3), table);
  for (const auto& [learns, who] :
       std::vector<std::pair<std::string, std::vector<bool>>>{{"", {false, false, true}},
                                                              {"party-1", {true, false, false}},
                                                              {"all", {true, true, true}}}) {
    auto job = job_of(3, "play");
    if (!learns.empty()) job.parameters.emplace_back("learns", learns);
    place_job(job, parts);
    const auto runs = run_parts(parts, job);
    for (std::size_t p = 0; p < 3; ++p) {
      const auto part = Json::parse(runs[p].answer.json);
      EXPECT_EQ(part.at("predictions").is_array(), who[p]) << learns << p;
      EXPECT_EQ(part.at("class").is_null(), p != 2);
      std::uint64_t classes = 0;
      for (const auto& entry : runs[p].ledger.entries()) {
        if (entry.recipient.index() == p && entry.label == "the class of a row to classify") {
          classes += entry.count;
        }
      }
      EXPECT_EQ(classes, who[p] ? table.rows() : 0U);
    }
  }
  auto job = job_of(3, "play");
  job.parameters.emplace_back("learns", "party-4");
  EXPECT_THROW(place_job(job, parts), Error);
}

TEST(BayesVertical, NoNameOrValueCrosses) {
  Sampler sampler(8);
  const auto table = mixed_table(sampler, 50, 2);
  for (const auto trust : {Trust::ByProtocol, Trust::HonestMajority}) {
    for (const auto& run : expect_plain_classes(table, table, job_of(3, "group", trust))) {
      for (const auto& bytes : run.received) {
        const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        for (const auto* word :
             {"income", "often7", "group", "class-", "10000", "0.001", "0.002", "0.003", "0.004"}) {
          EXPECT_EQ(text.find(word), std::string::npos) << word;
        }
      }
    }
  }
}

// More rows to learn from, and 16 times the rows to classify, take the same rounds, except those
// that fetch more transfers: two for each time that these have grown by half. Three who do not
// collude fetch none.
TEST(BayesVertical, RoundsDoNotGrowWithTheRows) {
  const auto rounds = [](std::size_t rows, std::size_t more, const Job& job) {
    Sampler sampler(2);
    const auto table = mixed_table(sampler, rows, 2);
    return expect_plain_classes(table, mixed_table(sampler, more, 2), job)[0].rounds;
  };
  const auto two = job_of(2, "group");
  const auto few = rounds(130, 30, two);
  const auto many = rounds(250, 480, two);  // as many bits of a count
  EXPECT_LE(many, few + 2 * 8);
  EXPECT_LT(few, 2500U);
  const auto three = job_of(3, "group", Trust::HonestMajority);
  EXPECT_EQ(rounds(250, 480, three), rounds(130, 30, three));
}

TEST(BayesVertical, RealData) {
  PRIVET_NEED_DATA("iris/iris.csv");
  const Table table = read_table({.path = shared_data("iris/iris.csv")}, privet::Run()).table;
  const auto cls = table.column(static_cast<AttributeId>(table.columns() - 1)).name;
  expect_plain_classes(table, table, job_of(2, cls));
  expect_plain_classes(table, table, job_of(3, cls, Trust::HonestMajority), Line::Tls);
}

TEST(BayesVertical, ToleranceIsNotALicence) {
  const auto table = mining::weather();
  const auto task = find_task("mine bayes", Split::Vertical);
  const auto settings = job_settings(task, job_of(2, "play"));
  const DataSet whole = TablePair{table, table};
  auto wrong = Json::parse(task.plain(whole, settings, privet::Run()).json);
  wrong["predictions"][0] = wrong["predictions"][0] == Json("yes") ? "no" : "yes";
  EXPECT_FALSE(task.near({wrong.dump(), ""}, whole, settings, privet::Run()));
}

TEST(BayesVertical, RefusesWhatDoesNotFit) {
  const auto table = make_table({"x", "c"}, {{"1", "a"}, {"2", "b"}, {"3", "a"}});
  const auto far = make_table({"x"}, {{"2"}, {"99999"}});
  const auto parts = with_rows_to_classify(split_data(table, Split::Vertical, 2), far);
  auto job = job_of(2, "c");
  place_job(job, parts);
  try {
    (void)run_parts(parts, job);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("row 2 has 99999 in column 'x', which is more than"),
              std::string::npos)
        << error.what();
  }
  auto nobody = job_of(2, "class");
  EXPECT_THROW(place_job(nobody, parts), Error);
}

}  // namespace
}  // namespace privet::federation
