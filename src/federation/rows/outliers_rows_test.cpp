// SPDX-License-Identifier: Apache-2.0
// Outliers over rows at several parties, against a count by definition.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numeric>

#include "base/error.h"
#include "base/json.h"
#include "base/sampling.h"
#include "tests/support/row_parties.h"

namespace privet::federation {
namespace {

using testing_support::Line;
using testing_support::rows_job;
using Points = std::vector<std::vector<int>>;  // in tenths

Points random_tenths(std::size_t rows, std::size_t columns, std::uint64_t seed) {
  Sampler sampler(seed);
  Points out(rows, std::vector<int>(columns));
  for (auto& row : out) {
    for (auto& cell : row) cell = static_cast<int>(sampler.below(200)) - 100;
  }
  return out;
}

Table table_of_tenths(const Points& points) {
  std::vector<std::string> names;
  for (std::size_t c = 0; c < points[0].size(); ++c) names.push_back("c" + std::to_string(c));
  std::vector<std::vector<std::string>> cells;
  for (const auto& row : points) {
    auto& texts = cells.emplace_back();
    for (const auto cell : row) {
      texts.push_back((cell < 0 ? "-" : "") + std::to_string(std::abs(cell) / 10) + "." +
                      std::to_string(std::abs(cell) % 10));
    }
  }
  return make_table(names, cells);
}

// By definition, of whole tenths.
std::vector<std::size_t> by_definition(const Points& points, int distance, std::size_t needed) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < points.size(); ++i) {
    std::size_t far = 0;
    for (const auto& other : points) {
      int squared = 0;
      for (std::size_t c = 0; c < other.size(); ++c) {
        squared += (points[i][c] - other[c]) * (points[i][c] - other[c]);
      }
      far += squared > distance * distance ? 1U : 0U;
    }
    if (far >= needed) out.push_back(i + 1);
  }
  return out;
}

// The parties' answers put together, after all that every run must keep.
std::vector<std::size_t> joint_outliers(const std::vector<DataSet>& parts, Job job,
                                        Line line = Line::Memory) {
  place_job(job, parts);
  const auto task = find_task(job.task, job.split);
  const auto runs = testing_support::run_parts(parts, job, line);
  std::vector<Answer> answers;
  std::vector<std::vector<protocol::LedgerEntry>> ledgers;
  for (const auto& run : runs) {
    answers.push_back(run.answer);
    ledgers.push_back(run.ledger.entries());
  }
  EXPECT_EQ(protocol::disagreements(ledgers), std::vector<std::string>{});
  // Nobody may be told of one row more, or of one row twice.
  for (const auto& run : runs) {
    for (const auto& entry : run.ledger.entries()) {
      if (entry.label != "whether each row is an outlier") continue;
      EXPECT_EQ(run.ledger.allowed(entry).most, entry.count);
    }
  }
  const auto joint = task.join(answers);
  const auto plain = task.plain(join_rows(parts), job_settings(task, job), privet::Run());
  EXPECT_EQ(joint.json, plain.json);
  std::vector<std::size_t> out;
  const auto json = Json::parse(joint.json);
  for (const auto& row : json.at("outliers")) out.push_back(row.get<std::size_t>());
  return out;
}

// Parts in the order of the rows, of unequal sizes.
std::vector<DataSet> in_order(const Points& points, std::span<const std::size_t> sizes) {
  std::vector<DataSet> out;
  std::size_t at = 0;
  for (const auto size : sizes) {
    const auto first = points.begin() + static_cast<std::ptrdiff_t>(at);
    out.emplace_back(table_of_tenths(Points(first, first + static_cast<std::ptrdiff_t>(size))));
    at += size;
  }
  return with_codebook(out, {}, Codebook::Own);
}

TEST(OutliersRows, TwoToFivePartiesFindWhatTheDefinitionSays) {
  std::size_t found = 0;
  for (std::size_t parties = 2; parties <= 5; ++parties) {
    std::vector<std::size_t> sizes{1, 14, 6, 3, 9};
    sizes.resize(parties);
    const auto rows = std::accumulate(sizes.begin(), sizes.end(), std::size_t{0});
    const auto points = random_tenths(rows, parties - 1, parties);
    const auto parts = in_order(points, sizes);
    const auto job = rows_job("mine outliers", parties,
                              {{"fraction", "0.6"}, {"distance", "7.1"}, {"unit", "0.1"}});
    const auto needed = (rows * 6 + 9) / 10;
    const auto expected = by_definition(points, 71, needed);
    EXPECT_EQ(joint_outliers(parts, job, parties == 3 ? Line::Tls : Line::Memory), expected);
    found += expected.size();
    if (parties != 3) continue;
    const auto three = rows_job("mine outliers", 3, job.parameters, Trust::HonestMajority);
    EXPECT_EQ(joint_outliers(parts, three), expected);
  }
  EXPECT_GT(found, 4U);
}

// A distance that is D itself is not far, and p of the rows is enough.
TEST(OutliersRows, TheEdgesOfDistanceAndFraction) {
  const Points points{{0, 0}, {30, 40}, {31, 40}, {0, 50}};
  const std::vector<std::size_t> sizes{1, 2, 1};
  const auto parts = in_order(points, sizes);
  for (const auto* fraction : {"0.25", "0.26", "0.5", "0.51"}) {
    const auto job =
        rows_job("mine outliers", 3, {{"fraction", fraction}, {"distance", "5"}, {"unit", "0.1"}});
    const auto needed = static_cast<std::size_t>(std::ceil(4 * std::stod(fraction)));
    EXPECT_EQ(joint_outliers(parts, job), by_definition(points, 50, needed)) << fraction;
  }
}

TEST(OutliersRows, OneRecipientLearnsOfAllRowsAndTheOthersNothing) {
  const auto points = random_tenths(20, 2, 9);
  const std::vector<std::size_t> sizes{5, 8, 7};
  const auto parts = in_order(points, sizes);
  auto job =
      rows_job("mine outliers", 3,
               {{"fraction", "0.6"}, {"distance", "9"}, {"unit", "0.1"}, {"recipient", "2"}});
  EXPECT_EQ(joint_outliers(parts, job), by_definition(points, 90, 12));
  place_job(job, parts);
  const auto runs = testing_support::run_parts(parts, job);
  for (const std::size_t other : {0U, 2U}) {
    EXPECT_EQ(runs[other].answer.json, R"({"outliers":null})");
    for (const auto& entry : runs[other].ledger.entries()) {
      EXPECT_FALSE(entry.label == "whether each row is an outlier" &&
                   entry.recipient == protocol::PartyId(static_cast<std::uint32_t>(other)));
    }
  }
}

TEST(OutliersRows, NothingCrossesAndTheForecastIsNeeded) {
  const auto points = random_tenths(18, 2, 4);
  const auto table = table_of_tenths(points);
  const auto job =
      rows_job("mine outliers", 3, {{"fraction", "0.7"}, {"distance", "8"}, {"unit", "0.1"}});
  testing_support::expect_forecast_needed(table, job, {});
  const std::vector<std::size_t> sizes{6, 6, 6};
  const auto parts = in_order(points, sizes);
  auto placed = job;
  place_job(placed, parts);
  for (const auto& run : testing_support::run_parts(parts, placed)) {
    for (const auto& bytes : run.received) {
      const std::string all(reinterpret_cast<const char*>(bytes.data()), bytes.size());
      for (const auto& row : points) {  // two neighbouring cells as the units that are shared
        const std::array<std::uint64_t, 2> raw{static_cast<std::uint64_t>(row[0]),
                                               static_cast<std::uint64_t>(row[1])};
        const std::string_view text(reinterpret_cast<const char*>(raw.data()), sizeof(raw));
        EXPECT_EQ(all.find(text), std::string::npos);
      }
    }
  }
}

TEST(OutliersRows, RefusesBeforeAnythingStarts) {
  const auto refused = [](const Table& table, Job job) -> std::string {
    try {
      place_job(job, split_rows(table, job.parties, {}));
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  const auto table = make_table({"x", "y"}, {{"1", "2"}, {"3", "4"}, {"5000000", "1"}});
  EXPECT_EQ(refused(table, rows_job("mine outliers", 2, {{"distance", "1"}})),
            "party-1: row 2, column x: 5e+06 is more than 759250124 units, the most that "
            "distances of rows at several parties can take; use a larger --unit");
  EXPECT_EQ(refused(table, rows_job("mine outliers", 2, {{"distance", "1"}, {"recipient", "3"}})),
            "--recipient: there is no party 3: they are 1 to 2");
}

}  // namespace
}  // namespace privet::federation
