// SPDX-License-Identifier: Apache-2.0
// What a peer or a stranger gets that asks for more than it may: by requests that no daemon sends.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <algorithm>
#include <filesystem>

#include "base/run.h"
#include "data/sqlite/sqlite_database_internal.h"
#include "federation/tasks.h"
#include "net/call_peer.h"
#include "party/identity/join.h"
#include "party/policy/policy.h"
#include "tests/system/party_scene.h"

namespace privet {
namespace {

using testing_support::has;
using testing_support::kRules;
using testing_support::kTree;
using testing_support::Scene;

// What another party of the scene says to b in the name of a, without a daemon that would stop it.
struct Lead {
  const Scene& scene;
  std::string id;
  party::Proposal proposal;

  [[nodiscard]] Json say(const Json& request) const {
    auto whole = request;
    whole["id"] = id;
    const auto answer = scene.asked_by("a", "b", whole);
    return answer.starts_with("{") ? Json::parse(answer) : Json{{"error", answer}};
  }
  [[nodiscard]] Json propose() const {
    return say({{"do", "propose"}, {"document", party::document_of(proposal)}});
  }
  [[nodiscard]] Json agreement() const {
    party::AgreementParts parts{id, id, proposal, {}, {}};
    const auto decision = party::decision_of(propose().at("decision"));
    for (const auto& name : scene.daemons.names()) {
      parts.decisions[name] = decision;
      parts.fingerprints[name] = net::fingerprint(scene.peer(name).certificate);
    }
    return party::make_agreement(parts);
  }
  [[nodiscard]] Json agree() const { return say({{"do", "agree"}, {"agreement", agreement()}}); }
  [[nodiscard]] Json start() const {
    Json signatures = Json::object();
    for (const auto& name : scene.daemons.names()) {
      signatures[name] =
          party::sign_agreement(party::read_identity(scene.daemons.folder(name)), agreement());
    }
    return say({{"do", "start"}, {"signatures", signatures}});
  }
};

// As if its daemon had been killed while the job ran.
void end_while_running(Scene& scene, const std::string& party, const std::string& id) {
  scene.daemons.kill(party);
  {
    const privet::Run run;
    const detail::SqliteDatabase store(scene.daemons.folder(party).store(), SQLITE_OPEN_READWRITE,
                                       ErrorCode::Output, run);
    store.execute("UPDATE job SET state = 'running', closed = 0 WHERE id = '" + id + "'");
  }
  scene.daemons.start(party);
}

TEST(PartyProbes, WhatIsWrongWithATableIsNotForTheOneWhoAsks) {
  const Scene scene;
  const std::string head =
      "task = \"mine tree\"\nsplit = \"horizontal\"\nparties = [\"a\", \"b\", \"c\"]\n";
  const std::string tail = "[parameters]\nclass = \"smoker\"\n";
  const std::vector<std::string> probes{"table = \"t\"\n[categories]\nsmoker = [\"yes\"]\n",
                                        "table = \"t\"\n[categories]\nsecret = [\"yes\"]\n",
                                        "table = \"u\"\n",
                                        "table = \"t\"\n[columns]\nb = [\"smoker\", \"secret\"]\n"};
  char digit = '0';
  for (const auto& probe : probes) {
    const Lead lead{scene, std::string(32, digit++),
                    party::parse_job_file(head + probe + tail, "job.toml")};
    const auto decision = party::decision_of(lead.propose().at("decision"));
    EXPECT_EQ(decision.reason,
              "b: this party's table does not fit the job; its operator can see why")
        << probe;
    EXPECT_FALSE(decision.approved || decision.waits);
    EXPECT_EQ(decision.schema + decision.data, "");
  }
  const auto log = testing_support::read_text(scene.daemons.place().path("b.log"));
  EXPECT_NE(log.find("a value that the job does not list"), std::string::npos);
}

TEST(PartyProbes, AJobThatThePolicyRefusesDoesNotReadTheTable) {
  Scene scene;
  scene.daemons.set_policy("b", "[[rule]]\ndecide = \"automatic\"\ntables = [\"u\"]\nrows = 2\n");
  std::filesystem::remove(scene.daemons.folder("b").root + "/t.csv");
  const Lead lead{scene, std::string(32, '1'),
                  party::parse_job_file(std::string(kRules), "job.toml")};
  EXPECT_EQ(lead.propose().at("decision").at("reason").text(),
            "b: rule 1: t is not among its tables");
  // Nobody has to look at it again, and it is not kept if it is a burden.
  auto large = lead;
  large.id = std::string(32, '2');
  auto document = party::document_of(lead.proposal);
  document["note"] = std::string(300000, 'x');
  EXPECT_NE(large.say({{"do", "propose"}, {"document", document}}).dump().find("at most 262144"),
            std::string::npos);
  EXPECT_THROW((void)scene.daemons.state("b", large.id), Error);
}

TEST(PartyProbes, JobsAtTheSameTimeAreNotJudgedByTheSameRestOfABudget) {
  Scene scene;
  const auto proposal = party::parse_job_file(std::string(kTree), "job.toml");
  std::uint64_t most = 0;
  for (const auto& [party, count] :
       party::known_openings(proposal, federation::forecast_of(proposal.job), "b")) {
    most = std::max(most, count);
  }
  ASSERT_GT(most, 0U);
  scene.daemons.set_policy("b", "[[rule]]\ndecide = \"automatic\"\nopen_ended = true\nvalues = " +
                                    std::to_string(most) + "\n");
  const Lead first{scene, std::string(32, '1'), proposal};
  const Lead second{scene, std::string(32, '2'), proposal};
  const Lead third{scene, std::string(32, '3'), proposal};
  for (const auto* lead : {&first, &second, &third}) {
    EXPECT_TRUE(lead->propose().at("decision").at("approved").get<bool>());
  }
  EXPECT_TRUE(first.agree().contains("signature"));
  const auto refused = second.agree();
  EXPECT_NE(refused.dump().find("would have been opened to"), std::string::npos) << refused.dump();
  // A place that was given back sets nothing aside any more, and no job starts by it.
  EXPECT_TRUE(first.say({{"do", "release"}}).contains("released"));
  EXPECT_TRUE(third.agree().contains("signature"));
  const auto late = first.start();
  EXPECT_NE(late.dump().find("the place for the job was given up"), std::string::npos)
      << late.dump();
  EXPECT_TRUE(third.start().contains("started"));
}

TEST(PartyProbes, APolicyThatAsksAPersonNowIsNotAnsweredByAnEarlierAutomaticOne) {
  Scene scene;
  const Lead lead{scene, std::string(32, '1'),
                  party::parse_job_file(std::string(kRules), "job.toml")};
  EXPECT_TRUE(lead.propose().at("decision").at("approved").get<bool>());
  scene.daemons.set_policy("b", "[[rule]]\ndecide = \"ask\"\n");
  EXPECT_TRUE(lead.agree().contains("waits"));
  EXPECT_EQ(scene.daemons.state("b", lead.id), "waiting");
  (void)scene.daemons.ask("b", {{"do", "approve"}, {"id", lead.id}});
  EXPECT_TRUE(lead.agree().contains("signature"));
}

TEST(PartyProbes, ASignedJobCountsHoweverItsPeerSaysThatItEnded) {
  Scene scene;
  scene.daemons.set_policy("b", "[[rule]]\ndecide = \"automatic\"\njobs_per_day = 1\n");
  const auto proposal = party::parse_job_file(std::string(kRules), "job.toml");
  const Lead first{scene, std::string(32, '1'), proposal};
  EXPECT_TRUE(first.propose().at("decision").at("approved").get<bool>());
  EXPECT_TRUE(first.agree().contains("signature"));
  (void)first.say({{"do", "ended"}, {"state", "rejected"}, {"reason", "never mind"}});
  const Lead second{scene, std::string(32, '2'), proposal};
  EXPECT_EQ(second.propose().at("decision").at("reason").text(),
            "b: rule 1: a has asked for 1 jobs within a day, and 1 are allowed");
}

TEST(PartyProbes, AskingWhetherATableFitsCountsForTheDay) {
  Scene scene;
  scene.daemons.set_policy("b", "[[rule]]\ndecide = \"automatic\"\njobs_per_day = 2\n");
  const auto asked = [&](char digit, const std::string& column) {
    const Lead lead{scene, std::string(32, digit),
                    party::parse_job_file(
                        std::string(kRules) + "[columns]\nb = [\"" + column + "\"]\n", "job.toml")};
    return lead.propose().at("decision").at("reason").text();
  };
  EXPECT_NE(asked('1', "cancer").find("does not fit"), std::string::npos);
  EXPECT_NE(asked('2', "hiv").find("does not fit"), std::string::npos);
  EXPECT_NE(asked('3', "smoker").find("2 are allowed"), std::string::npos);
}

// A query is judged with what was answered before, as the party that is asked has it.
TEST(PartyProbes, EarlierAnswersOfAQueryCannotBeLeftOut) {
  Scene scene;
  for (std::size_t p = 0; p < 3; ++p) {
    scene.daemons.add_csv(scene.daemons.names()[p], "q",
                          scene.people.csv({1, 2}, p * 8, p * 8 + 8));
  }
  const std::string parameters =
      "[parameters]\nk = 3\nquery = \"SELECT count(*) WHERE smoker = 'no'\"\n";
  const std::string text =
      "task = \"federation query\"\nsplit = \"horizontal\"\nparties = [\"a\", \"b\", \"c\"]\n"
      "table = \"q\"\n" +
      parameters;
  const auto asked = [&](char digit, const party::Proposal& proposal) {
    const Lead lead{scene, std::string(32, digit), proposal};
    return lead.propose().at("decision").at("reason").text();
  };
  const auto again = party::parse_job_file(text, "job.toml");
  EXPECT_EQ(asked('1', again), "");  // nothing was answered yet
  (void)scene.daemons.ask("b", {{"do", "cancel"}, {"id", std::string(32, '1')}, {"reason", ""}});
  const auto first = scene.daemons.submit("a", text);
  scene.expect_end(first, "done", "");
  EXPECT_TRUE(has(asked('2', again), "does not go on from what was answered last"));
  auto pair = again;
  pair.parties = {"a", "b"};
  pair.job.parties = 2;
  pair.tables.erase("c");
  EXPECT_TRUE(has(asked('3', pair), "together with other tables"));
  scene.expect_end(scene.daemons.submit("c", text), "done", "");
  // A run that ended when its answer may have been told: nobody knows what the next one adds.
  end_while_running(scene, "b", first);
  EXPECT_EQ(scene.daemons.wait("b", first).at("state").text(), "failed");
  EXPECT_TRUE(has(asked('4', again), "may have been told"));
}

TEST(PartyProbes, AfterARunThatWasCutOffABudgetIsForAPerson) {
  Scene scene;
  scene.daemons.set_policy(
      "b", "[[rule]]\ndecide = \"automatic\"\nopen_ended = true\nvalues = 1000000\n");
  const auto id = scene.daemons.submit("a", std::string(kTree));
  scene.expect_end(id, "done", "");
  const Lead lead{scene, std::string(32, '1'),
                  party::parse_job_file(std::string(kTree), "job.toml")};
  EXPECT_TRUE(lead.propose().at("decision").at("approved").get<bool>());
  end_while_running(scene, "b", id);
  EXPECT_EQ(scene.daemons.wait("b", id).at("state").text(), "failed");
  const Lead next{scene, std::string(32, '2'), lead.proposal};
  EXPECT_TRUE(next.propose().at("decision").at("waits").get<bool>());
}

TEST(PartyProbes, TextsOfPeersCannotLookLikeTheForecast) {
  Scene scene;
  scene.daemons.set_policy("b", "[[rule]]\ndecide = \"ask\"\n");
  auto proposal = party::parse_job_file(std::string(kRules), "job.toml");
  proposal.note = "fine\n\na would learn at most\n         1  nothing\n\x1b[8m";
  proposal.columns["b"] = {"smoker"};
  const Lead lead{scene, std::string(32, '1'), proposal};
  EXPECT_TRUE(lead.propose().at("decision").at("waits").get<bool>());
  const auto shown =
      scene.daemons.run({"job", "show", lead.id, "--folder", scene.daemons.folder("b").root}).out;
  EXPECT_NE(shown.find("note: 'fine\\x0a\\x0aa would learn"), std::string::npos) << shown;
  EXPECT_NE(shown.find("b: table 't', columns 'smoker'\n"), std::string::npos) << shown;
  EXPECT_EQ(shown.find('\x1b'), std::string::npos);
}

TEST(PartyProbes, PeersAreHeardHoweverManyStrangersCall) {
  const Scene scene;
  (void)scene.daemons.ask("b", {{"do", "invite"}, {"hours", 1}});
  const auto stranger = net::make_identity("x", std::chrono::hours(1));
  net::ChannelOptions options;
  options.timeout = std::chrono::seconds(5);
  std::vector<std::unique_ptr<net::Stream>> silent;
  for (int i = 0; i < 70; ++i) {
    try {
      silent.push_back(net::call_peer("127.0.0.1", scene.daemons.port("b"), stranger,
                                      {"b", scene.peer("b").certificate, {}}, options));
    } catch (const Error&) {
      continue;  // refused at the door already
    }
  }
  EXPECT_FALSE(silent.empty());
  EXPECT_NE(scene.asked_by("a", "b", {{"do", "tables"}}).find("\"t\""), std::string::npos);
}

TEST(PartyProbes, WhoIsNotConfirmedIsRefusedUnread) {
  Scene scene;
  const auto invitation =
      scene.daemons.ask("b", {{"do", "invite"}, {"hours", 1}}).at("invitation").text();
  const auto joining = net::make_identity("x", std::chrono::hours(1));
  net::ChannelOptions options;
  options.timeout = std::chrono::seconds(10);
  (void)party::join_by(invitation, {"x", "127.0.0.1", 1, joining}, options);
  ::usleep(1500000);
  const auto said = [&](std::size_t size) {
    return scene.asked_by(joining, "b", {{"do", "tables"}, {"more", std::string(size, 'x')}});
  };
  EXPECT_NE(said(10).find("x is not confirmed here yet"), std::string::npos) << said(10);
  EXPECT_EQ(said(20000).find("not confirmed"), std::string::npos);
}

}  // namespace
}  // namespace privet
