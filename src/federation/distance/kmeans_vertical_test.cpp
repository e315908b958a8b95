// SPDX-License-Identifier: Apache-2.0
#include "federation/distance/kmeans_vertical.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "base/error.h"
#include "base/json.h"
#include "base/sampling.h"
#include "data/formats/open_table.h"
#include "federation/task/referee_entry.h"
#include "federation/tasks.h"
#include "mining/distance/fixed_oracles.h"
#include "mining/distance/kmeans.h"
#include "protocol/selection/permuted_best.h"
#include "tests/support/federation_parties.h"
#include "tests/support/shared_data.h"

namespace privet::federation {
namespace {

using testing_support::Line;
using testing_support::PartyRun;
using testing_support::plain_answer;
using testing_support::run_parts;
using testing_support::shared_data;
using Parameters = std::vector<std::pair<std::string, std::string>>;

Job job_of(std::size_t parties, Parameters parameters, std::string protocol = "shares") {
  Job out;
  out.task = "mine kmeans";
  out.trust = protocol == "replicated" ? Trust::HonestMajority : Trust::ByProtocol;
  out.protocol = std::move(protocol);
  out.parties = parties;
  out.parameters = std::move(parameters);
  return out;
}

Job with(Job job, std::string name, std::string value) {
  job.parameters.emplace_back(std::move(name), std::move(value));
  return job;
}

Answer joined(const std::vector<PartyRun>& runs) {
  std::vector<Answer> parts;
  for (const auto& run : runs) parts.push_back(run.answer);
  return find_task("mine kmeans", Split::Vertical).join(parts);
}

// Numbers with two decimals, columns c0, c1, ...
Table random_table(Sampler& sampler, std::size_t rows, std::size_t columns, std::size_t values) {
  std::vector<std::string> names;
  for (std::size_t c = 0; c < columns; ++c) names.push_back("c" + std::to_string(c));
  std::vector<std::vector<std::string>> cells;
  for (std::size_t r = 0; r < rows; ++r) {
    auto& row = cells.emplace_back();
    for (std::size_t c = 0; c < columns; ++c) {
      const auto number = sampler.below(values);
      row.push_back(std::to_string(number / 4) + "." + std::to_string(number % 4 * 25));
    }
  }
  return make_table(names, cells);
}

// The parts together are the plain clusters, and the ledgers (which enforce the forecast) agree.
std::vector<PartyRun> expect_plain_clusters(const Table& whole, Job job, Line line = Line::Memory) {
  const auto parts = split_data(whole, job.split, job.parties);
  place_job(job, parts);
  auto runs = run_parts(parts, job, line);
  const auto expected = plain_answer(whole, job);
  const auto together = joined(runs);
  EXPECT_EQ(together.json, expected.json);
  EXPECT_EQ(together.gist, expected.gist);
  std::vector<std::vector<protocol::LedgerEntry>> ledgers;
  for (const auto& run : runs) ledgers.push_back(run.ledger.entries());
  EXPECT_EQ(protocol::disagreements(ledgers), std::vector<std::string>{});
  return runs;
}

std::string message_of(const auto& act) {
  try {
    act();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(KMeansVertical, RandomTablesOfTwoToFiveParties) {
  Sampler sampler(21);
  for (std::size_t round = 0; round < 12; ++round) {
    SCOPED_TRACE(round);
    // Few values: equal rows, and distances that tie.
    const auto table = random_table(sampler, 10 + 7 * round, 5, round % 3 == 0 ? 6 : 400);
    const auto line = round == 4 ? Line::Tls : Line::Memory;
    Parameters parameters{{"k", std::to_string(1 + round % 5)}, {"seed", std::to_string(round)}};
    if (round % 2 == 1) parameters.emplace_back("metric", "manhattan");
    if (round % 4 == 2) parameters.emplace_back("scale", round % 8 == 2 ? "deviation" : "range");
    if (round % 3 == 1) parameters.emplace_back("threshold", "0.5");
    const auto parties = 2 + round % 4;
    expect_plain_clusters(table, job_of(parties, parameters), line);
    expect_plain_clusters(table, job_of(3, parameters, "replicated"), line);
    if (parties < 3) continue;
    const auto helper = std::to_string(1 + round % parties);
    expect_plain_clusters(table, with(job_of(parties, parameters), "helper", helper), line);
  }
}

// What parties find is what mine kmeans finds from the same rows with distances of full precision.
TEST(KMeansVertical, EqualsClustersOfFullPrecision) {
  Sampler sampler(4);
  const auto table = random_table(sampler, 80, 4, 300);
  const auto job = job_of(3, {{"k", "4"}, {"seed", "7"}});
  const auto found = Json::parse(joined(expect_plain_clusters(table, job)).json);
  const auto points = mining::points_of(table, std::vector<AttributeId>{0, 1, 2, 3});
  const auto plain = mining::cluster(points, mining::starting_centers(points, 4, 7),
                                     {"c0", "c1", "c2", "c3"}, {}, privet::Run());
  EXPECT_EQ(found.at("assignment").dump(), Json(plain.assignment).dump());
  EXPECT_EQ(found.at("iterations"), Json(plain.model.iterations));
  for (std::size_t c = 0; c < 4; ++c) {
    const auto row = plain.model.centers.row(c);
    EXPECT_EQ(found.at("centers")[c].dump(),
              Json(std::vector<double>(row.begin(), row.end())).dump());
  }
  const auto task = find_task("mine kmeans", Split::Vertical);
  const auto model =
      mining::load_kmeans(task.model(joined(expect_plain_clusters(table, job)), 80), "model");
  EXPECT_EQ(model.centers, plain.model.centers);
}

// Figure 3.2: each site alone would cluster otherwise than both together do.
TEST(KMeansVertical, TheFigureThatCannotBeDecomposed) {
  const auto table = make_table({"x", "y"}, {{"1", "2"},
                                             {"1.5", "5.5"},
                                             {"2", "2.2"},
                                             {"1.2", "1.8"},
                                             {"9", "2"},
                                             {"9.5", "5.4"},
                                             {"10", "1.9"},
                                             {"9.2", "2.1"}});
  for (const auto* protocol : {"shares", "replicated"}) {
    const std::size_t parties = protocol == std::string("shares") ? 2 : 3;
    auto wide = table;
    if (parties == 3) {
      wide = make_table({"x", "y", "z"}, {{"1", "2", "0"},
                                          {"1.5", "5.5", "0"},
                                          {"2", "2.2", "0"},
                                          {"1.2", "1.8", "0"},
                                          {"9", "2", "0"},
                                          {"9.5", "5.4", "0"},
                                          {"10", "1.9", "0"},
                                          {"9.2", "2.1", "0"}});
    }
    const auto runs =
        expect_plain_clusters(wide, job_of(parties, {{"k", "2"}, {"seed", "3"}}, protocol));
    const auto clusters = Json::parse(joined(runs).json).at("assignment");
    for (std::size_t r = 0; r < 8; ++r) {
      EXPECT_EQ(clusters[r] == clusters[0], r < 4) << r;
    }
  }
}

// A party has the clusters of all rows and its own columns of the centers, and nothing else.
TEST(KMeansVertical, APartHasOnlyItsOwnCenters) {
  Sampler sampler(8);
  const auto table = random_table(sampler, 30, 5, 200);
  const auto runs = expect_plain_clusters(table, job_of(3, {{"k", "3"}}));
  std::size_t columns = 0;
  for (const auto& run : runs) {
    const auto part = Json::parse(run.answer.json);
    columns += part.at("columns").size();
    EXPECT_EQ(part.at("centers")[0].size(), part.at("columns").size());
    EXPECT_EQ(part.at("assignment").size(), 30U);
  }
  EXPECT_EQ(columns, 5U);
}

// Closest cluster as in algorithm 4, with one permuter and with two, and with differences told.
TEST(KMeansVertical, PermutedVectorsFindTheSameClusters) {
  Sampler sampler(13);
  const auto table = random_table(sampler, 4, 3, 5);
  const auto base =
      job_of(3, {{"k", "2"}, {"max-rounds", "1"}, {"unit", "0.01"}, {"seed", "2"}}, "permuted");
  const auto saw = [](const PartyRun& run, std::size_t party, std::string_view label) {
    return std::ranges::any_of(run.ledger.entries(), [&](const auto& entry) {
      return entry.recipient.index() == party && entry.label == label;
    });
  };
  const auto runs = expect_plain_clusters(table, with(base, "permuters", "2"));
  EXPECT_TRUE(saw(runs[1], 1, protocol::kMetCandidates.label));
  EXPECT_TRUE(saw(runs[2], 2, protocol::kMetCandidates.label));
  EXPECT_FALSE(saw(runs[0], 0, protocol::kMetCandidates.label));
  EXPECT_TRUE(saw(runs[0], 0, protocol::kPermutedPlace.label));
  const auto told = expect_plain_clusters(table, with(base, "reveal", "distances"));
  EXPECT_FALSE(saw(told[1], 1, protocol::kMetCandidates.label));
  EXPECT_TRUE(saw(told[2], 2, protocol::kDifferences.label));
  EXPECT_EQ(find_task("mine kmeans", Split::Vertical).referees(base),
            "2 and 3 compare what 1 permute, 1 and 2 check the end");
  // Party 1 compares nothing and checks the end: its entry stands in its ledger as well.
  for (std::size_t p = 0; p < 3; ++p) EXPECT_TRUE(saw(told[p], p, kRefereeShares.label)) << p;
}

// Which party is where and the order of columns do not matter, nor does the order of rows where the
// same rows are the first centers.
TEST(KMeansVertical, WhereTheColumnsAreDoesNotMatter) {
  Sampler sampler(2);
  const auto table = random_table(sampler, 40, 4, 250);
  const auto clusters = [&](const std::vector<std::vector<std::string>>& place) {
    const auto parts = split_columns(table, place);
    auto job = job_of(parts.size(), {{"k", "4"}});
    place_job(job, parts);
    return Json::parse(joined(run_parts(parts, job)).json).at("assignment").dump();
  };
  const auto expected = clusters({{"c0", "c1"}, {"c2", "c3"}});
  EXPECT_EQ(clusters({{"c3"}, {"c0", "c2", "c1"}}), expected);
  EXPECT_EQ(clusters({{"c2"}, {"c0"}, {"c1"}, {"c3"}}), expected);
  EXPECT_EQ(clusters({{"c3", "c1"}, {"c2"}, {"c0"}}), expected);
}

TEST(KMeansVertical, OrderOfRowsDoesNotMatterFromTheSameStart) {
  Sampler sampler(5);
  const auto table = random_table(sampler, 30, 3, 300);
  const auto start = mining::starting_rows(30, 3, 1);
  // Rows that are no start change places.
  std::vector<RowId> order;
  for (std::uint32_t r = 0; r < 30; ++r) order.emplace_back(r);
  std::vector<RowId> others;
  for (const auto row : order) {
    if (std::ranges::find(start, row) == start.end()) others.push_back(row);
  }
  for (std::size_t i = 0; i < others.size(); ++i) {
    order[others[i]] = others[(i + 5) % others.size()];
  }
  const auto job = job_of(3, {{"k", "3"}});
  const auto before = Json::parse(joined(expect_plain_clusters(table, job)).json);
  const auto after = Json::parse(joined(expect_plain_clusters(table.select_rows(order), job)).json);
  for (std::size_t r = 0; r < 30; ++r) {
    EXPECT_EQ(after.at("assignment")[r], before.at("assignment")[std::size_t{order[r]}]) << r;
  }
  EXPECT_EQ(after.at("iterations"), before.at("iterations"));
}

// Nothing that a party got on its lines holds a value of another: as text, as a number, or as what
// it is in units.
TEST(KMeansVertical, NoValueCrosses) {
  const auto table = make_table({"height", "weight", "age"}, {{"181.25", "7712.5", "41"},
                                                              {"172.75", "6531.25", "33"},
                                                              {"165.5", "5823.75", "57"},
                                                              {"190.25", "9934.5", "29"}});
  const Parameters parameters{{"k", "2"}, {"range", "10000"}, {"unit", "0.01"}};
  for (const auto& job :
       {job_of(3, parameters), job_of(3, parameters, "replicated"),
        with(job_of(3, parameters), "helper", "3"), job_of(3, parameters, "permuted")}) {
    const auto runs = expect_plain_clusters(table, job);
    for (std::size_t p = 0; p < runs.size(); ++p) {
      for (const auto& bytes : runs[p].received) {
        const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        for (const auto* word : {"height", "weight", "181.25", "7712.5", "6531.25", "9934.5"}) {
          EXPECT_EQ(text.find(word), std::string::npos) << word;
        }
        // The distances of weights: six of eight bytes that are not mostly zero.
        for (const double value : {7712.5, 6531.25, 5823.75, 9934.5}) {
          std::string number(sizeof(value), '\0');
          std::memcpy(number.data(), &value, sizeof(value));
          EXPECT_EQ(text.find(number), std::string::npos) << value;
          const auto scaled = static_cast<std::uint64_t>(value * value * 10000);
          std::memcpy(number.data(), &scaled, sizeof(scaled));
          EXPECT_EQ(text.find(number), std::string::npos) << value;
          for (const double other : {7712.5, 6531.25, 5823.75, 9934.5}) {
            if (other == value) continue;
            const auto distance =
                static_cast<std::uint64_t>((value - other) * (value - other) * 10000);
            std::memcpy(number.data(), &distance, sizeof(distance));
            EXPECT_EQ(text.find(number), std::string::npos) << value << " " << other;
          }
        }
      }
    }
  }
}

// Rounds grow with iterations, not with rows.
TEST(KMeansVertical, RoundsGrowWithIterations) {
  const auto rounds = [](std::size_t rows, std::string iterations, const std::string& protocol) {
    Sampler sampler(6);
    const auto table = random_table(sampler, rows, 3, 4000);
    return expect_plain_clusters(
               table, job_of(3, {{"k", "4"}, {"max-rounds", std::move(iterations)}}, protocol),
               Line::Tls)[1]
        .rounds;
  };
  for (const std::string protocol : {"shares", "replicated"}) {
    const auto few = rounds(100, "2", protocol);
    const auto more = rounds(400, "2", protocol);
    const auto many = rounds(1600, "2", protocol);
    const auto longer = rounds(100, "4", protocol);
    std::printf("%s: %zu rounds for 100 rows, %zu for 1,600, %zu for 2 iterations more\n",
                protocol.c_str(), static_cast<std::size_t>(few), static_cast<std::size_t>(many),
                static_cast<std::size_t>(longer));
    EXPECT_EQ(more, few) << protocol;
    EXPECT_EQ(many, few) << protocol;
    EXPECT_GT(longer, few) << protocol;
  }
}

// Five million bits of distances go in one part.
TEST(KMeansVertical, ManyRowsGoTogether) {
  const auto rounds = [](std::size_t rows) {
    Sampler sampler(6);
    const auto job = job_of(3, {{"k", "4"}, {"max-rounds", "1"}}, "shares");
    return expect_plain_clusters(random_table(sampler, rows, 3, 4000), job)[1].rounds;
  };
  EXPECT_EQ(rounds(30'000), rounds(100));
}

TEST(KMeansVertical, RealClusters) {
  PRIVET_NEED_DATA("iris/iris.csv");
  const auto iris = read_table({.path = shared_data("iris/iris.csv")}, privet::Run()).table;
  const auto flowers = iris.select_columns(std::vector<AttributeId>{0, 1, 2, 3});
  const Parameters parameters{{"k", "3"}, {"range", "20"}};
  expect_plain_clusters(flowers, job_of(2, parameters), Line::Tls);
  expect_plain_clusters(flowers, job_of(4, parameters));
  const auto runs = expect_plain_clusters(flowers, job_of(3, parameters, "replicated"));
  const auto points = mining::points_of(flowers, std::vector<AttributeId>{0, 1, 2, 3});
  const auto plain = mining::cluster(points, mining::starting_centers(points, 3, 1),
                                     {"a", "b", "c", "d"}, {}, privet::Run());
  EXPECT_EQ(Json::parse(joined(runs).json).at("assignment").dump(), Json(plain.assignment).dump());
  PRIVET_NEED_DATA("letter/letter.csv");
  auto letter = read_table({.path = shared_data("letter/letter.csv")}, privet::Run()).table;
  std::vector<AttributeId> numeric;
  for (std::uint32_t c = 0; c < letter.columns(); ++c) {
    if (letter.column(AttributeId(c)).type() != ColumnType::Text) numeric.emplace_back(c);
  }
  std::vector<RowId> rows;
  for (std::uint32_t r = 0; r < 1000; ++r) rows.emplace_back(r);
  letter = letter.select_columns(numeric).select_rows(rows);
  const Parameters letters{{"k", "8"}, {"range", "64"}, {"max-rounds", "3"}};
  expect_plain_clusters(letter, job_of(3, letters));
  expect_plain_clusters(letter, job_of(3, letters, "replicated"), Line::Tls);
}

TEST(KMeansVertical, RefusesBeforeAnySecretIsUsed) {
  const auto table = make_table({"a", "b", "c"}, {{"1", "2000", "3"}, {"4", "50", "6"}});
  const auto refused = [&](Job job, const Table& whole) {
    return message_of([&] { place_job(job, split_data(whole, job.split, job.parties)); });
  };
  EXPECT_EQ(refused(job_of(3, {{"k", "2"}}), table),
            "party-2: its rows are up to 1950 apart (column 'b' spans 1950), more than the agreed "
            "range of 1000: agree on a larger --range, scale the columns or leave some out");
  EXPECT_NE(refused(job_of(3, {{"k", "3"}, {"range", "5000"}}), table)
                .find("3 clusters are not possible with 2 rows"),
            std::string::npos);
  EXPECT_EQ(refused(with(job_of(2, {{"k", "1"}}), "helper", "1"), table),
            "--helper: is for 3 parties or more, not for 2");
  EXPECT_EQ(refused(with(job_of(3, {{"k", "1"}}), "helper", "4"), table),
            "--helper: there is no party 4: they are 1 to 3");
  EXPECT_EQ(refused(with(job_of(3, {{"k", "1"}}), "reveal", "distances"), table),
            "--reveal: applies to --protocol permuted, not to shares");
  EXPECT_EQ(refused(with(job_of(3, {{"k", "1"}}, "permuted"), "permuters", "3"), table),
            "--permuters: must be fewer than the 3 parties");
  EXPECT_NE(refused(with(job_of(3, {{"k", "1"}}), "unit", "1e-9"), table).find("--range"),
            std::string::npos);
  const auto words = make_table({"a", "b"}, {{"1", "x"}, {"4", "y"}});
  EXPECT_EQ(refused(job_of(2, {{"k", "1"}}), words),
            "party-2: row 1, column 'b': a number is needed, not 'x'");
  const auto missing = make_table({"a", "b"}, {{"1", "2"}, {"4", "?"}});
  EXPECT_NE(refused(job_of(2, {{"k", "1"}}), missing).find("party-2: row 2, column 'b'"),
            std::string::npos);
  // A party of a run refuses by itself too, before its data is used.
  auto job = job_of(3, {{"k", "2"}});
  const auto parts = split_data(table, job.split, job.parties);
  EXPECT_NE(message_of([&] { (void)run_parts(parts, job); }), "");
}

// The ledger refuses what the forecast leaves out, before it is opened.
TEST(KMeansVertical, WhatIsNotForecastIsRefused) {
  Sampler sampler(1);
  const auto table = random_table(sampler, 5, 3, 8);
  const Parameters parameters{{"k", "2"}, {"max-rounds", "1"}};
  for (const auto& base : {job_of(3, parameters), with(job_of(3, parameters), "helper", "2")}) {
    auto job = base;
    const auto parts = split_data(table, job.split, job.parties);
    place_job(job, parts);
    const auto whole = forecast_of(job);
    for (std::size_t left_out = 0; left_out < whole.size(); ++left_out) {
      if (whole[left_out].kind == protocol::Kind::Masked) continue;  // not in every run
      auto less = whole;
      less.erase(less.begin() + static_cast<std::ptrdiff_t>(left_out));
      EXPECT_THROW((void)run_parts(parts, job, Line::Memory, less), Error) << whole[left_out].label;
    }
  }
}

}  // namespace
}  // namespace privet::federation
