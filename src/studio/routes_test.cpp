// SPDX-License-Identifier: Apache-2.0
// The studio's answers, asked without a network; releases are compared with those of run_release.
#include "studio/routes.h"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <map>
#include <thread>

#include "job/release/release_job.h"
#include "studio/policy_text.h"
#include "tests/support/temporary_folder.h"

namespace privet::studio {
namespace {

class StudioRoutes : public ::testing::Test {
 protected:
  StudioRoutes() : routes_(builtin_catalog()) {
    std::ofstream out(folder_.path("people.csv"));
    out << "name,age,zip,<b>ill</b>\n";
    for (int i = 0; i < 120; ++i) {
      out << "Person" << i << ',' << 20 + i % 40 << ",4" << 10 + i % 7 << ','
          << (i % 3 == 0   ? "flu"
              : i % 3 == 1 ? "gout"
                           : "<img src=x onerror=alert(1)>")
          << '\n';
    }
  }

  Reply ask(const std::string& method, const std::string& target, const Json& body = {},
            const std::map<std::string, std::string>& query = {}) {
    return routes_.answer({.method = method,
                           .target = target,
                           .query =
                               [&](const std::string& name) {
                                 const auto it = query.find(name);
                                 return it == query.end() ? std::nullopt
                                                          : std::optional(it->second);
                               },
                           .body = body.dump()});
  }
  Json get(const std::string& target, const std::map<std::string, std::string>& query = {}) {
    const Reply reply = ask("GET", target, {}, query);
    EXPECT_EQ(reply.status, 200) << reply.body;
    return Json::parse(reply.body);
  }
  Json post(const std::string& target, const Json& body) {
    const Reply reply = ask("POST", target, body);
    EXPECT_EQ(reply.status, 200) << reply.body;
    return Json::parse(reply.body);
  }
  // The job's answer, or its error.
  Json wait(const Json& started) {
    const std::string id = started.at("job").dump();
    for (int i = 0; i < 3000; ++i) {
      const Json job = get("api/job", {{"id", id}});
      if (job.at("state").text() != "running") return job;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ADD_FAILURE() << "the job did not end";
    return {};
  }
  Json open() {
    const Json job = wait(post("api/open", {{"path", folder_.path("people.csv")}}));
    EXPECT_EQ(job.at("state").text(), "done") << job.dump();
    Json policy = get("api/state").at("policy");
    policy["columns"]["name"] = {{"role", "identifier"}};
    policy["columns"]["age"] = {{"role", "quasi"}};
    policy["columns"]["zip"] = {{"role", "quasi"}};
    policy["columns"]["<b>ill</b>"] = {{"role", "sensitive"}};
    policy["privacy"] = {{"k", 4}};
    post("api/policy", policy);
    return policy;
  }

  testing_support::TemporaryFolder folder_;
  Routes routes_;
};

TEST_F(StudioRoutes, NothingIsOpenAtFirst) {
  EXPECT_TRUE(get("api/state").at("file").is_null());
  EXPECT_EQ(ask("GET", "api/rows").status, 400);
  EXPECT_EQ(ask("GET", "files/passwd").status, 404);
  EXPECT_EQ(ask("GET", "files/../../../etc/passwd").status, 404);
  EXPECT_EQ(ask("GET", "pages/question.toml").status, 404);
  EXPECT_EQ(ask("GET", "api/nothing").status, 404);
  EXPECT_EQ(ask("POST", "api/nothing", Json::object()).status, 400);
  EXPECT_EQ(ask("POST", "api/preview", "no object").status, 400);
}

TEST_F(StudioRoutes, OpensATableAndShowsItPageByPage) {
  open();
  const Json state = get("api/state");
  EXPECT_EQ(state.at("file").at("rows").get<std::size_t>(), 120U);
  const Json page = get("api/rows", {{"from", "118"}, {"count", "50"}});
  ASSERT_EQ(page.at("rows").size(), 2U);
  EXPECT_EQ(page.at("rows")[1][0].text(), "Person119");
  // However many are asked for, a page stays small.
  EXPECT_LE(get("api/rows", {{"count", "100000000"}}).at("rows").size(), 300U);
  const Json column = get("api/column", {{"name", "age"}});
  EXPECT_EQ(column.at("distinct").get<std::size_t>(), 40U);
  std::size_t rows = 0;
  for (const auto& bar : column.at("bars")) rows += bar.at("rows").get<std::size_t>();
  EXPECT_EQ(rows, 120U);
}

TEST_F(StudioRoutes, AFailedOpenLeavesTheDeskAsItWas) {
  open();
  EXPECT_EQ(wait(post("api/open", {{"path", folder_.path("none.csv")}})).at("state").text(),
            "failed");
  EXPECT_EQ(get("api/state").at("file").at("name").text(), "people.csv");
}

TEST_F(StudioRoutes, AWrongPolicyIsRefusedAndTheOldOneStays) {
  const Json policy = open();
  Json wrong = policy;
  wrong["privacy"] = {{"kk", 4}};
  EXPECT_EQ(ask("POST", "api/policy", wrong).status, 400);
  EXPECT_EQ(get("api/state").at("policy"), policy);
}

TEST_F(StudioRoutes, APreviewIsWhatTheReleaseBecomes) {
  const Json policy = open();
  const Json preview = post("api/preview", policy);
  const Json job = wait(post("api/start", {{"what", "release"}, {"keep_order", true}}));
  ASSERT_EQ(job.at("state").text(), "done") << job.dump();
  const Json& release = job.at("answer").at("release");
  EXPECT_EQ(preview.at("suppressed"), release.at("suppressed"));
  EXPECT_NEAR(preview.at("loss").get<double>(), release.at("quality").at("ncp").get<double>(),
              1e-9);
  EXPECT_LE(preview.at("after").at("min_class").get<std::size_t>(),
            release.at("min_class").get<std::size_t>());
  EXPECT_EQ(preview.at("before").at("highest"), release.at("risk").at("before").at("highest"));
}

TEST_F(StudioRoutes, TheReleaseHasTheBytesOfTheCommand) {
  const Json policy = open();
  const Json job = wait(post("api/start", {{"what", "release"}, {"keep_order", true}}));
  ASSERT_EQ(job.at("state").text(), "done") << job.dump();
  const Json& files = job.at("answer").at("files");
  const Reply bytes = ask("GET", "files/" + files.at("release").text());
  EXPECT_EQ(bytes.download, "people.release.csv");
  std::ofstream(folder_.path("p.toml")) << ask("GET", "files/" + files.at("policy").text()).body;
  job::ReleaseOptions options{.input = folder_.path("people.csv"), .output = "-"};
  options.table.policy = folder_.path("p.toml");
  options.keep_order = true;
  const auto outcome = job::run_release(
      options, builtin_catalog(), [](const auto&, bool, const auto&) {}, privet::Run());
  EXPECT_EQ(bytes.body, outcome.standard_output);
}

TEST_F(StudioRoutes, TheReportShowsWhatTheRunWarnedOf) {
  open();
  const Json job = wait(post("api/start", {{"what", "release"}, {"keep_order", true}}));
  ASSERT_EQ(job.at("state").text(), "done") << job.dump();
  const auto warnings = job.at("warnings").get<std::vector<std::string>>();
  ASSERT_FALSE(warnings.empty());
  const auto& report = job.at("answer").at("files").at("report").text();
  const std::string page = ask("GET", "files/" + report).body;
  for (const auto& warning : warnings) {
    const auto plain = warning.substr(0, warning.find_first_of("<>&\"'/"));
    EXPECT_NE(page.find(plain), std::string::npos) << warning;
  }
}

TEST_F(StudioRoutes, RecordsBesideTheirOriginals) {
  open();
  for (const auto& [keep, drop] : {std::pair(true, false), {false, false}, {false, true}}) {
    ASSERT_EQ(wait(post("api/start",
                        {{"what", "release"}, {"keep_order", keep}, {"drop_suppressed", drop}}))
                  .at("state")
                  .text(),
              "done");
    const Json pairs = get("api/compare", {{"from", "0"}, {"count", "200"}});
    ASSERT_EQ(pairs.at("rows").size(), 120U);
    for (const auto& row : pairs.at("rows")) {
      EXPECT_EQ(row.contains("before"), keep || !drop);
      if (!row.contains("before")) continue;
      // The private value is released unchanged, so it says whether these are the same record.
      EXPECT_EQ(row.at("after")[2], row.at("before")[3]);
      EXPECT_GE(row.at("size").get<std::size_t>(), 4U);
    }
  }
}

TEST_F(StudioRoutes, FindsAPersonBeforeAndAfter) {
  open();
  ASSERT_EQ(wait(post("api/start", {{"what", "release"}})).at("state").text(), "done");
  const Json found = post("api/who", {{"known", {{"age", "25"}, {"zip", "415"}}}});
  std::size_t naive = 0;
  for (int i = 0; i < 120; ++i) naive += (20 + i % 40 == 25 && 410 + i % 7 == 415) ? 1U : 0U;
  EXPECT_EQ(found.at("before").at("matches").get<std::size_t>(), naive);
  EXPECT_GE(found.at("after").at("matches").get<std::size_t>(), 4U);
  // Somebody of an age that nobody has may still hide in a range.
  EXPECT_EQ(
      post("api/who", {{"known", {{"age", "25.5"}}}}).at("before").at("matches").get<std::size_t>(),
      0U);
  EXPECT_EQ(ask("POST", "api/who", {{"known", {{"age", "old"}}}}).status, 400);
  EXPECT_EQ(ask("POST", "api/who", {{"known", {{"shoe", "42"}}}}).status, 400);
}

TEST_F(StudioRoutes, AReleaseIsLookedThroughByThePolicyItWasMadeWith) {
  Json policy = open();
  ASSERT_EQ(wait(post("api/start", {{"what", "release"}})).at("state").text(), "done");
  const Json known{{"known", {{"age", "25"}, {"zip", "415"}}}};
  const Json before = post("api/who", known);
  EXPECT_TRUE(before.at("current").get<bool>());
  policy["columns"]["age"]["hierarchy"] = {{"kind", "intervals"},
                                           {"cuts", Json::array({Json::array({30, 50})})}};
  post("api/policy", policy);
  const Json after = post("api/who", known);
  EXPECT_FALSE(after.at("current").get<bool>());
  EXPECT_EQ(after.at("after"), before.at("after"));
}

TEST_F(StudioRoutes, LevelsCountRecords) {
  open();
  const Json levels =
      post("api/levels",
           {{"column", "age"},
            {"hierarchy", {{"kind", "intervals"}, {"cuts", Json::array({Json::array({30, 50})})}}}})
          .at("levels");
  ASSERT_EQ(levels.size(), 3U);
  EXPECT_EQ(levels[1].at("groups").get<std::size_t>(), 3U);
  EXPECT_EQ(levels[1].at("first")[0].at("rows").get<std::size_t>(), 30U);  // ages 20 to 29
  EXPECT_EQ(levels[2].at("first")[0].at("rows").get<std::size_t>(), 120U);
}

TEST_F(StudioRoutes, RunsACommandAndCancelsAJob) {
  open();
  const Json job =
      wait(post("api/start",
                {{"what", "command"},
                 {"command", "mine tree"},
                 {"settings",
                  {{"class", "<b>ill</b>"}, {"columns", "age,zip"}, {"report", "../tree.html"}}}}));
  ASSERT_EQ(job.at("state").text(), "done") << job.dump();
  const std::string page = job.at("answer").at("files").at("report").text();
  EXPECT_EQ(page, "tree.html");
  const Reply shown = ask("GET", "pages/" + page);
  EXPECT_EQ(shown.status, 200);
  EXPECT_TRUE(shown.policy.starts_with("sandbox allow-scripts;")) << shown.policy;
  EXPECT_EQ(shown.body.find("<img src=x"), std::string::npos);
  EXPECT_EQ(ask("POST", "api/start",
                {{"what", "command"}, {"command", "party serve"}, {"settings", Json::object()}})
                .status,
            400);
  const Json sweep = post("api/start", {{"what", "sweep"},
                                        {"policy", get("api/state").at("policy")},
                                        {"k", std::vector<std::size_t>(2000, 4)}});
  post("api/cancel", sweep);
  EXPECT_EQ(wait(sweep).at("state").text(), "cancelled");
}

TEST_F(StudioRoutes, NotesAreKeptUntilAnotherTableIsOpened) {
  open();
  post("api/note", {{"name", "mine.command"}, {"value", "mine bayes"}});
  post("api/note", {{"name", "mine.command"}, {"value", "mine kmeans"}});
  EXPECT_EQ(get("api/state").at("notes").at("mine.command").text(), "mine kmeans");
  EXPECT_EQ(
      ask("POST", "api/note", {{"name", "long"}, {"value", std::string(1U << 20U, 'a')}}).status,
      400);
  for (int i = 0; i < 99; ++i) post("api/note", {{"name", std::to_string(i)}, {"value", i}});
  EXPECT_EQ(ask("POST", "api/note", {{"name", "one more"}, {"value", 1}}).status, 400);
  post("api/note", {{"name", "5"}, {"value", "an old one may change"}});
  const auto opened = get("api/state").at("file").at("opened").get<std::size_t>();
  open();
  const Json state = get("api/state");
  EXPECT_TRUE(state.at("notes").empty());
  EXPECT_EQ(state.at("file").at("opened").get<std::size_t>(), opened + 1);
}

TEST_F(StudioRoutes, AJobIsShownAgainHoweverManyOthersFollow) {
  open();
  const Json tree = post("api/start", {{"what", "command"},
                                       {"command", "mine tree"},
                                       {"settings", {{"class", "zip"}, {"columns", "age"}}}});
  ASSERT_EQ(wait(tree).at("state").text(), "done");
  Json last;
  for (int i = 0; i < 30; ++i) {
    last = post("api/start", {{"what", "sweep"},
                              {"policy", get("api/state").at("policy")},
                              {"k", std::vector<std::size_t>{4}}});
    ASSERT_EQ(wait(last).at("state").text(), "done");
  }
  EXPECT_EQ(get("api/job", {{"id", tree.at("job").dump()}}).at("state").text(), "done");
  EXPECT_LE(get("api/jobs").size(), 10U);  // of the sweeps only the last few
}

TEST_F(StudioRoutes, StandardInputAndHalfAnAddressAreRefused) {
  EXPECT_EQ(ask("POST", "api/open", {{"path", "-"}}).status, 400);
  EXPECT_EQ(ask("POST", "api/open", {{"path", "postgresql://ann@host/clinic"}}).status, 400);
  const Reply secret =
      ask("POST", "api/open", {{"path", "postgresql://ann:hunter2@host/clinic?table=people"}});
  EXPECT_EQ(secret.status, 400);
  EXPECT_EQ(secret.body.find("hunter2"), std::string::npos);
}

TEST_F(StudioRoutes, WithoutADaemonThePartyHasAFolderOnly) {
  EXPECT_FALSE(get("api/party").contains("jobs"));
  EXPECT_EQ(ask("POST", "api/party", {{"folder", folder_.path("none")}}).status, 400);
  EXPECT_EQ(get("api/party").at("folder").text(), "party");  // the old one stays
  EXPECT_EQ(ask("GET", "api/party/job", {}, {{"id", "1"}}).status, 400);
  EXPECT_EQ(ask("POST", "api/party/decide", {{"id", "1"}, {"what", "invite"}}).status, 400);
  EXPECT_EQ(ask("POST", "api/party/decide", {{"id", "1"}, {"what", "approve"}}).status, 400);
}

TEST_F(StudioRoutes, ManyTablesOneAfterTheOtherLeaveNoFiles) {
  for (int i = 0; i < 10; ++i) {
    const std::string path = routes_.room().fresh("up.csv");
    std::ofstream(path) << "a,b\n1,x\n2,y\n3,z\n";
    const Reply reply =
        routes_.answer({.method = "POST",
                        .target = "api/upload",
                        .query =
                            [](const std::string& name) {
                              return std::optional<std::string>(name == "as" ? "table" : "up.csv");
                            },
                        .upload = path});
    ASSERT_EQ(reply.status, 200) << reply.body;
    ASSERT_EQ(wait(Json::parse(reply.body)).at("state").text(), "done");
  }
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(routes_.room().folder())) {
    files += entry.path().filename().string().starts_with("up") ? 1U : 0U;
  }
  EXPECT_EQ(files, 1U);
}

}  // namespace
}  // namespace privet::studio
