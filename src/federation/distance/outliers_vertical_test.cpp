// SPDX-License-Identifier: Apache-2.0
#include "federation/distance/outliers_vertical.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/error.h"
#include "base/json.h"
#include "base/json_fields.h"
#include "base/sampling.h"
#include "data/formats/open_table.h"
#include "federation/tasks.h"
#include "mining/distance/outliers.h"
#include "tests/support/federation_parties.h"
#include "tests/support/shared_data.h"

namespace privet::federation {
namespace {

using testing_support::Line;
using testing_support::PartyRun;
using testing_support::run_parts;
using testing_support::shared_data;
using Parameters = std::vector<std::pair<std::string, std::string>>;

Job job_of(std::size_t parties, Parameters parameters, Trust trust = Trust::ByProtocol) {
  Job out;
  out.task = "mine outliers";
  out.trust = trust;
  out.protocol = trust == Trust::HonestMajority ? "replicated" : "shares";
  out.parties = parties;
  out.parameters = std::move(parameters);
  return out;
}

Job with(Job job, std::string name, std::string value) {
  job.parameters.emplace_back(std::move(name), std::move(value));
  return job;
}

Table random_table(Sampler& sampler, std::size_t rows, std::size_t columns, std::size_t values) {
  std::vector<std::string> names;
  for (std::size_t c = 0; c < columns; ++c) names.push_back("c" + std::to_string(c));
  std::vector<std::vector<std::string>> cells;
  for (std::size_t r = 0; r < rows; ++r) {
    auto& row = cells.emplace_back();
    for (std::size_t c = 0; c < columns; ++c) {
      row.push_back(std::to_string(sampler.below(values)) + ".5");
    }
  }
  return make_table(names, cells);
}

// What the recipient got is what the plain algorithm finds, the others got nothing, and the ledgers
// (which enforce the forecast) agree.
std::vector<PartyRun> expect_plain_outliers(const Table& whole, Job job, Line line = Line::Memory) {
  const auto parts = split_data(whole, job.split, job.parties);
  place_job(job, parts);
  auto runs = run_parts(parts, job, line);
  const auto task = find_task(job.task, job.split);
  const auto settings = job_settings(task, job);
  const auto expected = task.plain(whole, settings, privet::Run());
  for (std::size_t p = 0; p < runs.size(); ++p) {
    EXPECT_EQ(runs[p].answer.json, p + 1 == settings.count("recipient")
                                       ? expected.json
                                       : std::string(R"({"outliers":null})"));
  }
  std::vector<Answer> answers;
  std::vector<std::vector<protocol::LedgerEntry>> ledgers;
  for (const auto& run : runs) {
    answers.push_back(run.answer);
    ledgers.push_back(run.ledger.entries());
  }
  EXPECT_EQ(task.join(answers).json, expected.json);
  EXPECT_EQ(protocol::disagreements(ledgers), std::vector<std::string>{});
  return runs;
}

// By the definition, on the text's own numbers.
std::string by_definition(const Table& table, double fraction, double distance, double p) {
  std::vector<AttributeId> columns;
  for (std::uint32_t c = 0; c < table.columns(); ++c) columns.emplace_back(c);
  const auto points = mining::points_of(table, columns);
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < points.rows; ++i) {
    double far = 0;
    for (std::size_t j = 0; j < points.rows; ++j) {
      double sum = 0;
      for (std::size_t c = 0; c < points.columns; ++c) {
        sum += std::pow(std::abs(points.row(i)[c] - points.row(j)[c]), p);
      }
      far += sum > std::pow(distance, p) ? 1 : 0;
    }
    if (far >= fraction * static_cast<double>(points.rows)) out.push_back(i + 1);
  }
  return Json{{"outliers", out}}.dump();
}

TEST(OutliersVertical, RandomTablesOfTwoToFiveParties) {
  Sampler sampler(31);
  std::size_t found = 0;
  for (std::size_t round = 0; round < 12; ++round) {
    SCOPED_TRACE(round);
    const auto rows = round == 11 ? 1 : 8 + 5 * round;
    const auto table = random_table(sampler, rows, 5, 9);
    const auto line = round == 3 ? Line::Tls : Line::Memory;
    // Powers of two, so that the definition above is exact; distances that occur, too.
    const double fraction = round % 2 == 0 ? 0.75 : 0.5;
    const double distance = 4 + static_cast<double>(round % 5);
    const double p = round % 3 == 1 ? 1 : 2;
    const auto parties = 2 + round % 4;
    Parameters parameters{{"fraction", std::to_string(fraction)},
                          {"distance", std::to_string(distance)},
                          {"minkowski", std::to_string(p)}};
    const auto expected = by_definition(table, fraction, distance, p);
    found += expected.size() > 15 ? 1 : 0;
    const auto recipient =
        with(job_of(parties, parameters), "recipient", std::to_string(1 + round % parties));
    const auto runs = expect_plain_outliers(table, recipient, line);
    EXPECT_EQ(runs[round % parties].answer.json, expected);
    EXPECT_EQ(expect_plain_outliers(table, job_of(3, parameters, Trust::HonestMajority), line)[0]
                  .answer.json,
              expected);
    if (parties < 3) continue;
    expect_plain_outliers(table, with(recipient, "helper", std::to_string(parties)), line);
  }
  EXPECT_GT(found, 4U);  // else the test says little
}

// Exactly the fraction is enough, and exactly the distance is not far.
TEST(OutliersVertical, AtLeastTheFractionAndFartherThanTheDistance) {
  const auto table = make_table({"a", "b"}, {{"0", "0"}, {"0", "0"}, {"0.3", "0.4"}, {"3", "4"}});
  const auto outliers = [&](std::string fraction, std::string distance) {
    return expect_plain_outliers(table,
                                 job_of(2, {{"fraction", fraction}, {"distance", distance}}))[0]
        .answer.json;
  };
  EXPECT_EQ(outliers("0.75", "4.9"), R"({"outliers":[]})");  // 4.5 from the third
  EXPECT_EQ(outliers("0.75", "4.4"), R"({"outliers":[4]})");
  EXPECT_EQ(outliers("0.76", "4.4"), R"({"outliers":[]})");
  EXPECT_EQ(outliers("0.75", "0.5"), R"({"outliers":[4]})");  // 0.5 is not farther than 0.5
  EXPECT_EQ(outliers("0.75", "0.499"), R"({"outliers":[3,4]})");
}

// Wherever the columns are, and in whatever order the rows come, the same rows are outliers.
TEST(OutliersVertical, OrderOfRowsColumnsAndPartiesDoesNotMatter) {
  Sampler sampler(12);
  const auto table = random_table(sampler, 40, 5, 9);
  const Parameters parameters{{"distance", "8"}, {"fraction", "0.5"}};
  std::vector<RowId> backwards;
  for (std::size_t r = table.rows(); r-- > 0;) backwards.emplace_back(r);
  for (const auto trust : {Trust::ByProtocol, Trust::HonestMajority}) {
    const auto outliers = [&](const Table& of) {
      const auto json = expect_plain_outliers(of, job_of(3, parameters, trust))[0].answer.json;
      return wholes_at<std::uint64_t>(Json::parse(json), "outliers");
    };
    const auto expected = outliers(table);
    EXPECT_FALSE(expected.empty());
    EXPECT_EQ(outliers(table.select_columns(std::vector<AttributeId>{4, 1, 3, 0, 2})), expected);
    auto turned = outliers(table.select_rows(backwards));
    for (auto& row : turned) row = table.rows() + 1 - row;
    std::ranges::reverse(turned);
    EXPECT_EQ(turned, expected);
  }
}

TEST(OutliersVertical, NoValueCrosses) {
  const auto table = make_table({"height", "weight", "age"}, {{"181.25", "7712.5", "41"},
                                                              {"172.75", "6531.25", "33"},
                                                              {"165.5", "5823.75", "57"},
                                                              {"190.25", "9934.5", "29"}});
  const Parameters parameters{{"distance", "1500"}, {"fraction", "0.5"}, {"range", "10000"}};
  for (const auto& job : {job_of(3, parameters), job_of(3, parameters, Trust::HonestMajority)}) {
    for (const auto& run : expect_plain_outliers(table, job)) {
      for (const auto& bytes : run.received) {
        const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        for (const auto* word : {"height", "weight", "181.25", "7712.5", "6531.25", "9934.5"}) {
          EXPECT_EQ(text.find(word), std::string::npos) << word;
        }
        for (const double value : {7712.5, 6531.25, 5823.75, 9934.5}) {
          for (const double other : {7712.5, 6531.25, 5823.75, 9934.5}) {
            if (other == value) continue;
            const auto distance =
                static_cast<std::uint64_t>((value - other) * (value - other) * 1e6);
            std::string number(sizeof(distance), '\0');
            std::memcpy(number.data(), &distance, sizeof(distance));
            EXPECT_EQ(text.find(number), std::string::npos) << value << " " << other;
          }
        }
      }
    }
  }
}

TEST(OutliersVertical, RoundsDoNotGrowWithRows) {
  const auto rounds = [](std::size_t rows, Trust trust) {
    Sampler sampler(6);
    const auto table = random_table(sampler, rows, 3, 20);
    return expect_plain_outliers(table, job_of(3, {{"distance", "12"}}, trust), Line::Tls)[1]
        .rounds;
  };
  for (const auto trust : {Trust::ByProtocol, Trust::HonestMajority}) {
    const auto few = rounds(10, trust);
    const auto more = rounds(40, trust);
    const auto many = rounds(160, trust);
    std::printf("%s: %zu rounds for 10 rows, %zu for 160\n", std::string(trust_name(trust)).c_str(),
                static_cast<std::size_t>(few), static_cast<std::size_t>(many));
    EXPECT_EQ(more, few);
    EXPECT_EQ(many, few);
  }
}

TEST(OutliersVertical, RealOutliers) {
  PRIVET_NEED_DATA("iris/iris.csv");
  const auto iris = read_table({.path = shared_data("iris/iris.csv")}, privet::Run()).table;
  const auto flowers = iris.select_columns(std::vector<AttributeId>{0, 1, 2, 3});
  const Parameters parameters{{"distance", "2.5"}, {"fraction", "0.7"}, {"range", "20"}};
  const auto points = mining::points_of(flowers, std::vector<AttributeId>{0, 1, 2, 3});
  std::vector<std::size_t> expected;
  for (const auto row : mining::find_outliers(points, {0.7, 2.5, {}}, privet::Run())) {
    expected.push_back(std::size_t{row} + 1);
  }
  EXPECT_FALSE(expected.empty());
  const auto runs = expect_plain_outliers(flowers, job_of(3, parameters), Line::Tls);
  EXPECT_EQ(runs[0].answer.json, (Json{{"outliers", expected}}.dump()));
  expect_plain_outliers(flowers, job_of(3, parameters, Trust::HonestMajority));
}

TEST(OutliersVertical, RefusesBeforeAnySecretIsUsed) {
  const auto table = make_table({"a", "b"}, {{"1", "2000"}, {"4", "50"}});
  const auto refused = [&](Job job) -> std::string {
    try {
      place_job(job, split_data(table, job.split, job.parties));
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refused(job_of(2, {{"distance", "1"}})).substr(0, 35),
            "party-2: its rows are up to 1950 ap");
  EXPECT_EQ(refused(job_of(2, {{"distance", "1"}, {"recipient", "3"}})),
            "--recipient: there is no party 3: they are 1 to 2");
  EXPECT_EQ(refused(job_of(2, {{"distance", "1"}, {"helper", "2"}})),
            "--helper: is for 3 parties or more, not for 2");
}

TEST(OutliersVertical, WhatIsNotForecastIsRefused) {
  Sampler sampler(1);
  const auto table = random_table(sampler, 5, 3, 8);
  auto job = job_of(3, {{"distance", "4"}});
  const auto parts = split_data(table, job.split, job.parties);
  place_job(job, parts);
  const auto whole = forecast_of(job);
  for (std::size_t left_out = 0; left_out < whole.size(); ++left_out) {
    auto less = whole;
    less.erase(less.begin() + static_cast<std::ptrdiff_t>(left_out));
    EXPECT_THROW((void)run_parts(parts, job, Line::Memory, less), Error) << whole[left_out].label;
  }
}

}  // namespace
}  // namespace privet::federation
