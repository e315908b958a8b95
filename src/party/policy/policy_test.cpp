// SPDX-License-Identifier: Apache-2.0
#include "party/policy/policy.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "federation/tasks.h"

namespace privet::party {
namespace {

Proposal tree_job(std::string_view more = "") {
  return parse_job_file(
      "task = \"mine tree\"\nparties = [\"a\", \"b\", \"c\"]\ntable = \"t\"\n"
      "class_party = \"c\"\n" +
          std::string(more) + "[parameters]\nclass = \"ill\"\n",
      "job.toml");
}

struct Judged {
  JudgedData data{.own = "a", .asking = "b", .columns = {"age", "sex"}, .rows = 100};

  PolicyVerdict by(const std::string& rules, const Proposal& proposal = tree_job()) const {
    const auto policy = parse_policy_file(rules, "policy.toml");
    return judge(policy, proposal, federation::forecast_of(proposal.job), data);
  }
  std::string refusal(const std::string& keys, const Proposal& proposal = tree_job()) const {
    const auto verdict = by("[[rule]]\ndecide = \"automatic\"\n" + keys, proposal);
    EXPECT_EQ(verdict.decide, verdict.reason.empty() ? Decide::Automatic : Decide::Never);
    return verdict.reason;
  }
};

TEST(Policy, WithoutRulesEverythingIsRefused) {
  EXPECT_EQ(Judged().by("").decide, Decide::Never);
  EXPECT_EQ(Judged().by("").reason, "its policy has no rules");
}

TEST(Policy, EachKeyOfARuleRefusesWithItsReason) {
  const Judged judged;
  EXPECT_EQ(judged.refusal(""), "");
  EXPECT_EQ(judged.refusal("peers = [\"b\", \"c\"]"), "");
  EXPECT_EQ(judged.refusal("peers = [\"b\"]"), "rule 1: c is not among its peers");
  EXPECT_EQ(judged.refusal("tasks = [\"mine rules\"]"),
            "rule 1: 'mine tree' is not among its tasks");
  EXPECT_EQ(judged.refusal("splits = [\"horizontal\"]"),
            "rule 1: vertical is not among its splits");
  EXPECT_EQ(judged.refusal("tables = [\"u\"]"), "rule 1: t is not among its tables");
  EXPECT_EQ(judged.refusal("columns = [\"age\", \"sex\", \"zip\"]"), "");
  EXPECT_EQ(judged.refusal("columns = [\"age\"]"),
            "rule 1: t has a column that is not among its columns");
  // By its name only to those who know it.
  EXPECT_EQ(judged.refusal("columns = [\"age\"]", tree_job("[columns]\na = [\"age\", \"sex\"]\n")),
            "rule 1: column 'sex' of t is not among its columns");
  EXPECT_EQ(judged.refusal("protocols = [\"paillier\"]"),
            "rule 1: shares is not among its protocols");
  EXPECT_EQ(judged.refusal("rows = 100"), "");
  EXPECT_EQ(judged.refusal("rows = 101"), "rule 1: the table has fewer than 101 rows");
  EXPECT_EQ(judged.refusal("at_least = { k = 5 }"),
            "rule 1: the job gives no k, and it wants at least 5");
}

TEST(Policy, TrustIsAcceptedExpressly) {
  const auto majority = tree_job("trust = \"honest-majority\"\n");
  const Judged judged;
  EXPECT_EQ(judged.refusal("", majority),
            "rule 1: the job relies on honest-majority, which it does not accept");
  EXPECT_EQ(judged.refusal("trust = [\"protocol\", \"honest-majority\"]", majority), "");
}

TEST(Policy, WeakProtocolsAreAcceptedExpressly) {
  const auto weak = tree_job("allow_weak = true\n");
  EXPECT_NE(Judged().refusal("", weak), "");
  EXPECT_EQ(Judged().refusal("weak = true", weak), "");
}

TEST(Policy, OpeningsAreAcceptedBySubjectAndRecipient) {
  const Judged judged;
  EXPECT_EQ(judged.refusal("opens = [{ what = \"*\" }]"), "");
  EXPECT_EQ(judged.refusal("opens = [{ what = \"*\", to = [\"b\", \"c\"] }]"), "");
  EXPECT_NE(judged.refusal("opens = [{ what = \"*\", to = [\"b\"] }]").find("c would learn"),
            std::string::npos);
  EXPECT_NE(judged.refusal("opens = []"), "");
  // What nobody learns of this party needs no permission.
  const auto forecast = federation::forecast_of(tree_job().job);
  std::string all;
  for (const auto& item : forecast) {
    if (item.kind == protocol::Kind::Opened && item.subject.contains(protocol::PartyId(0)) &&
        item.recipient != protocol::PartyId(0)) {
      all += "{ what = \"" + item.label + "\" },";
    }
  }
  EXPECT_EQ(judged.refusal("opens = [" + all + "]"), "");
}

TEST(Policy, BudgetsCountWhatWasOpenedBefore) {
  Judged judged;
  judged.data.jobs_today = 3;
  EXPECT_EQ(judged.refusal("jobs_per_day = 4"), "");
  EXPECT_EQ(judged.refusal("jobs_per_day = 3"),
            "rule 1: b has asked for 3 jobs within a day, and 3 are allowed");
  EXPECT_EQ(judged.refusal("values = 1000000\nopen_ended = true"), "");
  judged.data.opened["c"] = 1000001;
  EXPECT_NE(judged.refusal("values = 1000000").find("would have been opened to c"),
            std::string::npos);
}

TEST(Policy, ABudgetDoesNotAnswerForWhatOnlyARunShows) {
  const Judged judged;
  const std::string budget = "[[rule]]\ndecide = \"automatic\"\nvalues = 1000000\n";
  EXPECT_EQ(judged.by(budget).decide, Decide::Ask);  // how many nodes a tree will have
  EXPECT_EQ(judged.by(budget + "open_ended = true\n").decide, Decide::Automatic);
  // One that tells nothing but numbers of rows is bounded by numbers.
  auto known = federation::forecast_of(tree_job().job);
  std::erase_if(known, [](const protocol::ForecastItem& item) {
    return item.most.text().find_first_not_of("0123456789") != std::string::npos;
  });
  ASSERT_FALSE(known.empty());
  EXPECT_EQ(judge(parse_policy_file(budget, "policy.toml"), tree_job(), known, judged.data).decide,
            Decide::Automatic);
}

TEST(Policy, ABudgetDoesNotAnswerForARunThatWasCutOff) {
  Judged judged;
  const std::string rule = "[[rule]]\ndecide = \"automatic\"\nopen_ended = true\n";
  judged.data.cut_off = true;
  EXPECT_EQ(judged.by(rule).decide, Decide::Automatic);  // it has no budget
  EXPECT_EQ(judged.by(rule + "values = 1000000\n").decide, Decide::Ask);
  judged.data.cut_off = false;
  EXPECT_EQ(judged.by(rule + "values = 1000000\n").decide, Decide::Automatic);
}

TEST(Policy, AModelIsAskedForByTheTableThatItIsOf) {
  Judged judged;
  judged.data.model_table = "patients";
  EXPECT_EQ(judged.refusal(""), "");
  EXPECT_EQ(judged.refusal("tables = [\"t\", \"patients\"]"), "");
  EXPECT_EQ(judged.refusal("tables = [\"t\"]"),
            "rule 1: patients, of which the model is, is not among its tables");
}

TEST(Policy, TheFirstRuleThatFitsDecides) {
  const Judged judged;
  const auto verdict = judged.by(
      "[[rule]]\ndecide = \"automatic\"\ntables = [\"u\"]\n[[rule]]\ndecide = \"ask\"\n"
      "[[rule]]\ndecide = \"never\"\n");
  EXPECT_EQ(verdict.decide, Decide::Ask);
  EXPECT_EQ(verdict.rule, 2U);
  EXPECT_EQ(judged.by("[[rule]]\ndecide = \"never\"\n").reason, "rule 1 refuses such jobs");
}

TEST(Policy, ARuleThatRefusesHoldsForOnePeerOrColumnAlready) {
  const Judged judged;
  const std::string all = "[[rule]]\ndecide = \"automatic\"\n";
  EXPECT_EQ(judged.by("[[rule]]\ndecide = \"never\"\npeers = [\"c\"]\n" + all).decide,
            Decide::Never);
  EXPECT_EQ(judged.by("[[rule]]\ndecide = \"never\"\npeers = [\"d\"]\n" + all).decide,
            Decide::Automatic);
  EXPECT_EQ(judged.by("[[rule]]\ndecide = \"never\"\ncolumns = [\"sex\"]\n" + all).decide,
            Decide::Never);
}

TEST(Policy, ARuleThatRefusesIsNotEvadedByAskingForLessProtection) {
  const Judged judged;
  const std::string never = "[[rule]]\ndecide = \"never\"\npeers = [\"c\"]\n";
  const std::string all =
      "[[rule]]\ndecide = \"automatic\"\nweak = true\ntrust = [\"protocol\", "
      "\"honest-majority\"]\n";
  const auto weak = tree_job("allow_weak = true\n");
  const auto majority = tree_job("trust = \"honest-majority\"\n");
  EXPECT_EQ(judged.by(never + all, weak).rule, 1U);
  EXPECT_EQ(judged.by(never + all, majority).rule, 1U);
  // As it is written, if it is.
  EXPECT_EQ(judged.by(never + "weak = false\n" + all, weak).rule, 2U);
  EXPECT_EQ(judged.by(never + "trust = [\"protocol\"]\n" + all, majority).rule, 2U);
}

TEST(Policy, BeforeTheTableIsReadOnlyWhatNoTableCouldChangeIsRefused) {
  Judged judged;
  judged.data.seen = false;
  judged.data.rows = 0;
  judged.data.columns.clear();
  EXPECT_EQ(judged.refusal("rows = 101"), "");
  EXPECT_EQ(judged.refusal("columns = [\"age\"]"), "");
  EXPECT_NE(judged.refusal("tables = [\"u\"]"), "");
  const std::string never = "[[rule]]\ndecide = \"never\"\ncolumns = [\"sex\"]\n";
  EXPECT_EQ(judged.by(never).decide, Decide::Never);
  EXPECT_EQ(judged.by(never + "[[rule]]\ndecide = \"ask\"\n").decide, Decide::Ask);
  // Columns that the job lists are known.
  judged.data.columns = {"age", "sex"};
  EXPECT_EQ(judged.by(never + "[[rule]]\ndecide = \"ask\"\n").rule, 1U);
  EXPECT_NE(judged.refusal("columns = [\"age\"]"), "");
}

TEST(Policy, MistakesInTheFileAreNamedWithTheirPlace) {
  const std::vector<std::pair<std::string, std::string>> bad{
      {"[[rule]]\n", "policy.toml:1:1: decide is missing in a rule"},
      {"[[rule]]\ndecide = \"maybe\"\n",
       "policy.toml:2:10: decide must be one of never, ask, automatic"},
      {"[[rule]]\ndecide = \"ask\"\npeer = [\"b\"]\n",
       "policy.toml:3:8: a rule has no key 'peer'; did you mean 'peers'?"},
      {"[[rule]]\ndecide = \"ask\"\nrows = -1\n",
       "policy.toml:3:8: rows must be a whole number from 0 to 9223372036854775807"},
      {"x = 1\n", "policy.toml:1:5: the policy has no key 'x'"}};
  for (const auto& [text, message] : bad) {
    try {
      (void)parse_policy_file(text, "policy.toml");
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.what(), message);
    }
  }
  EXPECT_THROW(
      (void)parse_policy_file("[[rule]]\ndecide = \"never\"\ntasks = [\"mine tre\"]\n", "p"),
      Error);
}

}  // namespace
}  // namespace privet::party
