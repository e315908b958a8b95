// SPDX-License-Identifier: Apache-2.0
#include "federation/release/anonymize_horizontal.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/error.h"
#include "base/json.h"
#include "base/sampling.h"
#include "data/formats/open_table.h"
#include "federation/release/site_release.h"
#include "federation/tasks.h"
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
  out.task = "anonymize";
  out.split = Split::Horizontal;
  out.protocol = trust == Trust::HonestMajority ? "replicated" : "shares";
  out.trust = trust;
  out.parties = parties;
  out.parameters = std::move(parameters);
  return out;
}

// The sites' records together are those of the release that one holder of all of them would make;
// the ledgers, which enforce the forecast, agree.
std::vector<PartyRun> expect_plain_release(const Table& whole, const std::vector<DataSet>& parts,
                                           Job job, Line line = Line::Memory) {
  place_job(job, parts);
  auto runs = run_parts(parts, job, line);
  const auto task = find_task(job.task, job.split);
  std::vector<Answer> answers;
  std::vector<std::vector<protocol::LedgerEntry>> ledgers;
  for (const auto& run : runs) {
    answers.push_back(run.answer);
    ledgers.push_back(run.ledger.entries());
  }
  const auto expected = task.plain(whole, job_settings(task, job), privet::Run());
  EXPECT_EQ(task.join(answers).json, expected.json);
  EXPECT_EQ(protocol::disagreements(ledgers), std::vector<std::string>{});
  return runs;
}

std::vector<DataSet> dealt(const Table& whole, std::size_t parties) {
  return split_data(whole, Split::Horizontal, parties);
}

// Figure 2 of Jurczyk and Xiong: four nodes with two records each, k = 2.
TEST(AnonymizeHorizontal, FigureTwo) {
  const auto whole = make_table({"zip", "age", "id"}, {{"30030", "31", "1"},
                                                       {"30033", "32", "2"},
                                                       {"30045", "45", "3"},
                                                       {"30056", "32", "4"},
                                                       {"30030", "22", "5"},
                                                       {"30053", "22", "6"},
                                                       {"30038", "31", "7"},
                                                       {"30033", "30", "8"}});
  const auto job = job_of(4, {{"quasi", "zip,age"}, {"k", "2"}});
  const auto runs = expect_plain_release(whole, dealt(whole, 4), job);
  std::map<std::string, std::string> shown;  // by the record's number
  for (const auto& run : runs) {
    const auto records = Json::parse(run.answer.json).at("records");
    EXPECT_EQ(records.size(), 2U);
    for (const auto& row : records) {
      shown[row.at(2).text()] = row.at(0).text() + " " + row.at(1).text();
    }
  }
  EXPECT_EQ(shown["1"], "[30030-30033] [31-32]");
  EXPECT_EQ(shown["3"], "[30045-30056] [32-45]");
  EXPECT_EQ(shown["5"], "[30030-30033] [22-30]");
  EXPECT_EQ(shown["6"], "[30038-30053] [22-31]");
  EXPECT_EQ(shown["1"], shown["2"]);
  EXPECT_EQ(shown["3"], shown["4"]);
  EXPECT_EQ(shown["5"], shown["8"]);
  EXPECT_EQ(shown["6"], shown["7"]);
}

// Numbers with decimals, names, an illness in several spellings, and the site.
Table random_table(Sampler& sampler, std::size_t rows, std::size_t sites) {
  std::vector<std::vector<std::string>> cells;
  const std::vector<std::string> ills{"flu", "Flu", "gout", "asthma", "?"};
  for (std::size_t r = 0; r < rows; ++r) {
    // Sites follow the age, as hospitals of children do.
    const auto age = sampler.below(40);
    const auto site = sampler.below(3) == 0 ? sampler.below(sites) : age * sites / 40;
    std::string weight = std::to_string(sampler.below(12));
    if (const auto half = sampler.below(2); half == 1) weight += ".5";
    cells.push_back({std::to_string(age), weight,
                     std::string(1, static_cast<char>('a' + sampler.below(5))),
                     ills[sampler.below(ills.size())], "site " + std::to_string(site)});
  }
  // Every site has somebody.
  for (std::size_t s = 0; s < sites; ++s) cells[s][4] = "site " + std::to_string(s);
  return make_table({"age", "weight", "town", "ill", "site"}, cells);
}

std::vector<DataSet> by_site(const Table& whole, std::size_t sites) {
  std::vector<DataSet> out;
  for (std::size_t s = 0; s < sites; ++s) {
    std::vector<std::vector<std::string>> rows;
    for (std::size_t r = 0; r < whole.rows(); ++r) {
      std::vector<std::string> row;
      for (const auto& column : whole.all()) row.emplace_back(column.text(static_cast<RowId>(r)));
      if (row.back() == "site " + std::to_string(s)) rows.push_back(std::move(row));
    }
    out.emplace_back(make_table({"age", "weight", "town", "ill", "site"}, rows));
  }
  return out;
}

TEST(AnonymizeHorizontal, RandomTablesOfTwoToFiveSites) {
  Sampler sampler(5);
  for (std::size_t round = 0; round < 8; ++round) {
    const std::size_t sites = 2 + round % 4;
    const auto whole = random_table(sampler, 40 + sampler.below(60), sites);
    Parameters parameters{{"quasi", "age,weight,town"},
                          {"k", std::to_string(2 + sampler.below(4))},
                          {"sensitive", "ill"},
                          {"site", "site"},
                          {"most-names", "10"}};
    if (round % 2 == 1) parameters.emplace_back("l-distinct", "2");
    if (round % 3 != 0) parameters.emplace_back("site-diversity", "2");
    const auto parts = by_site(whole, sites);
    expect_plain_release(whole, parts, job_of(sites, parameters));
    if (sites == 3) {
      expect_plain_release(whole, parts, job_of(sites, parameters, Trust::HonestMajority));
    }
  }
}

// Missing numbers, in several spellings and not at every site, are values before all numbers.
TEST(AnonymizeHorizontal, MissingNumbers) {
  Sampler sampler(8);
  for (std::size_t round = 0; round < 4; ++round) {
    std::vector<std::vector<std::string>> cells;
    for (std::size_t r = 0; r < 40; ++r) {
      const bool lacks = r % 3 == 1 && sampler.below(2) == 0;
      cells.push_back(
          {lacks ? (sampler.below(2) == 0 ? "?" : "NA") : std::to_string(sampler.below(30)),
           std::to_string(sampler.below(5))});
    }
    const auto whole = make_table({"age", "visits"}, cells);
    ASSERT_GT(whole.column(0).dictionary.missing_count(), 0U);
    const auto job =
        job_of(3, {{"quasi", "age,visits"}, {"k", std::to_string(2 + round)}, {"most-names", "4"}},
               round % 2 == 0 ? Trust::ByProtocol : Trust::HonestMajority);
    expect_plain_release(whole, dealt(whole, 3), job);
  }
}

// Incomes in steps of one: every boundary of the widest column is tried in one circuit.
TEST(AnonymizeHorizontal, AColumnOfManySteps) {
  Sampler sampler(9);
  std::vector<std::vector<std::string>> cells{{"0", "0"}, {"40000", "1"}};
  for (std::size_t r = 0; r < 58; ++r) {
    cells.push_back({std::to_string(sampler.below(40'000)), std::to_string(sampler.below(4))});
  }
  const auto whole = make_table({"income", "children"}, cells);
  expect_plain_release(
      whole, dealt(whole, 3),
      job_of(3, {{"quasi", "income,children"}, {"k", "10"}}, Trust::HonestMajority));
  cells[1][0] = "70000";
  const auto wider = make_table({"income", "children"}, cells);
  EXPECT_THROW(
      expect_plain_release(wider, dealt(wider, 3),
                           job_of(3, {{"quasi", "income"}, {"k", "10"}}, Trust::HonestMajority)),
      Error);
}

// Sites that release alone cut among fewer records, so together is mostly finer (not always: figure
// 2 is a counterexample, tests/scenario/rehearse/anonymize.case); with one site it is the same.
TEST(AnonymizeHorizontal, TogetherLosesLessThanAlone) {
  Sampler sampler(10);
  double together = 0;
  double alone = 0;
  for (std::size_t round = 0; round < 10; ++round) {
    const auto whole = random_table(sampler, 120, 3);
    const auto job = job_of(3, {{"quasi", "age,weight"}, {"k", "4"}});
    const auto one = release_loss(whole, std::vector<std::size_t>{120}, job, privet::Run());
    EXPECT_DOUBLE_EQ(one.together, one.alone.value());
    const auto three =
        release_loss(whole, std::vector<std::size_t>{40, 40, 40}, job, privet::Run());
    together += three.together;
    alone += three.alone.value();
    EXPECT_FALSE(release_loss(whole, std::vector<std::size_t>{117, 3}, job, privet::Run()).alone);
  }
  EXPECT_LT(together, alone);
}

TEST(AnonymizeHorizontal, OverTls) {
  Sampler sampler(6);
  const auto whole = random_table(sampler, 40, 3);
  expect_plain_release(
      whole, by_site(whole, 3),
      job_of(3, {{"quasi", "age,town"}, {"k", "3"}, {"site", "site"}, {"most-names", "8"}}),
      Line::Tls);
}

// Rounds grow with the depth of the cuts and with the bits of a number of records, not with
// records: the same shape with nearly twice as many.
TEST(AnonymizeHorizontal, RoundsDoNotGrowWithRecords) {
  const auto rounds = [](std::size_t copies, Trust trust) {
    std::vector<std::vector<std::string>> cells;
    for (std::size_t r = 0; r < 64 * copies; ++r) {
      cells.push_back({std::to_string(r % 16), std::to_string(r / 16 % 4)});
    }
    const auto whole = make_table({"x", "y"}, cells);
    const auto job = job_of(3, {{"quasi", "x,y"}, {"k", std::to_string(4 * copies)}}, trust);
    return expect_plain_release(whole, dealt(whole, 3), job).front().rounds;
  };
  for (const auto trust : {Trust::ByProtocol, Trust::HonestMajority}) {
    EXPECT_EQ(rounds(17, trust), rounds(31, trust));
    EXPECT_EQ(rounds(65, trust), rounds(127, trust));
  }
}

TEST(AnonymizeHorizontal, PartsThatDoNotFitAreRefusedByName) {
  const auto message = [](std::vector<DataSet> parts, Parameters parameters) -> std::string {
    auto job = job_of(parts.size(), std::move(parameters));
    try {
      place_job(job, parts);
    } catch (const Error& error) {
      return error.what();
    }
    return "accepted";
  };
  const auto table = [](std::vector<std::string> names,
                        std::vector<std::vector<std::string>> rows) {
    return make_table(names, rows);
  };
  const auto good = table({"age", "town"}, {{"20", "a"}, {"30", "b"}});
  EXPECT_EQ(message({good, good}, {{"quasi", "age"}, {"k", "2"}}), "accepted");
  EXPECT_NE(message({good, table({"age", "city"}, {{"20", "a"}})}, {{"quasi", "age"}, {"k", "2"}})
                .find("party-2 has column 'city' where party-1 has 'town'"),
            std::string::npos);
  EXPECT_NE(message({good, table({"age", "town"}, {{"x", "a"}})}, {{"quasi", "age"}, {"k", "2"}})
                .find("party-2 reads column 'age' otherwise"),
            std::string::npos);
  EXPECT_NE(message({good, good}, {{"quasi", "age"}, {"k", "5"}}).find("more than the 4 records"),
            std::string::npos);
  EXPECT_NE(message({good, good}, {{"quasi", "age"}, {"k", "2"}, {"site", "town"}})
                .find("party-1 must have one value of its own"),
            std::string::npos);
  EXPECT_NE(message({good, good}, {{"quasi", "age"}, {"k", "2"}, {"l-distinct", "2"}})
                .find("--sensitive"),
            std::string::npos);
}

// What each site learns from the check before the release, if the recoder made these cells and put
// the sites' two records there.
std::vector<std::string> checked(const std::vector<std::vector<std::string>>& cells,
                                 const std::vector<std::vector<std::uint32_t>>& class_of) {
  auto job = job_of(2, {{"quasi", "age"}, {"k", "2"}});
  const std::vector<Table> ages{make_table({"age"}, {{"20"}, {"30"}}),
                                make_table({"age"}, {{"21"}, {"31"}})};
  place_job(job, std::vector<DataSet>{ages[0], ages[1]});
  return testing_support::run_many(2, [&](const protocol::Mesh& mesh) -> std::string {
    const auto own = mesh.own().index();
    std::vector<std::unique_ptr<net::Channel>> lines(2);
    for (const auto other : mesh.others()) {
      lines[other.index()] = std::make_unique<testing_support::BorrowedChannel>(
          protocol::protocol_only::line_to(mesh, other));
    }
    auto session = session::Session::open({{"party-1", "party-2"}, mesh.own()}, std::move(lines),
                                          agreement_of(job, ages[own]), forecast_of(job),
                                          crypto::Randomness());
    const Run run(nullptr, nullptr, 1);
    const auto setting = session.setting(run);
    PanelSites way(setting);
    SharedDomain domain;
    domain.quasi.push_back(ages[own].column(0));
    domain.hierarchies.emplace_back();
    SiteRecords records;
    records.records = 2;
    try {
      const SiteRelease wanted{cells, class_of[own]};
      const UnionModels models{.k = 2};
      check_site_release(setting, way, {wanted, domain, records, models});
    } catch (const Error& error) {
      return error.what();
    }
    return "released";
  });
}

// The sites' guard does not trust the recoder: neither in what cells cover nor in how many records
// a class has over all sites.
TEST(AnonymizeHorizontal, ALyingRecoderIsCaught) {
  EXPECT_EQ(checked({{"[20-21]"}, {"[30-31]"}}, {{0, 1}, {0, 1}}),
            (std::vector<std::string>{"released", "released"}));
  for (const auto& said : checked({{"[20-31]"}, {"[30-31]"}}, {{0, 0}, {0, 1}})) {
    EXPECT_NE(said.find("1 of 2 classes of all sites do not satisfy the models; nothing is"),
              std::string::npos)
        << said;
  }
  for (const auto& said : checked({{"[22-25]"}, {"[30-31]"}}, {{0, 1}, {0, 1}})) {
    EXPECT_NE(said.find("'[22-25]' does not cover the original; nothing is released"),
              std::string::npos)
        << said;
  }
}

// All 30,162 records and nine columns.
TEST(AnonymizeHorizontal, AdultOfThreeSites) {
  PRIVET_NEED_DATA("adult/arx_adult_30162.csv.gz");
  const auto whole =
      read_table({.path = shared_data("adult/arx_adult_30162.csv.gz")}, privet::Run()).table;
  std::string quasi;
  for (const auto& column : whole.all()) quasi += (quasi.empty() ? "" : ",") + column.name;
  for (const std::string k : {"2", "20", "200"}) {
    SCOPED_TRACE(k);
    expect_plain_release(whole, dealt(whole, 3),
                         job_of(3, {{"quasi", quasi}, {"k", k}}, Trust::HonestMajority));
  }
}

// Sites as in the paper's experiments: each of six towns has sites of its own, and of these a third
// is for the young, one for those between and one for the old. Towns are numbers, in the order of
// the map.
Table table_of_towns(Sampler& sampler, std::size_t rows, std::size_t sites) {
  std::vector<std::vector<std::string>> cells;
  for (std::size_t r = 0; r < rows; ++r) {
    // Every site has somebody, and the first sites of a group have most.
    const auto one = sampler.below(sites);
    const auto other = sampler.below(sites);
    const auto site = r < sites ? r : std::min(one, other);
    const auto town = site % 6;
    const auto third = site / 6 % 3;
    cells.push_back({std::to_string(20 * third + sampler.below(20)),
                     std::to_string(sampler.below(30)), std::to_string(town), "flu",
                     "site " + std::to_string(site)});
  }
  return make_table({"age", "weight", "town", "ill", "site"}, cells);
}

// A hundred sites over lines in memory, with records as unlike as towns and ages: every class has
// records of thirty sites, whatever the share of their mix in the choice of a cut is.
TEST(AnonymizeHorizontal, AHundredSites) {
  Sampler sampler(12);
  const auto whole = table_of_towns(sampler, 500, 100);
  for (const std::string weight : {"0.7"}) {
    SCOPED_TRACE(weight);
    const auto job = job_of(100, {{"quasi", "age,weight,town"},
                                  {"k", "14"},
                                  {"site", "site"},
                                  {"site-diversity", "30"},
                                  {"site-weight", weight}});
    const auto runs = expect_plain_release(whole, by_site(whole, 100), job);
    std::map<std::string, std::set<std::size_t>> sites;
    for (std::size_t site = 0; site < runs.size(); ++site) {
      const auto made = Json::parse(runs[site].answer.json);
      for (const auto& row : made.at("records")) {
        sites[row.at(0).text() + "|" + row.at(1).text() + "|" + row.at(2).text()].insert(site);
      }
    }
    EXPECT_GT(sites.size(), 3U);
    for (const auto& [shown, of] : sites) EXPECT_GE(of.size(), 30U) << shown;
  }
}

}  // namespace
}  // namespace privet::federation
