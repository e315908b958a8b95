// SPDX-License-Identifier: Apache-2.0
// What daemons refuse: by their policies, of strangers, of peers that lie.
#include <gtest/gtest.h>

#include "party/words.h"
#include "tests/system/party_scene.h"

namespace privet {
namespace {

using testing_support::Daemons;
using testing_support::kRules;
using testing_support::Scene;

TEST(PartyRefusals, EachPolicyRefusesWithItsReasonAtAllParties) {
  Scene scene;
  const std::vector<std::pair<std::string, std::string>> policies{
      {"", "b: its policy has no rules"},
      {"[[rule]]\ndecide = \"automatic\"\npeers = [\"a\"]\n",
       "b: rule 1: c is not among its peers"},
      {"[[rule]]\ndecide = \"automatic\"\ntasks = [\"mine tree\"]\n",
       "b: rule 1: 'mine rules' is not among its tasks"},
      {"[[rule]]\ndecide = \"automatic\"\ntables = [\"u\"]\n",
       "b: rule 1: t is not among its tables"},
      {"[[rule]]\ndecide = \"automatic\"\nsplits = [\"horizontal\"]\n",
       "b: rule 1: vertical is not among its splits"},
      {"[[rule]]\ndecide = \"automatic\"\nprotocols = [\"paillier\"]\n",
       "b: rule 1: shares is not among its protocols"},
      {"[[rule]]\ndecide = \"automatic\"\nat_least = { min-support = 0.4 }\n",
       "b: rule 1: min-support is 0.3, and it wants at least 0.4"},
      {"[[rule]]\ndecide = \"automatic\"\ncolumns = [\"x\"]\n",
       "b: rule 1: t has a column that is not among its columns"},
      {"[[rule]]\ndecide = \"automatic\"\nrows = 25\n",
       "b: rule 1: the table has fewer than 25 rows"},
      {"[[rule]]\ndecide = \"automatic\"\nopens = []\n", "would learn"},
      {"[[rule]]\ndecide = \"never\"\n", "b: rule 1 refuses such jobs"}};
  for (const auto& [policy, reason] : policies) {
    scene.daemons.set_policy("b", policy);
    scene.expect_end(scene.daemons.submit("a", std::string(kRules)), "rejected", reason);
  }
}

TEST(PartyRefusals, ASubmitterIsBoundByItsOwnPolicy) {
  Scene scene;
  scene.daemons.set_policy("a", "");
  EXPECT_THROW((void)scene.daemons.submit("a", std::string(kRules)), Error);
}

TEST(PartyRefusals, BudgetsCountAllEarlierJobs) {
  Scene scene;
  scene.daemons.set_policy("b", "[[rule]]\ndecide = \"automatic\"\njobs_per_day = 2\n");
  scene.expect_end(scene.daemons.submit("a", std::string(kRules)), "done", "");
  scene.expect_end(scene.daemons.submit("a", std::string(kRules)), "done", "");
  scene.expect_end(scene.daemons.submit("a", std::string(kRules)), "rejected",
                   "a has asked for 2 jobs within a day, and 2 are allowed");
  // What was opened stands against the next job, also after a restart.
  scene.daemons.kill("b");
  scene.daemons.start("b");
  scene.daemons.set_policy("b", "[[rule]]\ndecide = \"automatic\"\nvalues = 3\n");
  scene.expect_end(scene.daemons.submit("a", std::string(kRules)), "rejected",
                   "values of t would have been opened to");
}

TEST(PartyRefusals, APersonDecidesWhereThePolicySaysSo) {
  Scene scene;
  scene.daemons.set_policy("b", "[[rule]]\ndecide = \"ask\"\n");
  const auto first = scene.daemons.submit("a", std::string(kRules));
  const auto waits = [&](const std::string& id) {
    for (int i = 0; i < 500; ++i) {
      try {
        if (scene.daemons.state("b", id) == "waiting") return true;
      } catch (const Error&) {
      }
      ::usleep(20000);
    }
    return false;
  };
  ASSERT_TRUE(waits(first));
  // The question survives a restart of either.
  scene.daemons.kill("b");
  scene.daemons.kill("a");
  scene.daemons.start("b");
  scene.daemons.start("a");
  EXPECT_EQ(scene.daemons.state("b", first), "waiting");
  EXPECT_EQ(
      scene.daemons
          .run({"job", "approve", first.substr(0, 12), "--folder", scene.daemons.folder("b").root})
          .status,
      0);
  scene.expect_end(first, "done", "");
  const auto second = scene.daemons.submit("a", std::string(kRules));
  ASSERT_TRUE(waits(second));
  (void)scene.daemons.ask("b", {{"do", "reject"}, {"id", second}, {"reason", "not today"}});
  scene.expect_end(second, "rejected", "rejected by a person at b: not today");
  EXPECT_EQ(scene.daemons.run({"job", "result", second, "--folder", scene.daemons.folder("a").root})
                .status,
            1);
}

TEST(PartyRefusals, WhoeverIsNotPinnedIsNotHeard) {
  Scene scene;
  const auto stranger = net::make_identity("a", std::chrono::hours(1));
  const auto refused = scene.asked_by(stranger, "b", {{"do", "tables"}});
  EXPECT_NE(refused.find("the protected connection failed"), std::string::npos) << refused;
  // Even while an invitation is open, a stranger may only join.
  (void)scene.daemons.ask("b", {{"do", "invite"}, {"hours", 1}});
  ::usleep(1500000);
  EXPECT_NE(scene.asked_by(stranger, "b", {{"do", "tables"}}).find("closed"), std::string::npos);
  // A certificate that has expired is refused, pinned or not.
  const auto expired = net::make_identity("old", std::chrono::hours(1), -std::chrono::hours(2));
  EXPECT_EQ(scene.asked_by(expired, "b", {{"do", "tables"}}).find("tables\":"), std::string::npos);
  // A peer is heard.
  EXPECT_NE(scene.asked_by("a", "b", {{"do", "tables"}}).find("\"t\""), std::string::npos);
  // Not after it was removed, and its job ends.
  scene.daemons.set_policy("b", "[[rule]]\ndecide = \"ask\"\n");
  const auto id = scene.daemons.submit("a", std::string(kRules));
  for (int i = 0;
       i < 200 &&
       scene.asked_by("a", "b", {{"do", "ask"}, {"id", id}}).find("waiting") == std::string::npos;
       ++i) {
    ::usleep(20000);
  }
  (void)scene.daemons.ask("b", {{"do", "remove"}, {"peer", "a"}});
  ::usleep(200000);
  const auto now = scene.asked_by("a", "b", {{"do", "tables"}});
  EXPECT_EQ(now.find("\"t\""), std::string::npos) << now;
  EXPECT_EQ(scene.daemons.wait("b", id).at("state").text(), "cancelled");
}

TEST(PartyRefusals, APinnedCertificateThatHasExpiredIsRefused) {
  Daemons daemons({"b"});
  const auto valid = net::make_identity("valid", std::chrono::hours(1));
  const auto expired = net::make_identity("expired", std::chrono::hours(1), -std::chrono::hours(2));
  party::Peers peers;
  for (const auto* one : {&valid, &expired}) {
    peers.add({.name = net::certificate_name(one->certificate),
               .certificate = one->certificate,
               .host = "127.0.0.1",
               .port = 1,
               .code = "",
               .confirmed = true});
  }
  peers.write(daemons.folder("b").peers());
  daemons.start("b");
  const party::Peer b{.name = "b",
                      .certificate = party::read_identity(daemons.folder("b")).certificate,
                      .host = "127.0.0.1",
                      .port = daemons.port("b"),
                      .code = "",
                      .confirmed = true};
  net::ChannelOptions options;
  options.timeout = std::chrono::seconds(10);
  options.peer = "b";
  EXPECT_TRUE(party::ask_peer(b, valid, {{"do", "tables"}}, options).contains("tables"));
  EXPECT_THROW((void)party::ask_peer(b, expired, {{"do", "tables"}}, options), Error);
}

TEST(PartyRefusals, AnInvitationIsWorthOneMeetingAndACodeMustFit) {
  Daemons daemons({"a", "b", "c"});
  daemons.start_all();
  const auto invitation =
      daemons.ask("a", {{"do", "invite"}, {"hours", 1}}).at("invitation").text();
  const auto code =
      daemons.ask("b", {{"do", "join"}, {"invitation", invitation}}).at("code").text();
  try {
    (void)daemons.ask("c", {{"do", "join"}, {"invitation", invitation}});
    ADD_FAILURE() << "used twice";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("was used already or has ended"), std::string::npos)
        << error.what();
  }
  EXPECT_THROW((void)daemons.ask("a", {{"do", "confirm"}, {"peer", "b"}, {"code", "0000-0000"}}),
               Error);
  // Not confirmed yet: nothing is answered.
  try {
    (void)daemons.ask("a", {{"do", "tables"}, {"peer", "b"}});
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("not confirmed"), std::string::npos);
  }
  (void)daemons.ask("a", {{"do", "confirm"}, {"peer", "b"}, {"code", code}});
  (void)daemons.ask("b", {{"do", "confirm"}, {"peer", "a"}, {"code", code}});
  EXPECT_EQ(daemons.ask("a", {{"do", "tables"}, {"peer", "b"}}).at("tables").size(), 0U);
}

TEST(PartyRefusals, APinIsReplacedByTheOldKeyOnly) {
  Scene scene;
  const auto before = scene.peer("b").certificate;
  const auto renewed = scene.daemons.ask("b", {{"do", "renew"}, {"years", 1}});
  EXPECT_EQ(renewed.at("told").size(), 2U);
  EXPECT_NE(scene.peer("b").certificate, before);
  // The old one is worth nothing any more, and jobs run with the new one.
  scene.expect_end(scene.daemons.submit("a", std::string(kRules)), "done", "");
  auto forged = renewed.at("statement");
  const auto thief = net::make_identity("b", std::chrono::hours(1));
  forged["certificate"] = thief.certificate;
  forged["signature"] = party::sign_renewal(thief, thief.certificate);
  EXPECT_THROW((void)scene.daemons.ask("a", {{"do", "repin"}, {"statement", forged}}), Error);
}

TEST(PartyRefusals, AForgedJobDoesNotRun) {
  Scene scene;
  scene.daemons.set_policy("b", "[[rule]]\ndecide = \"ask\"\n");
  const auto id = scene.daemons.submit("a", std::string(kRules));
  const auto document = scene.daemons.ask("a", {{"do", "show"}, {"id", id}}).at("document");
  for (int i = 0; i < 500; ++i) {
    if (scene.asked_by("a", "b", {{"do", "ask"}, {"id", id}}).find("waiting") !=
        std::string::npos) {
      break;
    }
    ::usleep(20000);
  }
  // Another party cannot put itself in the place of the one that leads.
  const auto has = [](const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
  };
  EXPECT_TRUE(has(scene.asked_by("c", "b", {{"do", "propose"}, {"id", id}, {"document", document}}),
                  "there is another job of this id"));
  EXPECT_TRUE(
      has(scene.asked_by("c", "b", {{"do", "start"}, {"id", id}, {"signatures", Json::object()}}),
          "a leads this job"));
  EXPECT_TRUE(has(
      scene.asked_by("c", "b", {{"do", "ended"}, {"id", id}, {"state", "done"}, {"reason", ""}}),
      "a leads this job"));
  // A job in which the asking party has no part, or in which we have none, is nothing to us.
  auto without = document;
  without["parties"] = Json::array({"b", "c"});
  const auto refused = scene.asked_by(
      "a", "b", {{"do", "propose"}, {"id", std::string(32, 'a')}, {"document", without}});
  EXPECT_TRUE(has(refused, "'a' is not a party of this job")) << refused;
  // Not approved: nothing is signed, not even for the one that leads.
  EXPECT_TRUE(
      has(scene.asked_by("a", "b", {{"do", "agree"}, {"id", id}, {"agreement", Json::object()}}),
          "the job is waiting here"));
  (void)scene.daemons.ask("b", {{"do", "reject"}, {"id", id}, {"reason", ""}});

  // Approved: another document than the approved one is not signed, and nothing starts without all
  // signatures.
  scene.daemons.set_policy("b", "[[rule]]\ndecide = \"automatic\"\n");
  const std::string other(32, 'b');
  ASSERT_TRUE(
      has(scene.asked_by("a", "b", {{"do", "propose"}, {"id", other}, {"document", document}}),
          "\"approved\":true"));
  const auto mine = Json::parse(
      scene.asked_by("a", "b", {{"do", "propose"}, {"id", other}, {"document", document}}));
  party::AgreementParts parts{other, std::string(32, 'c'), party::proposal_of(document), {}, {}};
  for (const std::string name : {"a", "b", "c"}) {
    parts.decisions[name] = party::decision_of(mine.at("decision"));
    parts.fingerprints[name] = net::fingerprint(scene.peer(name).certificate);
  }
  auto changed = party::make_agreement(parts);
  changed["document"]["note"] = "something else";
  EXPECT_TRUE(
      has(scene.asked_by("a", "b", {{"do", "agree"}, {"id", other}, {"agreement", changed}}),
          "not about the job that was approved here"));
  const auto agreement = party::make_agreement(parts);
  const auto signature =
      scene.asked_by("a", "b", {{"do", "agree"}, {"id", other}, {"agreement", agreement}});
  ASSERT_TRUE(has(signature, "signature"));
  const auto of_a =
      party::sign_agreement(party::read_identity(scene.daemons.folder("a")), agreement);
  EXPECT_TRUE(has(
      scene.asked_by("a", "b",
                     {{"do", "start"},
                      {"id", other},
                      {"signatures",
                       {{"a", of_a}, {"b", Json::parse(signature).at("signature")}, {"c", of_a}}}}),
      "c has not signed this agreement"));
  EXPECT_EQ(scene.daemons.state("b", other), "approved");
}

TEST(PartyRefusals, ATableThatChangedSinceItWasAgreedOnEndsTheJob) {
  Scene scene;
  scene.daemons.set_policy("b", "[[rule]]\ndecide = \"ask\"\n");
  const auto id = scene.daemons.submit("a", std::string(kRules));
  const auto is = [&](const std::string& party, std::string_view state) {
    return scene.asked_by("a", party, {{"do", "ask"}, {"id", id}}).find(state) != std::string::npos;
  };
  for (int i = 0; i < 500 && !(is("b", "waiting") && is("c", "approved")); ++i) ::usleep(20000);
  // c approved by itself before; its table changes before b has decided.
  testing_support::write_file(scene.daemons.folder("c").root + "/t.csv",
                              scene.people.csv({6}, 0, scene.people.rows.size()));
  (void)scene.daemons.ask("b", {{"do", "approve"}, {"id", id}});
  scene.expect_end(id, "failed", "c: table t has changed since c agreed");
}

TEST(PartyRefusals, ATamperedAuditLogIsSeenAndTheDaemonDoesNotStart) {
  Scene scene;
  scene.expect_end(scene.daemons.submit("a", std::string(kRules)), "done", "");
  const std::vector<std::string> verify{
      "party", "audit", "verify", "--folder", scene.daemons.folder("a").root, "--json"};
  EXPECT_EQ(scene.daemons.run(verify).status, 0);
  EXPECT_EQ(scene.daemons.stop("a"), 0);
  const auto path = scene.daemons.folder("a").audit();
  const auto good = testing_support::read_text(path);
  auto bad = good;
  bad.replace(bad.find("\"done\""), 6, "\"gone\"");
  testing_support::write_file(path, bad);
  EXPECT_EQ(scene.daemons.run(verify).status, 1);
  EXPECT_NE(
      scene.daemons.run({"party", "serve", "--folder", scene.daemons.folder("a").root}).status, 0);
  // Cut off at the end: the head is kept elsewhere.
  testing_support::write_file(path, good.substr(0, good.rfind('\n', good.size() - 2) + 1));
  const auto cut = scene.daemons.run(verify);
  EXPECT_EQ(cut.status, 1);
  EXPECT_NE(Json::parse(cut.out).at("fault").text().find("it ends at line"), std::string::npos);
  testing_support::write_file(path, good);
  scene.daemons.start("a");
}

}  // namespace
}  // namespace privet
