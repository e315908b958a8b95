// SPDX-License-Identifier: Apache-2.0
// Releases of several sites under every model, along hierarchies and with the site-aware score: the
// same as the plain search makes of all records.
#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <set>

#include "base/error.h"
#include "base/json.h"
#include "base/sampling.h"
#include "federation/release/anonymize_horizontal.h"
#include "federation/tasks.h"
#include "tests/support/federation_parties.h"

namespace privet::federation {
namespace {

using Parameters = std::vector<std::pair<std::string, std::string>>;

Job job_of(std::size_t parties, Parameters parameters, Trust trust) {
  Job out;
  out.task = "anonymize";
  out.split = Split::Horizontal;
  out.protocol = trust == Trust::HonestMajority ? "replicated" : "shares";
  out.trust = trust;
  out.parties = parties;
  out.parameters = std::move(parameters);
  return out;
}

const std::vector<std::string> kNames{"age", "weight", "town", "ill", "site"};

// Towns a to h in two regions of two districts each; sites follow the age.
Table people(Sampler& sampler, std::size_t rows, std::size_t sites) {
  std::vector<std::vector<std::string>> cells;
  const std::vector<std::string> ills{"flu", "Flu", "gout", "asthma", "?"};
  for (std::size_t r = 0; r < rows; ++r) {
    const auto age = sampler.below(24);
    const auto site = r < sites               ? r
                      : sampler.below(3) == 0 ? sampler.below(sites)
                                              : age * sites / 24;
    const auto weight = sampler.below(9);
    const auto town = sampler.below(8);
    const auto ill = sampler.below(ills.size());
    cells.push_back({std::to_string(age), std::to_string(weight),
                     std::string(1, static_cast<char>('a' + town)), ills[ill],
                     "site " + std::to_string(site)});
  }
  return make_table(kNames, cells);
}

std::string towns() {
  return hierarchies_text({{"town",
                            "a;ab;north;*\nb;ab;north;*\nc;cd;north;*\nd;cd;north;*\n"
                            "e;ef;south;*\nf;ef;south;*\ng;gh;south;*\nh;gh;south;*\n"}});
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
    out.emplace_back(make_table(kNames, rows));
  }
  return out;
}

// The joined answer, which is the plain one; ledgers, which enforce the forecast, agree.
Json expect_plain(const Table& whole, const std::vector<DataSet>& parts, Job job) {
  place_job(job, parts);
  const auto runs = testing_support::run_parts(parts, job);
  const auto task = find_task(job.task, job.split);
  std::vector<Answer> answers;
  std::vector<std::vector<protocol::LedgerEntry>> ledgers;
  for (const auto& run : runs) {
    answers.push_back(run.answer);
    ledgers.push_back(run.ledger.entries());
  }
  const auto expected = task.plain(whole, job_settings(task, job), privet::Run());
  const auto joined = task.join(answers);
  EXPECT_EQ(joined.json, expected.json);
  EXPECT_EQ(protocol::disagreements(ledgers), std::vector<std::string>{});
  return Json::parse(joined.json);
}

void on_random_tables(std::uint64_t seed, const Parameters& more, std::size_t rounds) {
  Sampler sampler(seed);
  std::size_t classes = 0;
  for (std::size_t round = 0; round < rounds; ++round) {
    const std::size_t sites = round % 2 == 0 ? 3 : 2 + round % 3;
    const auto whole = people(sampler, 60 + sampler.below(60), sites);
    Parameters parameters{{"quasi", "age,weight,town"},
                          {"k", std::to_string(2 + sampler.below(3))},
                          {"sensitive", "ill"},
                          {"site", "site"},
                          {"most-names", "16"}};
    parameters.insert(parameters.end(), more.begin(), more.end());
    const auto trust = sites == 3 ? Trust::HonestMajority : Trust::ByProtocol;
    const auto made = expect_plain(whole, by_site(whole, sites), job_of(sites, parameters, trust));
    classes += made.at("classes").get<std::size_t>();
  }
  EXPECT_GT(classes, rounds);  // some were cut
}

TEST(ReleaseModels, Distinct) {
  on_random_tables(21, {{"l-distinct", "3"}}, 4);
}
TEST(ReleaseModels, Entropy) {
  on_random_tables(22, {{"l-entropy", "2"}}, 4);
}
TEST(ReleaseModels, Recursive) {
  on_random_tables(23, {{"l-recursive", "2.5,2"}}, 4);
}
TEST(ReleaseModels, AllTogether) {
  on_random_tables(
      24,
      {{"l-distinct", "2"}, {"l-entropy", "1.7"}, {"l-recursive", "3,2"}, {"site-diversity", "2"}},
      4);
}

TEST(ReleaseModels, AlongAHierarchy) {
  on_random_tables(25, {{"hierarchy", towns()}}, 6);
  on_random_tables(26, {{"hierarchy", towns()}, {"site-diversity", "2"}, {"l-distinct", "2"}}, 4);
}

TEST(ReleaseModels, TheSiteAwareScore) {
  on_random_tables(27, {{"site-weight", "0.7"}, {"site-diversity", "2"}}, 6);
  on_random_tables(28, {{"site-weight", "1"}, {"site-diversity", "2"}}, 4);
  on_random_tables(29, {{"site-weight", "0.5"}, {"site-diversity", "2"}, {"hierarchy", towns()}},
                   4);
}

// What the release shows of the town has records of two sites; classes need not.
TEST(ReleaseModels, SitesHaveQuasiIdentifiersOfTheirOwn) {
  Sampler sampler(30);
  std::size_t few = 0;
  for (std::size_t round = 0; round < 4; ++round) {
    const auto whole = people(sampler, 90, 3);
    const Parameters parameters{
        {"quasi", "age,weight"}, {"site-quasi", "town"}, {"k", "3"},
        {"site-diversity", "3"}, {"site", "site"},       {"identifier", "ill"},
        {"most-names", "16"}};
    const auto parts = by_site(whole, 3);
    auto job = job_of(3, parameters, round % 2 == 0 ? Trust::HonestMajority : Trust::ByProtocol);
    (void)expect_plain(whole, parts, job);
    place_job(job, parts);
    const auto runs = testing_support::run_parts(parts, job);
    std::map<std::string, std::set<std::size_t>> of_town;
    std::map<std::string, std::set<std::size_t>> of_class;
    std::map<std::string, std::size_t> records;
    for (std::size_t site = 0; site < runs.size(); ++site) {
      const auto made = Json::parse(runs[site].answer.json);
      for (const auto& row : made.at("records")) {
        const auto shown = row.at(0).text() + "|" + row.at(1).text() + "|" + row.at(2).text();
        of_town[row.at(2).text()].insert(site);
        of_class[shown].insert(site);
        ++records[shown];
      }
    }
    for (const auto& [town, sites] : of_town) EXPECT_EQ(sites.size(), 3U) << town;
    for (const auto& [shown, count] : records) EXPECT_GE(count, 3U) << shown;
    for (const auto& [shown, sites] : of_class) few += sites.size() < 3 ? 1 : 0;
  }
  EXPECT_GT(few, 0U);
}

TEST(ReleaseModels, BadHierarchiesAreNamedBeforeAnythingStarts) {
  Sampler sampler(31);
  const auto whole = people(sampler, 30, 2);
  const auto message = [&](const std::string& hierarchy) -> std::string {
    auto job =
        job_of(2, {{"quasi", "age,town"}, {"k", "2"}, {"hierarchy", hierarchy}}, Trust::ByProtocol);
    try {
      place_job(job, by_site(whole, 2));
    } catch (const Error& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(message(towns()), "accepted");
  EXPECT_NE(message(hierarchies_text({{"town", "a;*\nb;*\n"}})).find("column 'town' has the value"),
            std::string::npos);
  EXPECT_NE(message(hierarchies_text({{"twon", "a;*\n"}})).find("'twon' is not one of --quasi"),
            std::string::npos);
  EXPECT_NE(message("town.csv").find("COLUMN=FILE"), std::string::npos);
}

// Sites that bring different hierarchies find out before they send anything of their data.
TEST(ReleaseModels, DifferentHierarchiesEndTheHandshake) {
  Sampler sampler(32);
  const auto whole = people(sampler, 30, 2);
  const auto parts = by_site(whole, 2);
  const auto other = hierarchies_text({{"town", "a;*\nb;*\nc;*\nd;*\ne;*\nf;*\ng;*\nh;*\n"}});
  std::vector<Job> jobs;
  for (const auto& text : {towns(), other}) {
    jobs.push_back(
        job_of(2, {{"quasi", "age,town"}, {"k", "2"}, {"hierarchy", text}}, Trust::ByProtocol));
    place_job(jobs.back(), parts);
  }
  const auto said = testing_support::run_many(2, [&](const protocol::Mesh& mesh) -> std::string {
    const auto own = mesh.own().index();
    std::vector<std::unique_ptr<net::Channel>> lines(2);
    for (const auto party : mesh.others()) {
      lines[party.index()] = std::make_unique<testing_support::BorrowedChannel>(
          protocol::protocol_only::line_to(mesh, party));
    }
    try {
      (void)session::Session::open({{"party-1", "party-2"}, mesh.own()}, std::move(lines),
                                   agreement_of(jobs[own], parts[own]), forecast_of(jobs[own]),
                                   crypto::Randomness());
    } catch (const Error& error) {
      return error.what();
    }
    return "connected";
  });
  for (const auto& text : said) EXPECT_NE(text.find("hierarchy"), std::string::npos) << text;
}

bool occurs(const std::vector<std::byte>& bytes, std::span<const std::byte> pattern) {
  // memmem, since a sanitizer makes a loop of our own ten times slower.
  return !bytes.empty() &&
         memmem(bytes.data(), bytes.size(), pattern.data(), pattern.size()) != nullptr;
}

// What no line ever carries, as text or as a number of eight bytes: values of the quasi-identifiers
// that are not ends of a released range, and columns that stay. Also where several sites are
// promised: of the medians that theorem 2 declares none is opened.
TEST(ReleaseModels, NoOriginalValueCrossesBesidesThoseShown) {
  std::vector<std::vector<std::string>> cells;
  std::vector<std::uint64_t> values;
  for (std::uint64_t r = 0; r < 48; ++r) {
    values.push_back(7'123'450'011 + r * r * 17 % 1'511);
    cells.push_back({std::to_string(values.back()), std::to_string(r % 5),
                     "Xq7-secret-" + std::to_string(r), "site " + std::to_string(r % 3)});
  }
  const auto whole = make_table({"income", "visits", "note", "site"}, cells);
  std::vector<DataSet> parts;
  for (std::size_t s = 0; s < 3; ++s) {
    std::vector<RowId> rows;
    for (std::uint32_t r = static_cast<std::uint32_t>(s); r < 48; r += 3) rows.emplace_back(r);
    parts.emplace_back(whole.select_rows(rows));
  }
  const Parameters by_size{{"quasi", "income,visits"}, {"k", "6"}};
  auto by_sites = by_size;
  by_sites.insert(by_sites.end(),
                  {{"site", "site"}, {"site-diversity", "2"}, {"site-weight", "0.5"}});
  for (const auto& [trust, parameters] :
       {std::pair(Trust::ByProtocol, by_sites), std::pair(Trust::HonestMajority, by_sites),
        std::pair(Trust::ByProtocol, by_size), std::pair(Trust::HonestMajority, by_size)}) {
    auto job = job_of(3, parameters, trust);
    place_job(job, parts);
    const auto runs = testing_support::run_parts(parts, job);
    std::string shown;
    for (const auto& run : runs) {
      const auto made = Json::parse(run.answer.json);
      for (const auto& row : made.at("records")) shown += row.at(0).text() + " ";
    }
    std::size_t looked_for = 0;
    for (const auto value : values) {
      const auto text = std::to_string(value);
      if (shown.find(text) != std::string::npos) continue;
      ++looked_for;
      for (const auto& run : runs) {
        for (const auto& bytes : run.received) {
          EXPECT_FALSE(occurs(bytes, std::as_bytes(std::span(text)))) << value;
          EXPECT_FALSE(occurs(bytes, std::as_bytes(std::span(&value, 1)))) << value;
        }
      }
    }
    EXPECT_GT(looked_for, 20U);
    const std::string secret = "secret";
    for (const auto& run : runs) {
      for (const auto& bytes : run.received) {
        EXPECT_FALSE(occurs(bytes, std::as_bytes(std::span(secret))));
      }
    }
  }
}

// Figure 3 of Jurczyk and Xiong (its records are not in the paper, its outcome is): nine records of
// two sites, and two sites in every class. By range alone there are classes of 5 and 4 records,
// which cannot be cut further; three of 3 where the score looks at the sites.
TEST(ReleaseModels, FigureThree) {
  const auto whole = make_table({"x", "y", "site"}, {{"4", "4", "b"},
                                                     {"2", "7", "a"},
                                                     {"1", "6", "a"},
                                                     {"2", "4", "b"},
                                                     {"3", "0", "b"},
                                                     {"6", "5", "b"},
                                                     {"8", "2", "a"},
                                                     {"8", "1", "b"},
                                                     {"1", "4", "a"}});
  std::vector<DataSet> parts;
  for (const std::string site : {"a", "b"}) {
    std::vector<RowId> rows;
    for (RowId r = 0; r < whole.rows(); ++r) {
      if (whole.column(2).text(r) == site) rows.push_back(r);
    }
    parts.emplace_back(whole.select_rows(rows));
  }
  const auto sizes = [&](const std::string& weight) {
    Parameters parameters{{"quasi", "x,y"}, {"k", "2"}, {"site", "site"}, {"site-diversity", "2"}};
    if (!weight.empty()) parameters.emplace_back("site-weight", weight);
    const auto made = expect_plain(whole, parts, job_of(2, parameters, Trust::ByProtocol));
    std::map<std::string, std::size_t> count;
    for (const auto& row : made.at("records")) ++count[row.at(0).text() + row.at(1).text()];
    std::multiset<std::size_t> out;
    for (const auto& [shown, records] : count) out.insert(records);
    return out;
  };
  EXPECT_EQ(sizes(""), (std::multiset<std::size_t>{4, 5}));
  EXPECT_EQ(sizes("0.7"), (std::multiset<std::size_t>{3, 3, 3}));
}

}  // namespace
}  // namespace privet::federation
