// SPDX-License-Identifier: Apache-2.0
#include "federation/tree/tree_vertical.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/json.h"
#include "base/sampling.h"
#include "data/formats/open_table.h"
#include "federation/tasks.h"
#include "federation/tree/tree_walk.h"
#include "federation/tree/vertical_tree.h"
#include "mining/tree/tree_test_tables.h"
#include "tests/support/federation_parties.h"
#include "tests/support/shared_data.h"
#include "tests/support/tree_jobs.h"

namespace privet::federation {
namespace {

using testing_support::job_of;
using testing_support::joined;
using testing_support::Line;
using testing_support::PartyRun;
using testing_support::plain_answer;
using testing_support::revealing;
using testing_support::run_parts;
using testing_support::shared_data;

// What is found from all columns together is about all other parties, whoever says it.
void expect_about_all(const testing_support::PartyRun& run, std::size_t parties) {
  for (const auto& entry : run.ledger.entries()) {
    for (const auto& opening :
         {tree_openings::kBranches, tree_openings::kFinished, tree_openings::kGain, kPredicted}) {
      if (entry.label != opening.label) continue;
      EXPECT_EQ(entry.subject, protocol::PartySet::first(parties).without(entry.recipient))
          << entry.label;
    }
  }
}

// The parts together are the plain tree, the ledgers (which enforce the forecast) agree, and every
// party's part has nothing of the others'.
std::vector<PartyRun> expect_plain_tree(const Table& whole, Job job, Line line = Line::Memory) {
  const auto parts = split_data(whole, job.split, job.parties);
  place_job(job, parts);
  auto runs = run_parts(parts, job, line);
  const auto expected = plain_answer(whole, job);
  const auto together = joined(runs);
  EXPECT_EQ(together.json, expected.json);
  EXPECT_EQ(together.gist, expected.gist);
  std::vector<std::vector<protocol::LedgerEntry>> ledgers;
  for (const auto& run : runs) {
    ledgers.push_back(run.ledger.entries());
    expect_about_all(run, job.parties);
  }
  EXPECT_EQ(protocol::disagreements(ledgers), std::vector<std::string>{});
  return runs;
}

TEST(TreeVertical, WeatherIsTheTreeOfFigure36) {
  for (const std::size_t parties : {2U, 3U, 5U}) {
    const auto runs = expect_plain_tree(mining::weather(), job_of(parties, "play"));
    const auto tree = Json::parse(joined(runs).json);
    EXPECT_EQ(tree.at("nodes").size(), 8U);
    EXPECT_EQ(tree.at("depth"), Json(2));
    EXPECT_EQ(tree.at("nodes")[0].at("column"), Json("outlook"));
  }
  expect_plain_tree(mining::weather(), job_of(3, "play", Trust::HonestMajority));
  expect_plain_tree(mining::weather(), revealing(job_of(3, "play")));
}

TEST(TreeVertical, RandomTablesOfTwoToFiveParties) {
  Sampler sampler(11);
  for (std::size_t round = 0; round < 10; ++round) {
    const std::size_t parties = 2 + round % 4;
    const auto table = mining::random_table(sampler, {.rows = 20 + 13 * round,
                                                      .columns = 5,
                                                      .values = 2 + round % 3,
                                                      .classes = 1 + round % 4,
                                                      .numeric = round % 3 == 2,
                                                      .missing = round % 2 == 0 ? 0.0 : 0.1});
    SCOPED_TRACE(round);
    const auto line = round == 3 ? Line::Tls : Line::Memory;
    expect_plain_tree(table, job_of(parties, "class"), line);
    expect_plain_tree(table, revealing(job_of(parties, "class")), line);
    expect_plain_tree(table, job_of(3, "class", Trust::HonestMajority), line);
    expect_plain_tree(table, revealing(job_of(3, "class", Trust::HonestMajority)), line);
  }
}

// Which party is where, the order of rows and the names of columns do not matter; the order of
// columns does only where gains tie, and then both ways have the same order.
TEST(TreeVertical, WhereTheColumnsAreDoesNotMatter) {
  const auto table = mining::weather();
  const std::vector<std::vector<std::vector<std::string>>> places{
      {{"outlook", "temperature", "play"}, {"humidity", "windy"}},
      {{"windy"}, {"play"}, {"humidity", "temperature", "outlook"}},
      {{"play", "windy", "humidity"}, {"temperature"}, {"outlook"}}};
  for (const auto& place : places) {
    const auto parts = split_columns(table, place);
    auto job = job_of(parts.size(), "play");
    place_job(job, parts);
    const auto tree = Json::parse(joined(run_parts(parts, job)).json);
    EXPECT_EQ(tree.dump(), plain_answer(join_columns(parts), job).json);
    EXPECT_EQ(tree.at("nodes").size(), 8U);
    EXPECT_EQ(tree.at("nodes")[0].at("column"), Json("outlook"));
  }
}

TEST(TreeVertical, TheOrderOfRowsDoesNotMatter) {
  Sampler sampler(8);
  for (const auto trust : {Trust::ByProtocol, Trust::HonestMajority}) {
    const auto table = mining::random_table(
        sampler, {.rows = 60, .columns = 5, .values = 3, .classes = 3, .numeric = false});
    std::vector<RowId> rows;
    for (std::size_t r = 0; r < table.rows(); ++r) rows.emplace_back(r);
    sampler.shuffle(std::span(rows));
    const auto one = expect_plain_tree(table, job_of(3, "class", trust));
    const auto other = expect_plain_tree(table.select_rows(rows), job_of(3, "class", trust));
    EXPECT_EQ(joined(one).json, joined(other).json);
  }
}

// Figure 3.6 (b): a site knows its own tests, the class site the leaves, and nobody the others'.
TEST(TreeVertical, APartHasOnlyWhatItsPartyMayKnow) {
  const auto parts = split_columns(
      mining::weather(), std::vector<std::vector<std::string>>{{"humidity", "windy"},
                                                               {"outlook", "temperature", "play"}});
  auto job = job_of(2, "play");
  place_job(job, parts);
  EXPECT_EQ(job.class_site, 1U);
  const auto runs = run_parts(parts, job);
  const auto first = Json::parse(runs[0].answer.json);
  const auto second = Json::parse(runs[1].answer.json);
  EXPECT_EQ(first.at("nodes")[0].dump(),
            R"({"party":"party-2","branches":[{"node":1},{"node":2},{"node":3}]})");
  EXPECT_EQ(second.at("nodes")[0].at("column"), Json("outlook"));
  EXPECT_EQ(first.at("nodes")[2].at("column"), Json("windy"));
  EXPECT_EQ(second.at("nodes")[2].contains("column"), false);
  EXPECT_TRUE(first.at("nodes")[1].at("class").is_null());
  EXPECT_EQ(second.at("nodes")[1].at("class"), Json("yes"));
  for (const auto* word : {"outlook", "sunny", "play", "yes", "temperature", "hot"}) {
    EXPECT_EQ(runs[0].answer.json.find(word), std::string::npos) << word;
  }
}

void expect_no_words(const std::vector<PartyRun>& runs) {
  for (const auto& run : runs) {
    for (const auto& bytes : run.received) {
      const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
      for (const auto* word : {"outlook", "temperature", "humidity", "windy", "play", "sunny",
                               "overcast", "normal", "false"}) {
        EXPECT_EQ(text.find(word), std::string::npos) << word;
      }
    }
  }
}

// Nothing that a party got on its lines holds a name, a value or a class of another; also while
// rows walk.
TEST(TreeVertical, NoNameOrValueCrosses) {
  for (const auto& base : {job_of(3, "play"), job_of(3, "play", Trust::HonestMajority),
                           revealing(job_of(3, "play"))}) {
    expect_no_words(expect_plain_tree(mining::weather(), base));
    auto job = base;
    const auto parts = with_rows_to_classify(split_data(mining::weather(), job.split, job.parties),
                                             mining::weather());
    place_job(job, parts);
    expect_no_words(run_parts(parts, job));
  }
}

// Ten times the nodes take nearly the same rounds (more gates fetch more transfers, in batches of
// thousands); a further level takes more.
TEST(TreeVertical, RoundsGrowWithTheDepth) {
  const auto rounds = [](std::size_t rows, std::size_t values, std::string depth) {
    Sampler sampler(2);
    const auto table = mining::random_table(
        sampler, {.rows = rows, .columns = 5, .values = values, .classes = 2, .numeric = false});
    auto job = job_of(2, "class");
    job.parameters.emplace_back("max-depth", std::move(depth));
    return expect_plain_tree(table, job)[0].rounds;
  };
  const auto few = rounds(100, 2, "3");
  const auto many = rounds(127, 5, "3");  // as many bits of a count
  EXPECT_LE(4 * many, 5 * few);
  const auto deeper = rounds(127, 5, "4");
  EXPECT_GT(deeper, many);
  EXPECT_LT(deeper - many, 45U);
}

// The same rows ten times over give the same tree. That takes more rounds only for the bits that a
// count has more, and where referees compute for fetching transfers once more.
TEST(TreeVertical, RoundsDoNotGrowWithTheRows) {
  const auto rounds_by = [](std::size_t times, Trust trust) {
    Sampler sampler(4);
    const auto table = mining::random_table(
        sampler, {.rows = 130, .columns = 5, .values = 3, .classes = 2, .numeric = false});
    std::vector<RowId> rows;
    for (std::size_t t = 0; t < times; ++t) {
      for (std::size_t r = 0; r < table.rows(); ++r) rows.push_back(static_cast<RowId>(r));
    }
    auto job = job_of(3, "class", trust);
    job.parameters.emplace_back("max-depth", "3");
    return expect_plain_tree(table.select_rows(rows), job)[0].rounds;
  };
  const auto rounds = [&](std::size_t times) { return rounds_by(times, Trust::HonestMajority); };
  const auto refereed = rounds_by(20, Trust::ByProtocol);
  EXPECT_LE(rounds_by(31, Trust::ByProtocol), refereed + 2);
  EXPECT_LE(5 * refereed, 7 * rounds_by(2, Trust::ByProtocol));
  const auto few = rounds(2);    // 260 rows: 9 bits of a count
  EXPECT_EQ(rounds(3), few);     // 390
  const auto more = rounds(20);  // 2,600: 12 bits
  EXPECT_EQ(rounds(31), more);   // 4,030
  EXPECT_LE(5 * more, 7 * few);
}

TEST(TreeVertical, RealTreesHaveTheirKnownSizes) {
  struct Known {
    std::string file;
    std::size_t nodes;
    std::uint64_t depth;
  };
  for (const auto& [file, nodes, depth] :
       {Known{"car/car.csv", 408, 6}, Known{"nursery/nursery.csv", 1159, 8},
        Known{"mushroom/mushroom.csv", 38, 4}}) {
    PRIVET_NEED_DATA(file);
    const Table table = read_table({.path = shared_data(file)}, privet::Run()).table;
    for (const auto trust : {Trust::ByProtocol, Trust::HonestMajority}) {
      // Among any number of parties nursery takes too long for a test; car and mushroom do not.
      if (nodes > 1000 && trust == Trust::ByProtocol) continue;
      const auto line = trust == Trust::HonestMajority ? Line::Tls : Line::Memory;
      const auto runs = expect_plain_tree(table, job_of(3, "class", trust), line);
      const auto tree = Json::parse(joined(runs).json);
      EXPECT_EQ(tree.at("nodes").size(), nodes);
      EXPECT_EQ(tree.at("depth"), Json(depth));
    }
  }
}

// A party that has no column of the rows to classify, not even the class, takes part all the same.
TEST(TreeVertical, AClassSiteWithoutOtherColumnsClassifies) {
  const auto table = mining::weather();
  const std::vector<AttributeId> columns{0, 1, 2, 3};
  const auto more = table.select_columns(columns);
  const auto parts = with_rows_to_classify(
      split_columns(table,
                    std::vector<std::vector<std::string>>{
                        {"windy", "humidity"}, {"play"}, {"outlook", "temperature"}}),
      more);
  auto job = job_of(3, "play");
  place_job(job, parts);
  const auto tree = Json::parse(joined(run_parts(parts, job)).json);
  EXPECT_EQ(tree.at("predictions").size(), table.rows());
}

TEST(TreeVertical, RefusesPartsThatDoNotFit) {
  const auto table = mining::weather();
  const auto message = [](auto act) -> std::string {
    try {
      act();
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  auto job = job_of(2, "play");
  const auto twice = std::vector<DataSet>{table.select_columns(std::vector<AttributeId>{0, 4}),
                                          table.select_columns(std::vector<AttributeId>{1, 4})};
  EXPECT_EQ(message([&] { place_job(job, twice); }),
            "party-1 and party-2 both have the class column 'play': leave it out of one");
  const auto nowhere = std::vector<DataSet>{table.select_columns(std::vector<AttributeId>{0}),
                                            table.select_columns(std::vector<AttributeId>{1})};
  EXPECT_EQ(message([&] { place_job(job, nowhere); }), "--class: no party has a column 'play'");
  // A party that has the class column although the job says that another does.
  job.schemas = {};
  job.class_site = 1;
  EXPECT_EQ(message([&] { (void)run_parts(twice, job); }).find("class column 'play'") !=
                std::string::npos,
            true);
}

// A numeric column by its intervals: the same as a column that was cut by hand.
TEST(TreeVertical, NumbersCountByAgreedIntervals) {
  const auto table = make_table({"age", "sex", "ill"}, {{"20", "f", "no"},
                                                        {"30", "m", "no"},
                                                        {"30.5", "f", "yes"},
                                                        {"50", "m", "yes"},
                                                        {"51", "f", "no"},
                                                        {"?", "m", "yes"}});
  const auto by_hand = make_table({"age", "sex", "ill"}, {{"at most 30", "f", "no"},
                                                          {"at most 30", "m", "no"},
                                                          {"above 30, at most 50", "f", "yes"},
                                                          {"above 30, at most 50", "m", "yes"},
                                                          {"above 50", "f", "no"},
                                                          {"?", "m", "yes"}});
  auto job = job_of(2, "ill");
  const auto expected = plain_answer(by_hand, job);
  job.parameters.emplace_back("cuts", "age=30|50");
  EXPECT_EQ(plain_answer(table, job).json, expected.json);
  expect_plain_tree(table, job);
  for (const auto* wrong : {"age", "age=", "=30", "age=50|30", "age=30|x", "age=30,age=40", ""}) {
    job.parameters.back().second = wrong;
    EXPECT_THROW((void)plain_answer(table, job), Error) << wrong;
  }
  for (const auto* wrong : {"sex=30", "city=30", "ill=3"}) {
    job.parameters.back().second = wrong;
    EXPECT_THROW((void)expect_plain_tree(table, job), Error) << wrong;
  }
}

// The worked walk of section 3.5.2: sunny, normal humidity, hot, no wind is a good day; what the
// tree does not know gets no class. All parties get the classes.
TEST(TreeVertical, RowsWalkFromSiteToSite) {
  const auto more = make_table({"outlook", "temperature", "humidity", "windy"},
                               {{"sunny", "hot", "normal", "false"},
                                {"sunny", "hot", "high", "true"},
                                {"overcast", "cool", "high", "true"},
                                {"rainy", "cool", "high", "true"},
                                {"foggy", "cool", "high", "true"}});
  for (const auto& base :
       {job_of(2, "play"), job_of(4, "play"), job_of(3, "play", Trust::HonestMajority)}) {
    auto job = base;
    const auto parts =
        with_rows_to_classify(split_data(mining::weather(), job.split, job.parties), more);
    place_job(job, parts);
    EXPECT_TRUE(job.classifies);
    const auto runs = run_parts(parts, job, Line::Tls);
    for (const auto& run : runs) {
      EXPECT_EQ(Json::parse(run.answer.json).at("predictions").dump(),
                R"(["yes","no","yes","no",null])");
      expect_about_all(run, job.parties);
    }
    EXPECT_EQ(joined(runs).json, plain_answer(TablePair{mining::weather(), more}, job).json);
  }
}

TEST(TreeVertical, WalksGiveWhatTheWholeTreeSays) {
  Sampler sampler(5);
  for (std::size_t round = 0; round < 4; ++round) {
    const mining::RandomShape shape{
        .rows = 60, .columns = 5, .values = 3, .classes = 3, .numeric = false};
    const auto table = mining::random_table(sampler, shape);
    const auto more = mining::random_table(sampler, shape);
    auto job = job_of(2 + round, "class");
    const auto parts = with_rows_to_classify(split_data(table, job.split, job.parties), more);
    place_job(job, parts);
    const auto runs = run_parts(parts, job);
    EXPECT_EQ(joined(runs).json, plain_answer(TablePair{table, more}, job).json);
    std::vector<std::vector<protocol::LedgerEntry>> ledgers;
    for (const auto& run : runs) ledgers.push_back(run.ledger.entries());
    EXPECT_EQ(protocol::disagreements(ledgers), std::vector<std::string>{});
  }
}

// Outlook is tested first, and rows that are rainy go on to whoever has windy: the class site then
// knows from their leaf how outlook turned out, and both ledgers say so.
TEST(TreeVertical, ALeafTellsOfEveryTestAboveIt) {
  const auto more = make_table({"outlook", "temperature", "humidity", "windy"},
                               {{"rainy", "cool", "high", "true"}});
  const auto parts = with_rows_to_classify(
      split_columns(mining::weather(),
                    std::vector<std::vector<std::string>>{
                        {"outlook"}, {"humidity", "windy"}, {"temperature", "play"}}),
      more);
  auto job = job_of(3, "play");
  place_job(job, parts);
  const auto runs = run_parts(parts, job);
  for (const std::size_t party : {0U, 2U}) {
    const auto& entries = runs[party].ledger.entries();
    const auto found =
        std::ranges::find(entries, kPassedTests.label, &protocol::LedgerEntry::label);
    ASSERT_NE(found, entries.end());
    EXPECT_EQ(found->subject, protocol::PartySet{PartyId(0)});
    EXPECT_EQ(found->recipient, PartyId(2));
    EXPECT_EQ(found->count, 1U);
  }
}

// The ledger refuses what the forecast leaves out, before it is opened.
TEST(TreeVertical, WhatIsNotForecastIsRefused) {
  const auto parts = split_data(mining::weather(), Split::Vertical, 2);
  for (const auto& base : {job_of(2, "play"), revealing(job_of(2, "play"))}) {
    auto job = base;
    place_job(job, parts);
    const auto whole = forecast_of(job);
    for (std::size_t left_out = 0; left_out < whole.size(); ++left_out) {
      auto less = whole;
      less.erase(less.begin() + static_cast<std::ptrdiff_t>(left_out));
      EXPECT_THROW((void)run_parts(parts, job, Line::Memory, less), Error) << whole[left_out].label;
    }
  }
}

}  // namespace
}  // namespace privet::federation
