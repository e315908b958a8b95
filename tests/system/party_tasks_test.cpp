// SPDX-License-Identifier: Apache-2.0
// Three daemons, from invitation to result: what they find is what the plain algorithm finds.
#include "federation/query/pooled_parts.h"
#include "federation/query/released_part.h"
#include "federation/task/codebook.h"
#include "tests/system/task_scene.h"

namespace privet {
namespace {

using federation::DataSet;
using testing_support::job_head;
using testing_support::kCategories;
using testing_support::kParties;
using testing_support::PartyTasks;
using testing_support::Shares;
using testing_support::TaskScene;

// The people who are to be classified.
constexpr std::size_t kFewer = 12;

TEST_F(PartyTasks, OverColumnsTheyFindWhatThePlainAlgorithmFinds) {
  auto& scene = *scene_;
  const Shares words{{{1}, {2}, {3, 6}}, {{0, 90}, {0, 90}, {0, 90}}};
  scene.share("c_words", words);
  scene.check(job_head("mine tree", "vertical", "c_words") +
                  "class_party = \"insurer\"\n[parameters]\nclass = \"ill\"\n",
              words);
  scene.check(job_head("mine tree", "vertical", "c_words") +
                  "trust = \"honest-majority\"\nclass_party = \"insurer\"\n[parameters]\nclass = "
                  "\"ill\"\n",
              words);
  scene.check(job_head("mine rules", "vertical", "c_words") + "[parameters]\nmin-support = 0.2\n",
              words);
  const Shares numbers{{{0}, {4}, {5}}, {{0, 30}, {0, 30}, {0, 30}}};
  scene.share("c_numbers", numbers);
  scene.check(job_head("mine kmeans", "vertical", "c_numbers") +
                  "[parameters]\nk = 2\nrange = 2000\nunit = 1\n",
              numbers);
  scene.check(job_head("mine outliers", "vertical", "c_numbers") +
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
        job_head(job + " --saved", "vertical", table) + more + "model = \"" + learned + "\"\n",
        scene.saved_whole(learned, shares));
  };
  const auto tree = scene.check(
      job_head("mine tree", "vertical", "m_words") + ill + "[parameters]\nclass = \"ill\"\n",
      words);
  classify(tree, "mine tree", ill, "m_words2", later(words));
  // The beginning of an id will do where the job is submitted.
  classify(tree.substr(0, 12), "mine tree", ill, "m_words2", later(words));
  const auto bayes = scene.check(job_head("mine bayes", "vertical", "m_words") + ill +
                                     "[parameters]\nclass = \"ill\"\nlaplace = 1\n",
                                 words);
  classify(bayes, "mine bayes", ill, "m_words2", later(words));
  const auto kmeans = scene.check(job_head("mine kmeans", "vertical", "m_clusters") +
                                      "[parameters]\nk = 2\nrange = 2000\nunit = 1\n",
                                  clusters);
  classify(kmeans, "mine kmeans", "", "m_clusters2", later(clusters));
  const auto svm =
      scene.check(job_head("mine svm", "vertical", "m_numbers") + ill +
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
  scene.share("k_words", words, TaskScene::Order::Shuffled);
  const Shares common{{{1}, {2}, {3, 6}}, {{10, 80}, {10, 80}, {10, 80}}};
  std::vector<DataSet> parts;
  for (std::size_t p = 0; p < kParties.size(); ++p) parts.emplace_back(scene.table(common, p));
  scene.check_against(job_head("mine tree", "vertical", "k_words") +
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
  scene.check(job_head("mine tree", "horizontal", "r_words") + categories +
                  "[parameters]\nclass = \"ill\"\n",
              words);
  scene.check(job_head("mine bayes", "horizontal", "r_words") + categories +
                  "[parameters]\nclass = \"ill\"\n",
              words);
  scene.check(job_head("mine forest", "horizontal", "r_words") + categories +
                  "[parameters]\nclass = \"ill\"\ntrees = 3\n",
              words);
  scene.check(job_head("mine rules", "horizontal", "r_words") + "[parameters]\nmin-support = 0.3\n",
              words);
  const Shares numbers{{{0, 4, 5}, {0, 4, 5}, {0, 4, 5}}, {{0, 20}, {20, 45}, {45, 90}}};
  scene.share("r_numbers", numbers);
  scene.check(
      job_head("mine linear", "horizontal", "r_numbers") + "[parameters]\ntarget = \"time\"\n",
      numbers);
  scene.check(job_head("mine kmeans", "horizontal", "r_numbers") + "[parameters]\nk = 2\n",
              numbers);
  const Shares mixed{{{0, 4, 5, 6}, {0, 4, 5, 6}, {0, 4, 5, 6}}, {{0, 20}, {20, 45}, {45, 90}}};
  scene.share("r_mixed", mixed);
  const std::string ill = "[categories]\nill = [\"yes\", \"no\"]\n";
  scene.check(job_head("mine logistic", "horizontal", "r_mixed") + ill +
                  "[parameters]\nclass = \"ill\"\npositive = \"yes\"\n",
              mixed);
  scene.check(
      job_head("mine svm", "horizontal", "r_mixed") + ill + "[parameters]\nclass = \"ill\"\n",
      mixed);
  scene.check(job_head("mine cox", "horizontal", "r_mixed") + ill +
                  "[parameters]\ntime = \"time\"\nevent = \"ill\"\nevent-value = \"yes\"\n",
              mixed);
  scene.check(job_head("mine outliers", "horizontal", "r_numbers") +
                  "[parameters]\ndistance = 100\nfraction = 0.5\nunit = 1\n",
              numbers);
}

TEST_F(PartyTasks, ThreeSitesReleaseTogether) {
  auto& scene = *scene_;
  const Shares rows{{{0, 1, 4}, {0, 1, 4}, {0, 1, 4}}, {{0, 20}, {20, 45}, {45, 90}}};
  scene.share("s_people", rows);
  scene.check(job_head("anonymize", "horizontal", "s_people") +
                  "[categories]\nsex = [\"f\", \"m\"]\n[parameters]\nquasi = \"age,sex\"\nk = 5\n",
              rows);
}

// Each cell is one party's: where it has no value, the other has one.
TEST_F(PartyTasks, OverCellsTheyFindWhatThePlainAlgorithmFinds) {
  auto& scene = *scene_;
  const Table whole = scene.people.table({1, 2, 3, 6}, 0, 60);
  std::vector<std::vector<std::string>> mine;
  std::vector<std::vector<std::string>> theirs;
  for (RowId r = 0; r < whole.rows(); ++r) {
    mine.emplace_back();
    theirs.emplace_back();
    for (AttributeId c = 0; c < whole.columns(); ++c) {
      const std::string text(whole.column(c).text(r));
      const bool first = (r * 5 + c * 3) % 7 < 3;
      mine.back().push_back(first ? text : "");
      theirs.back().push_back(first ? "" : text);
    }
  }
  const std::vector<std::string> names{"sex", "smoker", "bmi", "ill"};
  scene.register_table("cells", 1, make_table(names, mine));
  scene.register_table("cells", 2, make_table(names, theirs));
  const std::string job =
      "task = \"mine bayesnet\"\nsplit = \"arbitrary\"\nparties = [\"hospital-b\", "
      "\"insurer\"]\ntable = \"TABLE\"\n" +
      std::string(kCategories);
  const auto about = [&](const std::string& table) {
    auto out = job;
    return out.replace(out.find("TABLE"), 5, table);
  };
  scene.check_against(about("cells"), whole);
  // A cell of both would be counted wrong: they compare whose is which before they begin.
  theirs[4][1] = mine[4][1] = "yes";
  scene.register_table("overlap", 1, make_table(names, mine));
  scene.register_table("overlap", 2, make_table(names, theirs));
  const auto id = scene.daemons.submit(kParties[1], about("overlap"));
  const auto ended = scene.daemons.wait(kParties[1], id);
  EXPECT_EQ(ended.at("state").text(), "failed");
  EXPECT_NE(ended.at("reason").text().find("a cell has a value at both, or at neither"),
            std::string::npos)
      << ended.at("reason").text();
}

TEST_F(PartyTasks, QueriesGoOnFromWhatWasAnsweredBefore) {
  auto& scene = *scene_;
  const Shares rows{{{0, 1, 2}, {0, 1, 2}, {0, 1, 2}}, {{0, 20}, {20, 45}, {45, 90}}};
  scene.share("q_people", rows);
  std::vector<Table> parts;
  for (std::size_t p = 0; p < kParties.size(); ++p) {
    parts.push_back(federation::as_released(scene.table(rows, p)));
  }
  const DataSet whole = federation::pooled_parts(parts);
  const auto query = [&](const std::string& text, const std::string& more = {}) {
    return job_head("federation query", "horizontal", "q_people") + "[parameters]\nquery = \"" +
           text + "\"\nk = 5\n" + more;
  };
  const auto answer = [&](const std::string& id) {
    return scene.daemons.ask(kParties[2], {{"do", "result"}, {"id", id}}).at("answer");
  };
  const auto all = answer(scene.check_against(query("SELECT count(*) WHERE sex = 'f'"), whole));
  EXPECT_FALSE(all.at("refused").get<bool>());
  // One person less would tell that person apart: the daemons know what was answered before.
  const auto one = std::string(parts[0].column(AttributeId{0}).text(RowId{0}));
  const auto few = answer(
      scene.check_against(query("SELECT count(*) WHERE sex = 'f' AND age <> " + one), whole));
  EXPECT_EQ(few.at("log").at("queries").size(), few.at("refused").get<bool>() ? 1U : 2U);
  const auto next =
      answer(scene.check_against(query("SELECT smoker, count(*) GROUP BY smoker"), whole));
  EXPECT_GE(next.at("log").at("queries").size() + next.at("log").at("refused").size(), 3U);
  EXPECT_THROW(
      (void)scene.daemons.submit(kParties[1], query("SELECT count(*)", "answered = \"{}\"\n")),
      Error);
}

}  // namespace
}  // namespace privet
