// SPDX-License-Identifier: Apache-2.0
// Three daemons, from invitation to result: what they find is what the plain algorithm finds.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "base/error.h"
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
    const auto proposal = party::parse_job_file(job, "job.toml");
    auto id = daemons.submit(kParties[1], job);
    std::vector<Answer> answers;
    take_answers(id, answers);
    if (answers.size() < kParties.size()) return id;
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
    testing_support::write_file(file, sql);
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
  void take_answers(const std::string& id, std::vector<Answer>& answers) {
    for (const auto& name : kParties) {
      const auto ended = daemons.wait(name, id);
      ASSERT_EQ(ended.at("state").text(), "done") << name << ": " << ended.dump(1);
      const auto result = daemons.ask(name, {{"do", "result"}, {"id", id}});
      answers.push_back({result.at("answer").dump(), result.at("gist").text()});
      const auto& lines = result.at("record").at("connections");
      EXPECT_EQ(lines.size(), 2U);
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

std::string head(const std::string& task, const std::string& split, const std::string& table) {
  return "task = \"" + task + "\"\nsplit = \"" + split +
         "\"\nparties = [\"hospital-a\", \"hospital-b\", \"insurer\"]\ntable = \"" + table + "\"\n";
}

constexpr std::string_view kCategories =
    "[categories]\nsex = [\"f\", \"m\"]\nsmoker = [\"yes\", \"no\"]\nbmi = [\"low\", \"high\"]\n"
    "ill = [\"yes\", \"no\"]\n";

// The table of people who are to be classified, in the columns that a table has that was learned
// from.
constexpr std::size_t kFewer = 12;

// One federation for all tests: to start it takes longer than most jobs.
class PartyTasks : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    scene_ = std::make_unique<Scene>();
    if (scene_->server.installed()) {
      ASSERT_TRUE(scene_->server.runs());
    } else {
      std::cout << "no PostgreSQL here: the third has a CSV file\n";
    }
  }
  static void TearDownTestSuite() { scene_.reset(); }
  static std::unique_ptr<Scene> scene_;
};
std::unique_ptr<Scene> PartyTasks::scene_;

TEST_F(PartyTasks, OverColumnsTheyFindWhatThePlainAlgorithmFinds) {
  auto& scene = *scene_;
  const Shares words{{{1}, {2}, {3, 6}}, {{0, 90}, {0, 90}, {0, 90}}};
  scene.share("c_words", words);
  scene.check(head("mine tree", "vertical", "c_words") +
                  "class_party = \"insurer\"\n[parameters]\nclass = \"ill\"\n",
              words);
  scene.check(head("mine tree", "vertical", "c_words") +
                  "trust = \"honest-majority\"\nclass_party = \"insurer\"\n[parameters]\nclass = "
                  "\"ill\"\n",
              words);
  scene.check(head("mine rules", "vertical", "c_words") + "[parameters]\nmin-support = 0.2\n",
              words);
  const Shares numbers{{{0}, {4}, {5}}, {{0, 30}, {0, 30}, {0, 30}}};
  scene.share("c_numbers", numbers);
  scene.check(head("mine kmeans", "vertical", "c_numbers") +
                  "[parameters]\nk = 2\nrange = 2000\nunit = 1\n",
              numbers);
  scene.check(head("mine outliers", "vertical", "c_numbers") +
                  "[parameters]\ndistance = 100\nfraction = 0.5\nrange = 2000\nunit = 1\n"
                  "recipient = \"insurer\"\n",
              numbers);
}

// The parts of a model stay where they are, and later rows go from party to party.
TEST_F(PartyTasks, WithModelsThatLieInPartsTheyClassifyLaterRows) {
  auto& scene = *scene_;
  const Shares words{{{1}, {2}, {3, 6}}, {{0, 60}, {0, 60}, {0, 60}}};
  const Shares numbers{{{0}, {4}, {5, 6}}, {{0, 60}, {0, 60}, {0, 60}}};
  const Shares clusters{{{0}, {4}, {5}}, {{0, 60}, {0, 60}, {0, 60}}};
  const auto later = [](Shares shares) {
    for (auto& rows : shares.rows) rows = {60, 60 + kFewer};
    return shares;
  };
  const std::string ill = "class_party = \"insurer\"\n";
  scene.share("m_words", words);
  scene.share("m_numbers", numbers);
  scene.share("m_clusters", clusters);
  scene.share("m_words2", later(words));
  scene.share("m_numbers2", later(numbers));
  scene.share("m_clusters2", later(clusters));
  const auto classify = [&](const std::string& learned, const std::string& job,
                            const std::string& more, const std::string& table,
                            const Shares& shares) {
    scene.check_against(
        head(job + " --saved", "vertical", table) + more + "model = \"" + learned + "\"\n",
        scene.saved_whole(learned, shares));
  };
  const auto tree = scene.check(
      head("mine tree", "vertical", "m_words") + ill + "[parameters]\nclass = \"ill\"\n", words);
  classify(tree, "mine tree", ill, "m_words2", later(words));
  // The beginning of an id will do where the job is submitted.
  classify(tree.substr(0, 12), "mine tree", ill, "m_words2", later(words));
  const auto bayes = scene.check(head("mine bayes", "vertical", "m_words") + ill +
                                     "[parameters]\nclass = \"ill\"\nlaplace = 1\n",
                                 words);
  classify(bayes, "mine bayes", ill, "m_words2", later(words));
  const auto kmeans = scene.check(head("mine kmeans", "vertical", "m_clusters") +
                                      "[parameters]\nk = 2\nrange = 2000\nunit = 1\n",
                                  clusters);
  classify(kmeans, "mine kmeans", "", "m_clusters2", later(clusters));
  const auto svm =
      scene.check(head("mine svm", "vertical", "m_numbers") + ill +
                      "allow_weak = true\n[parameters]\nclass = \"ill\"\nkernel-rows = 8\n",
                  numbers);
  classify(svm, "mine svm", ill + "allow_weak = true\n", "m_numbers2", later(numbers));
  // Another order of the parties, a model that there is not, rows without a column of the model.
  const auto refused = [&](const std::string& text) {
    try {
      (void)scene.daemons.submit(kParties[1], text);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const auto job = [&](const std::string& parties, const std::string& model,
                       const std::string& table) {
    return "task = \"mine tree --saved\"\nparties = [" + parties + "]\ntable = \"" + table +
           "\"\nmodel = \"" + model + "\"\n" + ill;
  };
  const std::string order = "\"hospital-a\", \"hospital-b\", \"insurer\"";
  const std::string other = "\"hospital-b\", \"hospital-a\", \"insurer\"";
  EXPECT_NE(refused(job(other, tree, "m_words2")).find("in another order"), std::string::npos);
  EXPECT_NE(refused(job(order, std::string(32, '0'), "m_words2")).find("there is no job"),
            std::string::npos);
  EXPECT_NE(refused(job(order, tree, "m_numbers2")).find("has no column"), std::string::npos);
}

// Rows in other orders, and not all the same ones.
TEST_F(PartyTasks, RowsAreFoundByAKey) {
  auto& scene = *scene_;
  const Shares words{{{7, 1}, {7, 2}, {7, 3, 6}}, {{0, 80}, {10, 90}, {5, 85}}};
  scene.share("k_words", words, Scene::Order::Shuffled);
  const Shares common{{{1}, {2}, {3, 6}}, {{10, 80}, {10, 80}, {10, 80}}};
  std::vector<DataSet> parts;
  for (std::size_t p = 0; p < kParties.size(); ++p) parts.emplace_back(scene.table(common, p));
  scene.check_against(head("mine tree", "vertical", "k_words") +
                          "key = \"id\"\nclass_party = \"insurer\"\n[parameters]\nclass = "
                          "\"ill\"\n",
                      federation::join_columns(parts));
}

TEST_F(PartyTasks, OverAJoinTheyFindWhatThePlainAlgorithmFinds) {
  auto& scene = *scene_;
  // Stays of patients in wards: a table at each, and the class at the first.
  const Table stays = scene.people.table({7, 2, 6}, 0, 60);
  const Table patients = scene.people.table({7, 1}, 0, 50);
  const Table kinds = make_table({"smoker", "kind"}, {{"yes", "old"}, {"no", "new"}});
  scene.register_table("stay", 0, stays);
  scene.register_table("patient", 1, patients);
  scene.register_table("kind", 2, kinds);
  federation::TableSet whole{{stays, patients, kinds}, {}};
  scene.check_against(
      "task = \"mine tree\"\nsplit = \"join\"\n"
      "parties = [\"hospital-a\", \"hospital-b\", \"insurer\"]\n"
      "[tables]\nhospital-a = \"stay\"\nhospital-b = \"patient\"\ninsurer = \"kind\"\n"
      "[parameters]\ntables = [\"stay\", \"patient\", \"kind\"]\n"
      "join = [\"stay.id=patient.id\", \"stay.smoker=kind.smoker\"]\nclass = \"stay.ill\"\n",
      whole);
}

TEST_F(PartyTasks, OverRowsTheyFindWhatThePlainAlgorithmFinds) {
  auto& scene = *scene_;
  const Shares words{{{1, 2, 3, 6}, {1, 2, 3, 6}, {1, 2, 3, 6}}, {{0, 40}, {40, 60}, {60, 90}}};
  scene.share("r_words", words);
  const std::string categories(kCategories);
  scene.check(
      head("mine tree", "horizontal", "r_words") + categories + "[parameters]\nclass = \"ill\"\n",
      words);
  scene.check(
      head("mine bayes", "horizontal", "r_words") + categories + "[parameters]\nclass = \"ill\"\n",
      words);
  scene.check(head("mine rules", "horizontal", "r_words") + "[parameters]\nmin-support = 0.3\n",
              words);
  const Shares numbers{{{0, 4, 5}, {0, 4, 5}, {0, 4, 5}}, {{0, 20}, {20, 45}, {45, 90}}};
  scene.share("r_numbers", numbers);
  scene.check(head("mine linear", "horizontal", "r_numbers") + "[parameters]\ntarget = \"time\"\n",
              numbers);
  scene.check(head("mine kmeans", "horizontal", "r_numbers") + "[parameters]\nk = 2\n", numbers);
  const Shares mixed{{{0, 4, 5, 6}, {0, 4, 5, 6}, {0, 4, 5, 6}}, {{0, 20}, {20, 45}, {45, 90}}};
  scene.share("r_mixed", mixed);
  const std::string ill = "[categories]\nill = [\"yes\", \"no\"]\n";
  scene.check(head("mine logistic", "horizontal", "r_mixed") + ill +
                  "[parameters]\nclass = \"ill\"\npositive = \"yes\"\n",
              mixed);
  scene.check(head("mine svm", "horizontal", "r_mixed") + ill + "[parameters]\nclass = \"ill\"\n",
              mixed);
  scene.check(head("mine cox", "horizontal", "r_mixed") + ill +
                  "[parameters]\ntime = \"time\"\nevent = \"ill\"\nevent-value = \"yes\"\n",
              mixed);
  scene.check(head("mine outliers", "horizontal", "r_numbers") +
                  "[parameters]\ndistance = 100\nfraction = 0.5\nunit = 1\n",
              numbers);
}

TEST_F(PartyTasks, ThreeSitesReleaseTogether) {
  auto& scene = *scene_;
  const Shares rows{{{0, 1, 4}, {0, 1, 4}, {0, 1, 4}}, {{0, 20}, {20, 45}, {45, 90}}};
  scene.share("s_people", rows);
  scene.check(head("anonymize", "horizontal", "s_people") +
                  "[categories]\nsex = [\"f\", \"m\"]\n[parameters]\nquasi = \"age,sex\"\nk = 5\n",
              rows);
}

}  // namespace
}  // namespace privet
