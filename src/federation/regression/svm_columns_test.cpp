// SPDX-License-Identifier: Apache-2.0
#include "federation/regression/svm_columns.h"

#include <gtest/gtest.h>

#include <cstring>

#include "base/error.h"
#include "base/json.h"
#include "base/sampling.h"
#include "data/formats/open_table.h"
#include "federation/task/model_part.h"
#include "federation/tasks.h"
#include "tests/support/federation_parties.h"
#include "tests/support/shared_data.h"

namespace privet::federation {
namespace {

using testing_support::Line;
using testing_support::PartyRun;
using testing_support::run_parts;
using testing_support::shared_data;

Job job_of(std::size_t parties, std::string class_name, std::string kernel_rows) {
  Job out;
  out.task = "mine svm";
  out.protocol = "random-kernel";
  out.allow_weak = true;
  out.parties = parties;
  out.run = "a run";
  out.parameters = {{"class", std::move(class_name)}, {"kernel-rows", std::move(kernel_rows)}};
  return out;
}

Table patients(Sampler& sampler, std::size_t rows) {
  std::vector<std::vector<std::string>> cells;
  for (std::size_t r = 0; r < rows; ++r) {
    const double age = 60 + 9 * sampler.normal();
    const double dose = 30 + 5 * sampler.normal();
    const double height = 170 + 8 * sampler.normal();
    const bool old = age + dose + 3 * sampler.normal() > 90;
    cells.push_back({std::to_string(age), std::to_string(dose), sampler.below(2) == 0 ? "f" : "m",
                     std::to_string(height), "town-" + std::to_string(sampler.below(4)),
                     old ? "old" : "young"});
  }
  return make_table({"age", "dose", "sex", "height", "town", "state"}, cells);
}

std::vector<PartyRun> expect_plain_machine(const Table& table, const Table& more, Job job,
                                           Line line = Line::Memory) {
  const auto parts = with_rows_to_classify(split_data(table, job.split, job.parties), more);
  place_job(job, parts);
  auto runs = run_parts(parts, job, line);
  const auto task = find_task(job.task, job.split);
  std::vector<Answer> answers;
  std::vector<std::vector<protocol::LedgerEntry>> ledgers;
  for (const auto& run : runs) {
    answers.push_back(run.answer);
    ledgers.push_back(run.ledger.entries());
  }
  const auto found = task.join(answers);
  const DataSet whole = TablePair{table, more};
  EXPECT_TRUE(task.near(found, whole, job_settings(task, job), {}));
  EXPECT_EQ(protocol::disagreements(ledgers), std::vector<std::string>{});
  // Other weights are not taken for them.
  auto wrong = Json::parse(found.json);
  wrong["model"]["gamma"] = wrong["model"]["gamma"].get<double>() + 0.01;
  EXPECT_FALSE(task.near({wrong.dump(), ""}, whole, job_settings(task, job), {}));
  return runs;
}

TEST(SvmColumns, TheMachineIsThePlainOneOnTheSameKernel) {
  for (std::size_t parties = 2; parties <= 5; ++parties) {
    SCOPED_TRACE(parties);
    Sampler sampler(parties);
    const auto table = patients(sampler, 90);
    const auto runs =
        expect_plain_machine(table, patients(sampler, 30), job_of(parties, "state", "4"),
                             parties == 3 ? Line::Tls : Line::Memory);
    EXPECT_LE(runs[0].rounds, 12U * parties);
  }
}

TEST(SvmColumns, RealData) {
  PRIVET_NEED_DATA("iris/iris.csv");
  const Table all = read_table({.path = shared_data("iris/iris.csv")}, privet::Run()).table;
  std::vector<RowId> rows;
  for (std::size_t r = 0; r < 100; ++r) rows.emplace_back(r);  // two of the three kinds
  const auto table = all.select_rows(rows);
  const auto name = table.column(static_cast<AttributeId>(table.columns() - 1)).name;
  std::vector<Answer> answers;
  auto job = job_of(3, name, "4");
  for (const auto& run : expect_plain_machine(table, table, job)) answers.push_back(run.answer);
  const auto found = Json::parse(find_task(job.task, job.split).join(answers).json);
  std::size_t right = 0;
  const auto& column = table.column(table.require(name, ""));
  for (RowId r = 0; r < table.rows(); ++r) {
    right += found.at("predictions")[std::size_t{r}] == Json(std::string(column.text(r))) ? 1 : 0;
  }
  EXPECT_GE(right, 99U);
}

// A party's numbers and names stay with it: what crosses are the combinations that the forecast
// lists.
TEST(SvmColumns, NoNameOrValueCrosses) {
  Sampler sampler(9);
  const auto table = patients(sampler, 40);
  const auto& ages = table.column(0);
  for (const auto& run : expect_plain_machine(table, table, job_of(3, "state", "2"))) {
    for (const auto& bytes : run.received) {
      const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
      for (const auto* word : {"age", "height", "town", "state", "young", "sex"}) {
        EXPECT_EQ(text.find(word), std::string::npos) << word;
      }
      for (RowId r = 0; r < table.rows(); ++r) {
        const double age = std::stod(std::string(ages.text(r)));
        std::string number(sizeof(age), '\0');
        std::memcpy(number.data(), &age, sizeof(age));
        EXPECT_EQ(text.find(number), std::string::npos) << age;
      }
    }
  }
}

// With as many combinations as a party has columns, who knows a few rows has all others.
TEST(SvmColumns, TheRiskIsMeasured) {
  Sampler sampler(5);
  const auto table = patients(sampler, 200);
  const auto risk = [&](const std::string& kernel_rows) {
    const auto runs = expect_plain_machine(table, table, job_of(2, "state", kernel_rows));
    return Json::parse(runs[0].answer.json).at("risk");
  };
  const auto all = risk("4");  // age, dose and sex
  EXPECT_EQ(all.at("found"), all.at("cells"));
  EXPECT_GT(all.at("cells").get<std::uint64_t>(), 4U * all.at("guessed").get<std::uint64_t>());
  const auto few = risk("1");
  EXPECT_LT(2 * few.at("found").get<std::uint64_t>(), few.at("cells").get<std::uint64_t>());
}

TEST(SvmColumns, SavedPartsClassify) {
  for (const std::size_t parties : {2U, 4U}) {
    Sampler sampler(parties);
    const auto table = patients(sampler, 80);
    const auto rows = patients(sampler, 25);
    const auto runs = expect_plain_machine(table, rows, job_of(parties, "state", "4"));
    std::vector<std::string> models;
    std::string expected;
    for (const auto& run : runs) {
      models.push_back(run.answer.part);
      const auto there = Json::parse(run.answer.json).at("predictions");
      if (!there.is_null()) expected = there.dump();
    }
    auto parts = parts_with_rows(models, rows);
    const auto whole = parts.back();
    parts.pop_back();
    auto job = job_of(parties, "state", "4");
    job.task = "mine svm --saved";
    job.parameters = {};
    place_job(job, parts);
    const auto task = find_task(job.task, job.split);
    std::vector<Answer> answers;
    for (const auto& run : run_parts(parts, job)) answers.push_back(run.answer);
    EXPECT_EQ(Json::parse(task.join(answers).json).at("predictions").dump(), expected);
    EXPECT_EQ(task.plain(whole, job_settings(task, job), {}).json, task.join(answers).json);
  }
}

TEST(SvmColumns, RefusesWhatDoesNotFit) {
  const auto message = [](const Table& table, Job job) -> std::string {
    try {
      check_job(find_task(job.task, job.split), job);
      const auto parts = split_data(table, job.split, job.parties);
      place_job(job, parts);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  Sampler sampler(1);
  const auto table = patients(sampler, 20);
  auto weak = job_of(2, "state", "2");
  weak.allow_weak = false;
  EXPECT_NE(message(table, weak).find("; insist with --allow-weak"), std::string::npos);
  EXPECT_EQ(message(table, job_of(2, "status", "2")), "--class: no party has a column 'status'");
  EXPECT_EQ(message(table, job_of(2, "town", "2")),
            "--class: party-2: a support vector machine needs exactly two classes; there are 4 in "
            "column 'town'");
  const auto hole = make_table({"a", "b", "c"}, {{"1", "2", "x"}, {"?", "3", "y"}});
  EXPECT_EQ(message(hole, job_of(2, "c", "2")),
            "party-1: row 2 has no value in column 'a': leave such rows or the column out");
}

TEST(SvmColumns, WhatIsNotForecastIsRefused) {
  Sampler sampler(2);
  const auto parts = split_data(patients(sampler, 12), Split::Vertical, 2);
  auto job = job_of(2, "state", "2");
  place_job(job, parts);
  const auto whole = forecast_of(job);
  for (std::size_t left_out = 0; left_out < whole.size(); ++left_out) {
    // The class site learns no classes.
    if (whole[left_out].recipient.index() == job.class_site &&
        whole[left_out].label.find("class of each row") != std::string::npos) {
      continue;
    }
    auto less = whole;
    less.erase(less.begin() + static_cast<std::ptrdiff_t>(left_out));
    EXPECT_THROW((void)run_parts(parts, job, Line::Memory, less), Error) << whole[left_out].label;
  }
}

}  // namespace
}  // namespace privet::federation
