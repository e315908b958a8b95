// SPDX-License-Identifier: Apache-2.0
#include "federation/bayes/bayes_saved.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/json.h"
#include "base/sampling.h"
#include "federation/task/model_part.h"
#include "federation/tasks.h"
#include "mining/tree/tree_test_tables.h"
#include "tests/support/federation_parties.h"

namespace privet::federation {
namespace {

using testing_support::Line;
using testing_support::run_parts;

Job job_of(std::string task, std::size_t parties, Trust trust) {
  Job out;
  out.task = std::move(task);
  out.trust = trust;
  out.protocol = default_protocol(find_task(out.task, out.split), trust);
  out.parties = parties;
  out.run = "a run";
  return out;
}

// Nominal and numeric columns, with values missing.
Table people(Sampler& sampler, std::size_t rows) {
  std::vector<std::vector<std::string>> out;
  for (std::size_t r = 0; r < rows; ++r) {
    const auto ill = sampler.below(3);
    const auto missing = [&](std::string text) {
      return sampler.below(10) == 0 ? std::string("?") : std::move(text);
    };
    out.push_back({missing("town-" + std::to_string(sampler.below(3))),
                   missing(std::to_string(40 + 9 * ill + sampler.below(25))),
                   missing("0.0" + std::to_string(10 + sampler.below(40) + 5 * ill)),
                   missing(ill + sampler.below(3) > 2 ? "smokes" : "never"),
                   "state-" + std::to_string(ill)});
  }
  return make_table({"town", "age", "dose", "habit", "state"}, out);
}

std::vector<std::string> learn_parts(const Table& table, std::size_t parties, Trust trust,
                                     const std::string& class_name) {
  const auto parts = split_data(table, Split::Vertical, parties);
  auto job = job_of("mine bayes", parties, trust);
  job.parameters = {{"class", class_name}};
  place_job(job, parts);
  std::vector<std::string> out;
  for (const auto& run : run_parts(parts, job)) out.push_back(run.answer.part);
  return out;
}

// The classes that saved parts give, and what of it the party has.
struct Classified {
  Answer answer;
  std::vector<Answer> parts;
};

Classified classify(const std::vector<std::string>& models, const Table& rows, Trust trust,
                    Line line = Line::Memory, std::string learns = {}) {
  auto parts = parts_with_rows(models, rows);
  const auto whole = parts.back();
  parts.pop_back();
  auto job = job_of("mine bayes --saved", parts.size(), trust);
  if (!learns.empty()) job.parameters = {{"learns", std::move(learns)}};
  place_job(job, parts);
  const auto task = find_task(job.task, job.split);
  Classified out;
  std::vector<std::vector<protocol::LedgerEntry>> ledgers;
  for (const auto& run : run_parts(parts, job, line)) {
    out.parts.push_back(run.answer);
    ledgers.push_back(run.ledger.entries());
  }
  EXPECT_EQ(protocol::disagreements(ledgers), std::vector<std::string>{});
  out.answer = task.join(out.parts);
  const auto settings = job_settings(task, job);
  EXPECT_TRUE(out.answer.json == task.plain(whole, settings, {}).json ||
              task.near(out.answer, whole, settings, {}));
  return out;
}

// What the plain model of the table says.
std::string plain_classes(const Table& table, const Table& rows, const std::string& class_name) {
  const auto task = find_task("mine bayes", Split::Vertical);
  auto job = job_of("mine bayes", 2, Trust::ByProtocol);
  job.parameters = {{"class", class_name}};
  const auto answer = task.plain(TablePair{table, rows, rows.rows()}, job_settings(task, job), {});
  return Json::parse(answer.json).at("predictions").dump();
}

TEST(BayesSaved, ClassesAreThoseOfThePlainModel) {
  Sampler sampler(7);
  for (std::size_t round = 0; round < 5; ++round) {
    SCOPED_TRACE(round);
    const auto trust = round % 3 == 1 ? Trust::HonestMajority : Trust::ByProtocol;
    const std::size_t parties = trust == Trust::HonestMajority ? 3 : 2 + round % 4;
    const auto table = people(sampler, 60 + 20 * round);
    const auto rows = people(sampler, 40);
    const auto models = learn_parts(table, parties, trust, "state");
    const auto found = classify(models, rows, trust, round == 2 ? Line::Tls : Line::Memory);
    EXPECT_EQ(Json::parse(found.answer.json).at("predictions").dump(),
              plain_classes(table, rows, "state"));
  }
}

TEST(BayesSaved, OnlyTheNamedPartyLearnsTheClasses) {
  Sampler sampler(3);
  const auto table = people(sampler, 50);
  const auto models = learn_parts(table, 3, Trust::ByProtocol, "state");
  const auto has = [](const Answer& answer) {
    return !Json::parse(answer.json).at("predictions").is_null();
  };
  const auto mine = classify(models, table, Trust::ByProtocol);
  EXPECT_FALSE(has(mine.parts[0]));
  EXPECT_FALSE(has(mine.parts[1]));
  EXPECT_TRUE(has(mine.parts[2]));  // town and age | dose and habit | state
  const auto second = classify(models, table, Trust::ByProtocol, Line::Memory, "party-2");
  EXPECT_FALSE(has(second.parts[2]));
  EXPECT_TRUE(has(second.parts[1]));
}

// Rows that saved parts classify: no name or value of another party is on a line.
TEST(BayesSaved, NoNameOrValueCrosses) {
  Sampler sampler(9);
  const auto table = people(sampler, 50);
  // Nothing shorter than five letters: random bytes hold any three of them soon.
  std::vector<std::string> words{"town-", "smokes", "never", "state-", "habit"};
  for (std::size_t r = 0; r < table.rows(); ++r) {
    const auto dose = table.all()[2].text(static_cast<RowId>(r));
    if (dose.size() >= 5) words.emplace_back(dose);
  }
  ASSERT_GT(words.size(), 30U);
  for (const auto trust : {Trust::ByProtocol, Trust::HonestMajority}) {
    auto parts = parts_with_rows(learn_parts(table, 3, trust, "state"), table);
    parts.pop_back();
    auto job = job_of("mine bayes --saved", parts.size(), trust);
    place_job(job, parts);
    for (const auto& run : run_parts(parts, job)) {
      for (const auto& bytes : run.received) {
        const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        for (const auto& word : words) {
          EXPECT_EQ(text.find(word), std::string::npos) << word;
        }
      }
    }
  }
}

// The model's numbers are shares: at the first two parties, or at all three.
TEST(BayesSaved, APartHasItsOwnersNamesAndSharesOnly) {
  const auto table = mining::weather();
  const auto models = learn_parts(table, 3, Trust::ByProtocol, "play");
  const auto shares = [&](std::size_t party) {
    const auto part = read_part(models[party], "bayes part", "the part");
    return part.at("shares").get<std::string>();
  };
  EXPECT_FALSE(shares(0).empty());
  EXPECT_EQ(shares(0).size(), shares(1).size());
  EXPECT_EQ(shares(2), "");
  const auto parts = split_data(table, Split::Vertical, 3);
  for (std::size_t p = 0; p < parts.size(); ++p) {
    for (std::size_t q = 0; q < parts.size(); ++q) {
      for (const auto& column : table_of(parts[q])->all()) {
        const auto there = models[p].find('"' + column.name + '"') != std::string::npos;
        EXPECT_EQ(there, p == q) << p << " " << column.name;
      }
    }
  }
}

std::string message_of(const auto& act) {
  try {
    act();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(BayesSaved, PartsThatDoNotFitAreRefused) {
  const auto table = mining::weather();
  const auto models = learn_parts(table, 3, Trust::ByProtocol, "play");
  const auto refused = [&](const std::vector<std::string>& given, Trust trust) {
    return message_of([&] { (void)classify(given, table, trust); });
  };
  EXPECT_EQ(refused(models, Trust::HonestMajority),
            "--trust: party-1's part of the model was saved with --trust protocol: give the same");
  EXPECT_EQ(refused({models[1], models[0], models[2]}, Trust::ByProtocol),
            "--saved: party-1's part of the model is that of party-2");
  auto damaged = models;
  damaged[0].replace(damaged[0].find("shares") + 12, 1, "x");
  EXPECT_NE(refused(damaged, Trust::ByProtocol).find("not hexadecimal"), std::string::npos);
}

// Any byte of a part may be wrong: it is read as it is, or refused, and nothing else happens.
TEST(BayesSaved, DamagedPartsAreRefused) {
  const auto table = mining::weather();
  const auto models = learn_parts(table, 2, Trust::ByProtocol, "play");
  const auto task = find_task("mine bayes --saved", Split::Vertical);
  Sampler sampler(3);
  for (int i = 0; i < 400; ++i) {
    auto damaged = models;
    auto& text = damaged[sampler.below(2)];
    text[sampler.below(text.size())] = static_cast<char>(' ' + sampler.below(95));
    try {
      const auto whole = parts_with_rows(damaged, table).back();
      (void)task.plain(whole, Settings(task.parameters), {});
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Input) << error.what();
    }
  }
}

TEST(BayesSaved, WhatIsNotForecastIsRefused) {
  const auto table = mining::weather();
  const auto models = learn_parts(table, 2, Trust::ByProtocol, "play");
  auto parts = parts_with_rows(models, table);
  parts.pop_back();
  auto job = job_of("mine bayes --saved", 2, Trust::ByProtocol);
  job.parameters = {{"learns", "all"}};
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
