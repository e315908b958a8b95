// SPDX-License-Identifier: Apache-2.0
// Three daemons, from invitation to result: what they find is what the plain algorithm finds.
#include <gtest/gtest.h>

#include "base/run.h"
#include "data/sqlite/write_sqlite.h"
#include "federation/task/row_parts.h"
#include "federation/tasks.h"
#include "party/proposal/proposal.h"
#include "tests/support/postgres_server.h"
#include "tests/system/daemons.h"
#include "tests/system/tables.h"

namespace privet {
namespace {

using federation::Answer;
using federation::DataSet;
using testing_support::Daemons;
using testing_support::People;

const std::vector<std::string> kParties{"hospital-a", "hospital-b", "insurer"};

// Who has which columns, and which rows.
struct Shares {
  std::vector<std::vector<std::size_t>> columns;
  std::vector<std::pair<std::size_t, std::size_t>> rows;
};

struct Scene {
  People people{90};
  Daemons daemons{kParties};
  testing_support::PostgresServer server;

  Scene() {
    daemons.start_all();
    daemons.meet_all();
  }

  // The first has a CSV file, the second SQLite, the third a PostgreSQL server.
  void share(const std::string& name, const Shares& shares) {
    const Run run;
    daemons.add_csv(kParties[0], name,
                    people.csv(shares.columns[0], shares.rows[0].first, shares.rows[0].second));
    const auto path = daemons.folder(kParties[1]).root + "/" + name + ".sqlite";
    write_sqlite(table(shares, 1), path, "data", run);
    daemons.add_config(kParties[1], "[tables." + name + "]\nfile = \"" + name +
                                        ".sqlite\"\nquery = \"SELECT * FROM data\"\n");
    if (!server.runs()) {
      daemons.add_csv(kParties[2], name,
                      people.csv(shares.columns[2], shares.rows[2].first, shares.rows[2].second));
      return;
    }
    std::string sql = "CREATE TABLE " + name + "(at integer";
    for (const auto c : shares.columns[2]) sql += ", \"" + people.names[c] + "\" text";
    sql += ");\n";
    std::string columns;
    for (const auto c : shares.columns[2]) {
      columns += (columns.empty() ? "" : ", ") + ("\\\"" + people.names[c] + "\\\"");
    }
    for (std::size_t r = shares.rows[2].first; r < shares.rows[2].second; ++r) {
      sql += "INSERT INTO " + name + " VALUES (" + std::to_string(r);
      for (const auto c : shares.columns[2]) sql += ", '" + people.rows[r][c] + "'";
      sql += ");\n";
    }
    const auto file = daemons.place().path(name + ".sql");
    testing_support::write_file(file, sql);
    ASSERT_TRUE(server.load(file));
    daemons.add_config(kParties[2], "[tables." + name + "]\npostgres = \"" + server.connection() +
                                        "\"\nquery = \"SELECT " + columns + " FROM " + name +
                                        " ORDER BY at\"\n");
  }
  [[nodiscard]] Table table(const Shares& shares, std::size_t party) const {
    return people.table(shares.columns[party], shares.rows[party].first, shares.rows[party].second);
  }

  // Runs it, and compares with the plain algorithm over the whole.
  void check(const std::string& job, const Shares& shares) {
    const auto proposal = party::parse_job_file(job, "job.toml");
    const auto id = daemons.submit(kParties[1], job);
    std::vector<Answer> answers;
    Json connections;
    for (const auto& name : kParties) {
      const auto ended = daemons.wait(name, id);
      ASSERT_EQ(ended.at("state").text(), "done") << name << ": " << ended.dump(1);
      const auto result = daemons.ask(name, {{"do", "result"}, {"id", id}});
      answers.push_back({result.at("answer").dump(), result.at("gist").text()});
      const auto& lines = result.at("record").at("connections");
      ASSERT_EQ(lines.size(), 2U);
      for (const auto& line : lines) {
        EXPECT_EQ(line.at("version").text(), "TLSv1.3");
        const auto peer = line.at("peer").text();
        EXPECT_EQ(line.at("certificate").text(),
                  net::fingerprint(party::read_identity(daemons.folder(peer)).certificate));
      }
      EXPECT_FALSE(daemons.ask(name, {{"do", "ledger"}, {"id", id}}).at("ledger").empty());
    }
    const auto task = federation::find_task(proposal.job.task, proposal.job.split);
    const auto settings = federation::job_settings(task, proposal.job);
    std::vector<DataSet> parts;
    for (std::size_t p = 0; p < kParties.size(); ++p) parts.emplace_back(table(shares, p));
    DataSet whole;
    if (proposal.job.split == federation::Split::Vertical) {
      whole = federation::join_columns(parts);
    } else {
      const auto categories =
          task.categories ? task.categories(settings) : std::vector<std::string>();
      parts = federation::with_codebook(
          parts, categories,
          task.codebook ? federation::Codebook::Union : federation::Codebook::Own);
      whole = federation::join_rows(parts);
    }
    const Run run;
    const auto plain = task.plain(whole, settings, run);
    const auto found = task.join ? task.join(answers) : answers.front();
    const auto sorted = [](const Answer& one) {
      return Answer{Json::parse(one.json).dump(), one.gist};
    };
    EXPECT_TRUE(federation::same_answer(task, sorted(found), sorted(plain)))
        << proposal.job.task << "\n"
        << found.json << "\n"
        << plain.json;
  }
};

std::string head(const std::string& task, const std::string& split, const std::string& table) {
  return "task = \"" + task + "\"\nsplit = \"" + split +
         "\"\nparties = [\"hospital-a\", \"hospital-b\", \"insurer\"]\ntable = \"" + table + "\"\n";
}

constexpr std::string_view kCategories =
    "[categories]\nsex = [\"f\", \"m\"]\nsmoker = [\"yes\", \"no\"]\nbmi = [\"low\", \"high\"]\n"
    "ill = [\"yes\", \"no\"]\n";

TEST(PartyTasks, OverColumnsTheyFindWhatThePlainAlgorithmFinds) {
  Scene scene;
  if (!scene.server.installed())
    std::cout << "no PostgreSQL here: the third has a CSV file\n";
  else
    ASSERT_TRUE(scene.server.runs());
  const Shares words{{{1}, {2}, {3, 6}}, {{0, 90}, {0, 90}, {0, 90}}};
  scene.share("words", words);
  scene.check(head("mine tree", "vertical", "words") +
                  "class_party = \"insurer\"\n[parameters]\nclass = \"ill\"\n",
              words);
  scene.check(head("mine tree", "vertical", "words") +
                  "trust = \"honest-majority\"\nclass_party = \"insurer\"\n[parameters]\nclass = "
                  "\"ill\"\n",
              words);
  scene.check(head("mine rules", "vertical", "words") + "[parameters]\nmin-support = 0.2\n", words);
  const Shares numbers{{{0}, {4}, {5}}, {{0, 30}, {0, 30}, {0, 30}}};
  scene.share("numbers", numbers);
  scene.check(
      head("mine kmeans", "vertical", "numbers") + "[parameters]\nk = 2\nrange = 2000\nunit = 1\n",
      numbers);
  scene.check(head("mine outliers", "vertical", "numbers") +
                  "[parameters]\ndistance = 100\nfraction = 0.5\nrange = 2000\nunit = 1\n",
              numbers);
}

TEST(PartyTasks, OverRowsTheyFindWhatThePlainAlgorithmFinds) {
  Scene scene;
  const Shares words{{{1, 2, 3, 6}, {1, 2, 3, 6}, {1, 2, 3, 6}}, {{0, 40}, {40, 60}, {60, 90}}};
  scene.share("words", words);
  const std::string categories(kCategories);
  scene.check(
      head("mine tree", "horizontal", "words") + categories + "[parameters]\nclass = \"ill\"\n",
      words);
  scene.check(
      head("mine bayes", "horizontal", "words") + categories + "[parameters]\nclass = \"ill\"\n",
      words);
  scene.check(head("mine rules", "horizontal", "words") + "[parameters]\nmin-support = 0.3\n",
              words);
  const Shares numbers{{{0, 4, 5}, {0, 4, 5}, {0, 4, 5}}, {{0, 20}, {20, 45}, {45, 90}}};
  scene.share("numbers", numbers);
  scene.check(head("mine linear", "horizontal", "numbers") + "[parameters]\ntarget = \"time\"\n",
              numbers);
  scene.check(head("mine kmeans", "horizontal", "numbers") + "[parameters]\nk = 2\n", numbers);
  scene.check(head("mine outliers", "horizontal", "numbers") +
                  "[parameters]\ndistance = 100\nfraction = 0.5\nunit = 1\n",
              numbers);
}

TEST(PartyTasks, ThreeSitesReleaseTogether) {
  Scene scene;
  const Shares rows{{{0, 1, 4}, {0, 1, 4}, {0, 1, 4}}, {{0, 20}, {20, 45}, {45, 90}}};
  scene.share("people", rows);
  scene.check(head("anonymize", "horizontal", "people") +
                  "[categories]\nsex = [\"f\", \"m\"]\n[parameters]\nquasi = \"age,sex\"\nk = 5\n",
              rows);
}

}  // namespace
}  // namespace privet
