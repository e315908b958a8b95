// SPDX-License-Identifier: Apache-2.0
// Three parties whose data lie in a CSV file, an SQLite file and a PostgreSQL server, and jobs
// whose results are compared with the plain algorithm's over the whole.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/run.h"
#include "data/sqlite/write_sqlite.h"
#include "federation/task/row_parts.h"
#include "federation/tasks.h"
#include "party/proposal/proposal.h"
#include "tests/support/postgres_server.h"
#include "tests/system/daemons.h"
#include "tests/system/tables.h"

namespace privet::testing_support {

using federation::Answer;
using federation::DataSet;

inline const std::vector<std::string> kParties{"hospital-a", "hospital-b", "insurer"};

// Who has which columns, and which rows.
struct Shares {
  std::vector<std::vector<std::size_t>> columns;
  std::vector<std::pair<std::size_t, std::size_t>> rows;
};

struct TaskScene {
  People people{90};
  Daemons daemons{kParties};
  PostgresServer server{PostgresServer::Listens::OnAPort};

  // The tasks that found what the plain algorithm finds, with their splits.
  std::set<std::pair<std::string, federation::Split>> seen;

  TaskScene() {
    for (const auto& name : kParties) {
      daemons.set_policy(name,
                         "[[rule]]\ndecide = \"automatic\"\nweak = true\n"
                         "trust = [\"protocol\", \"honest-majority\"]\n");
    }
    daemons.start_all();
    daemons.meet_all();
  }

  enum class Order { Kept, Shuffled };

  // The first has a CSV file, the second SQLite, the third a PostgreSQL server.
  void share(const std::string& name, const Shares& shares, Order order = Order::Kept) {
    for (std::size_t p = 0; p < kParties.size(); ++p) {
      auto part = table(shares, p);
      if (order == Order::Shuffled) {
        std::vector<RowId> rows(part.rows());
        std::iota(rows.begin(), rows.end(), RowId{0});
        std::shuffle(rows.begin(), rows.end(), std::mt19937(static_cast<unsigned>(p)));
        part = part.select_rows(rows);
      }
      register_table(name, p, part);
    }
  }
  void register_table(const std::string& name, std::size_t party, const Table& table) {
    const Run run;
    const auto& owner = kParties[party];
    if (party == 0 || (party == 2 && !server.runs())) {
      daemons.add_csv(owner, name, csv_of(table));
    } else if (party == 1) {
      write_sqlite(table, daemons.folder(owner).root + "/" + name + ".sqlite", "data", run);
      daemons.add_config(owner, "[tables." + name + "]\nfile = \"" + name +
                                    ".sqlite\"\nquery = \"SELECT * FROM data\"\n");
    } else {
      register_postgres(name, owner, table);
    }
  }
  [[nodiscard]] Table table(const Shares& shares, std::size_t party) const {
    return people.table(shares.columns[party], shares.rows[party].first, shares.rows[party].second);
  }

  // Runs it, and compares with the plain algorithm over the whole. The id of the job.
  std::string check(const std::string& job, const Shares& shares) {
    const auto proposal = party::parse_job_file(job, "job.toml");
    DataSet whole;
    if (proposal.job.split == federation::Split::Vertical) {
      std::vector<DataSet> parts;
      for (std::size_t p = 0; p < kParties.size(); ++p) parts.emplace_back(table(shares, p));
      whole = federation::join_columns(parts);
    } else {
      whole = pooled_rows(proposal, shares);
    }
    return check_against(job, whole);
  }
  std::string check_against(const std::string& job, const DataSet& whole) {
    auto id = daemons.submit(kParties[1], job);
    const auto shown = daemons.ask(kParties[1], {{"do", "show"}, {"id", id}});
    const auto proposal = party::proposal_of(shown.at("document"));
    std::vector<Answer> answers;
    take_answers(id, proposal.parties, answers);
    if (answers.size() < proposal.parties.size()) return id;
    const auto task = federation::find_task(proposal.job.task, proposal.job.split);
    const auto settings = federation::job_settings(task, proposal.job);
    const Run run;
    const auto plain = task.plain(whole, settings, run);
    const auto found = task.join ? task.join(answers) : answers.front();
    const auto sorted = [](const Answer& one) {
      return Answer{Json::parse(one.json).dump(), one.gist};
    };
    const bool same = federation::same_answer(task, sorted(found), sorted(plain)) ||
                      (task.near && task.near(found, whole, settings, run));
    EXPECT_TRUE(same) << proposal.job.task << "\n" << found.json << "\n" << plain.json;
    if (same) seen.emplace(proposal.job.task, proposal.job.split);
    return id;
  }

  // All parts of the model of this job, and the rows.
  [[nodiscard]] DataSet saved_whole(const std::string& id, const Shares& shares) const {
    federation::ModelPart out;
    std::vector<DataSet> parts;
    for (std::size_t p = 0; p < kParties.size(); ++p) {
      out.models.push_back(
          daemons.ask(kParties[p], {{"do", "result"}, {"id", id}}).at("model").text());
      parts.emplace_back(table(shares, p));
    }
    out.rows = federation::join_columns(parts);
    out.count = out.rows.rows();
    return out;
  }

 private:
  [[nodiscard]] static std::string csv_of(const Table& table) {
    std::string out;
    for (std::size_t c = 0; c < table.columns(); ++c) {
      out += (c == 0 ? "" : ",") + table.column(static_cast<AttributeId>(c)).name;
    }
    out += "\n";
    for (std::size_t r = 0; r < table.rows(); ++r) {
      for (std::size_t c = 0; c < table.columns(); ++c) {
        out += (c == 0 ? "" : ",") + cell(table, r, c);
      }
      out += "\n";
    }
    return out;
  }
  [[nodiscard]] static std::string cell(const Table& table, std::size_t row, std::size_t column) {
    const auto& one = table.column(static_cast<AttributeId>(column));
    return std::string(one.dictionary.text(one.codes[row]));
  }
  void register_postgres(const std::string& name, const std::string& owner, const Table& table) {
    std::string sql = "CREATE TABLE " + name + "(at integer";
    std::string columns;
    for (const auto& column : table.all()) {
      sql += ", \"" + column.name + "\" text";
      columns += (columns.empty() ? "" : ", ") + ("\\\"" + column.name + "\\\"");
    }
    sql += ");\n";
    for (std::size_t r = 0; r < table.rows(); ++r) {
      sql += "INSERT INTO " + name + " VALUES (" + std::to_string(r);
      for (std::size_t c = 0; c < table.columns(); ++c) sql += ", '" + cell(table, r, c) + "'";
      sql += ");\n";
    }
    const auto file = daemons.place().path(name + ".sql");
    write_file(file, sql);
    ASSERT_TRUE(server.load(file));
    daemons.add_config(owner, "[tables." + name + "]\npostgres = \"" + server.connection() +
                                  "\"\nquery = \"SELECT " + columns + " FROM " + name +
                                  " ORDER BY at\"\n");
  }
  [[nodiscard]] DataSet pooled_rows(const party::Proposal& proposal, const Shares& shares) const {
    const auto task = federation::find_task(proposal.job.task, proposal.job.split);
    std::vector<DataSet> parts;
    for (std::size_t p = 0; p < kParties.size(); ++p) parts.emplace_back(table(shares, p));
    const auto categories = task.categories
                                ? task.categories(federation::job_settings(task, proposal.job))
                                : std::vector<std::string>();
    parts = federation::with_codebook(
        parts, categories, task.codebook ? federation::Codebook::Union : federation::Codebook::Own);
    return federation::join_rows(parts);
  }

  // Every party's, with what it has kept of the run.
  void take_answers(const std::string& id, const std::vector<std::string>& parties,
                    std::vector<Answer>& answers) {
    for (const auto& name : parties) {
      const auto ended = daemons.wait(name, id);
      ASSERT_EQ(ended.at("state").text(), "done") << name << ": " << ended.dump(1);
      const auto result = daemons.ask(name, {{"do", "result"}, {"id", id}});
      answers.push_back({result.at("answer").dump(), result.at("gist").text()});
      const auto& lines = result.at("record").at("connections");
      EXPECT_EQ(lines.size(), parties.size() - 1);
      for (const auto& line : lines) {
        EXPECT_EQ(line.at("version").text(), "TLSv1.3");
        const auto peer = line.at("peer").text();
        EXPECT_EQ(line.at("certificate").text(),
                  net::fingerprint(party::read_identity(daemons.folder(peer)).certificate));
      }
      EXPECT_FALSE(daemons.ask(name, {{"do", "ledger"}, {"id", id}}).at("ledger").empty());
    }
  }
};

inline std::string job_head(const std::string& task, const std::string& split,
                            const std::string& table) {
  return "task = \"" + task + "\"\nsplit = \"" + split +
         "\"\nparties = [\"hospital-a\", \"hospital-b\", \"insurer\"]\ntable = \"" + table + "\"\n";
}

inline constexpr std::string_view kCategories =
    "[categories]\nsex = [\"f\", \"m\"]\nsmoker = [\"yes\", \"no\"]\nbmi = [\"low\", \"high\"]\n"
    "ill = [\"yes\", \"no\"]\n";

// One federation for all tests: to start it takes longer than most jobs.
class PartyTasks : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    scene_ = std::make_unique<TaskScene>();
    if (scene_->server.installed()) {
      ASSERT_TRUE(scene_->server.runs());
    } else {
      std::cout << "no PostgreSQL here: the third has a CSV file\n";
    }
  }
  // Where all tests were run, every task was.
  static void TearDownTestSuite() {
    const auto& all = *::testing::UnitTest::GetInstance();
    if (all.test_to_run_count() == all.total_test_count()) {
      for (const auto& task : federation::all_tasks()) {
        EXPECT_TRUE(scene_->seen.contains({task.name, task.split}))
            << task.name << " over a " << federation::split_name(task.split)
            << " split was not run at daemons";
      }
    }
    scene_.reset();
  }
  static inline std::unique_ptr<TaskScene> scene_;
};

}  // namespace privet::testing_support
