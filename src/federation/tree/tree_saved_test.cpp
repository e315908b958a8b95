// SPDX-License-Identifier: Apache-2.0
#include "federation/tree/tree_saved.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/json.h"
#include "base/sampling.h"
#include "federation/tasks.h"
#include "mining/tree/tree_test_tables.h"
#include "tests/support/federation_parties.h"

namespace privet::federation {
namespace {

using testing_support::Line;
using testing_support::run_parts;

Job job_of(std::string task, std::size_t parties, Trust trust = Trust::ByProtocol) {
  Job out;
  out.task = std::move(task);
  out.trust = trust;
  out.protocol = default_protocol(find_task(out.task, out.split), trust);
  out.parties = parties;
  out.run = "a run";
  return out;
}

std::vector<std::string> learn_parts(const std::vector<DataSet>& parts, Trust trust,
                                     const std::string& class_name) {
  auto job = job_of("mine tree", parts.size(), trust);
  job.parameters = {{"class", class_name}};
  place_job(job, parts);
  std::vector<std::string> out;
  for (const auto& run : run_parts(parts, job)) out.push_back(run.answer.part);
  return out;
}

// What the plain model says of the rows, by the walk that has all columns.
std::vector<std::string> plain_classes(const Table& table, const Table& rows,
                                       const std::string& class_name) {
  const auto task = find_task("mine tree", Split::Vertical);
  Job job = job_of("mine tree", 2);
  job.parameters = {{"class", class_name}};
  const auto answer = task.plain(TablePair{table, rows, rows.rows()}, job_settings(task, job), {});
  std::vector<std::string> out;
  const auto found = Json::parse(answer.json);
  for (const auto& one : found.at("predictions")) out.push_back(one.dump());
  return out;
}

std::vector<std::string> saved_classes(std::vector<std::string> models, const Table& rows,
                                       Line line) {
  auto parts = parts_with_rows(models, rows);
  const auto whole = parts.back();
  parts.pop_back();
  auto job = job_of("mine tree --saved", parts.size());
  place_job(job, parts);
  const auto runs = run_parts(parts, job, line);
  const auto plain = find_task(job.task, job.split).plain(whole, Settings({}), {});
  std::vector<std::string> out;
  for (const auto& run : runs) EXPECT_EQ(run.answer.json, plain.json);
  const auto found = Json::parse(plain.json);
  for (const auto& one : found.at("predictions")) out.push_back(one.dump());
  return out;
}

TEST(TreeSaved, ClassesAreThoseOfThePlainTree) {
  Sampler sampler(5);
  for (std::size_t round = 0; round < 8; ++round) {
    SCOPED_TRACE(round);
    const auto trust = round % 4 == 1 ? Trust::HonestMajority : Trust::ByProtocol;
    const std::size_t parties = trust == Trust::HonestMajority ? 3 : 2 + round % 4;
    const mining::RandomShape shape{.rows = 30 + 10 * round,
                                    .columns = 5,
                                    .values = 2 + round % 3,
                                    .classes = 2 + round % 2,
                                    .numeric = false,
                                    .missing = round % 2 == 0 ? 0.0 : 0.1};
    const auto table = mining::random_table(sampler, shape);
    auto more = shape;
    more.values = 5;  // also values that the tree does not know
    const auto rows = mining::random_table(sampler, more);
    const auto models = learn_parts(split_data(table, Split::Vertical, parties), trust, "class");
    EXPECT_EQ(saved_classes(models, rows, round == 2 ? Line::Tls : Line::Memory),
              plain_classes(table, rows, "class"));
  }
}

// All rows walk at the same time.
TEST(TreeSaved, RoundsDoNotGrowWithTheRowsToClassify) {
  Sampler sampler(6);
  mining::RandomShape shape{.rows = 60, .columns = 5, .values = 3, .classes = 2, .numeric = false};
  const auto table = mining::random_table(sampler, shape);
  const auto models =
      learn_parts(split_data(table, Split::Vertical, 3), Trust::ByProtocol, "class");
  const auto rounds = [&](std::size_t rows) {
    shape.rows = rows;
    auto parts = parts_with_rows(models, mining::random_table(sampler, shape));
    parts.pop_back();
    auto job = job_of("mine tree --saved", parts.size());
    place_job(job, parts);
    return run_parts(parts, job)[0].rounds;
  };
  const auto few = rounds(300);
  EXPECT_EQ(rounds(3000), few);
}

// Names and values of weather are words: none stands in the part of a party that does not have it.
TEST(TreeSaved, APartHasOnlyItsOwnersNamesAndValues) {
  const auto table = mining::weather();
  const auto parts =
      split_columns(table, std::vector<std::vector<std::string>>{
                               {"humidity", "windy"}, {"outlook", "temperature"}, {"play"}});
  const auto models = learn_parts(parts, Trust::ByProtocol, "play");
  const auto has = [&](std::size_t party, const std::string& word) {
    return models[party].find('"' + word + '"') != std::string::npos;
  };
  for (std::size_t p = 0; p < parts.size(); ++p) {
    for (std::size_t q = 0; q < parts.size(); ++q) {
      if (p == q) continue;
      for (const auto& column : table_of(parts[q])->all()) {
        EXPECT_FALSE(has(p, column.name)) << p << " " << column.name;
        for (std::size_t v = 0; v < column.dictionary.size(); ++v) {
          const std::string value(column.dictionary.text(static_cast<ValueId>(v)));
          EXPECT_FALSE(has(p, value)) << p << " " << value;
        }
      }
    }
  }
  EXPECT_TRUE(has(0, "windy"));
  EXPECT_TRUE(has(1, "overcast"));
  EXPECT_TRUE(has(2, "yes"));
  EXPECT_FALSE(has(1, "temperature"));  // no node tests it
}

// Rows that walk by saved parts: no name or value of another party is on a line.
TEST(TreeSaved, NoNameOrValueCrosses) {
  const auto table = mining::weather();
  auto parts = parts_with_rows(
      learn_parts(split_data(table, Split::Vertical, 3), Trust::ByProtocol, "play"), table);
  parts.pop_back();
  auto job = job_of("mine tree --saved", parts.size());
  place_job(job, parts);
  for (const auto& run : run_parts(parts, job)) {
    ASSERT_FALSE(run.received.empty());
    for (const auto& bytes : run.received) {
      const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
      for (const auto* word :
           {"outlook", "humidity", "windy", "play", "sunny", "overcast", "normal", "false"}) {
        EXPECT_EQ(text.find(word), std::string::npos) << word;
      }
    }
  }
}

TEST(TreeSaved, PartsThatDoNotFitAreRefusedWithTheParty) {
  const auto table = mining::weather();
  const auto parts = split_data(table, Split::Vertical, 3);
  const auto models = learn_parts(parts, Trust::ByProtocol, "play");
  const auto refused = [&](const std::vector<std::string>& given) {
    auto all = parts_with_rows(given, table);
    all.pop_back();
    auto job = job_of("mine tree --saved", all.size());
    try {
      place_job(job, all);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(refused(models), "");
  EXPECT_EQ(refused({models[1], models[0], models[2]}),
            "--saved: party-1's part of the model is that of party-2");
  EXPECT_EQ(refused({models[0], models[1]}),
            "--saved: party-1's part of the model is one of 3, and there are 2 parties");
  auto other = models[1];
  other.replace(other.find("a run"), 5, "b run");
  EXPECT_EQ(refused({models[0], other, models[2]}),
            "--saved: party-2's part of the model is not of the same model as party-1's");
}

// Any byte of a part may be wrong: it is read as it is, or refused, and nothing else happens.
TEST(TreeSaved, DamagedPartsAreRefused) {
  const auto table = mining::weather();
  const auto models = learn_parts(split_data(table, Split::Vertical, 2), Trust::ByProtocol, "play");
  const auto task = find_task("mine tree --saved", Split::Vertical);
  Sampler sampler(3);
  for (int i = 0; i < 400; ++i) {
    auto damaged = models;
    auto& text = damaged[sampler.below(2)];
    text[sampler.below(text.size())] = static_cast<char>(' ' + sampler.below(95));
    try {
      (void)task.plain(parts_with_rows(damaged, table).back(), Settings({}), {});
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Input) << error.what();
    }
  }
}

}  // namespace
}  // namespace privet::federation
