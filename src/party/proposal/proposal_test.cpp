// SPDX-License-Identifier: Apache-2.0
#include "party/proposal/proposal.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "party/proposal/agreement.h"

namespace privet::party {
namespace {

constexpr std::string_view kTree = R"(
task = "mine tree"
parties = ["a", "b", "c"]
class_party = "b"
key = "id"
note = "why not"
[tables]
a = "patients"
b = "labs"
c = "claims"
[columns]
a = ["age", "sex"]
[parameters]
class = "ill"
max-depth = 3
)";

std::string refusal(const std::string& text) {
  try {
    (void)parse_job_file(text, "job.toml");
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

TEST(Proposal, AJobFileBecomesADocumentAndBack) {
  const auto job = parse_job_file(kTree, "job.toml");
  EXPECT_EQ(job.job.class_site, 1U);
  EXPECT_EQ(job.job.protocol, "shares");
  const auto document = document_of(job);
  const auto again = proposal_of(Json::parse(document.dump()));
  EXPECT_EQ(document_of(again), document);
  EXPECT_EQ(again.columns, job.columns);
  EXPECT_EQ(again.job.parameters, job.job.parameters);
}

TEST(Proposal, MistakesAreNamed) {
  const std::string tree(kTree);
  const auto with = [&](std::string_view from, std::string_view to) {
    auto text = tree;
    text.replace(text.find(from), from.size(), to);
    return refusal(text);
  };
  EXPECT_EQ(refusal(tree), "");
  EXPECT_EQ(with("c = \"claims\"", ""), "the job names no table of c");
  EXPECT_EQ(with("\"c\"]", "\"b\"]"), "b is named twice among the parties");
  EXPECT_EQ(with("class_party = \"b\"\n", ""),
            "class_party is missing: the party that has the class column");
  EXPECT_EQ(with("class_party = \"b\"", "class_party = \"d\""), "'d' is not a party of this job");
  EXPECT_NE(with("max-depth = 3", "max-dept = 3").find("job.toml:15"), std::string::npos);
  EXPECT_NE(with("mine tree", "mine gold").find("parties cannot run 'mine gold'"),
            std::string::npos);
  EXPECT_EQ(with("note", "nite"), "job.toml:6:8: the job has no key 'nite'; did you mean 'note'?");
}

TEST(Proposal, ADocumentWithMoreThanIsKnownIsRefused) {
  auto document = document_of(parse_job_file(kTree, "job.toml"));
  document["surprise"] = 1;
  EXPECT_THROW((void)proposal_of(document), Error);
}

struct Signed {
  net::Identity own = net::make_identity("a", std::chrono::hours(1));
  AgreementParts parts{"job", "run", parse_job_file(kTree, "job.toml"), {}, {}};
  Signed() {
    for (const auto& party : parts.proposal.parties) {
      parts.decisions[party] = {true, false, "", "nonce-" + party, "schema", "data", "audit"};
      parts.fingerprints[party] = "print-" + party;
    }
  }
};

TEST(Agreement, ASignatureIsOfThisAgreementOnly) {
  Signed scene;
  const auto agreement = make_agreement(scene.parts);
  const auto signature = sign_agreement(scene.own, agreement);
  EXPECT_TRUE(signed_agreement(scene.own.certificate, agreement, signature));
  auto other = scene.parts;
  other.run = "another";
  EXPECT_FALSE(signed_agreement(scene.own.certificate, make_agreement(other), signature));
  other = scene.parts;
  other.decisions["b"].nonce = "other";
  EXPECT_FALSE(signed_agreement(scene.own.certificate, make_agreement(other), signature));
  other = scene.parts;
  other.proposal.job.class_site = 0;  // changes what is opened to whom
  EXPECT_FALSE(signed_agreement(scene.own.certificate, make_agreement(other), signature));
  EXPECT_EQ(job_of(scene.parts.proposal, agreement).schemas.size(), 3U);
}

TEST(Agreement, ACommitmentNeedsTheSalt) {
  EXPECT_EQ(commitment_to_data("s", "f"), commitment_to_data("s", "f"));
  EXPECT_NE(commitment_to_data("s", "f"), commitment_to_data("t", "f"));
  EXPECT_NE(commitment_to_data("s", "f"), commitment_to_data("s", "g"));
}

TEST(Proposal, AJoinWithoutItsTablesIsRefused) {
  try {
    (void)parse_job_file(
        "task = \"mine tree\"\nsplit = \"join\"\nparties = [\"a\", \"b\"]\ntable = \"t\"\n",
        "job.toml");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Usage);
    EXPECT_EQ(error.message(), "the parameter tables is missing");
  }
}

TEST(Proposal, AFileThatIsNestedWithoutEndIsRefused) {
  std::string key = "a";
  for (int i = 0; i < 200'000; ++i) key += ".a";
  for (const auto& text : {key + " = 1\n", "[" + key + "]\n", "task = { " + key + " = 1 }\n",
                           "task = " + std::string(200'000, '[')}) {
    try {
      (void)parse_job_file(text, "job.toml");
      ADD_FAILURE();
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Input);
    }
  }
}

TEST(Proposal, AModelIsForTasksThatClassify) {
  const auto refusal = [](const std::string& text) {
    try {
      (void)parse_job_file(text, "job.toml");
    } catch (const Error& error) {
      return error.message();
    }
    return std::string();
  };
  const std::string head = "parties = [\"a\", \"b\"]\ntable = \"t\"\n";
  const std::string saved = "task = \"mine tree --saved\"\nclass_party = \"a\"\n" + head;
  EXPECT_EQ(refusal(saved + "model = \"00ff\"\n"), "");
  EXPECT_EQ(refusal(saved), "model is missing: the id of the job that made the model");
  EXPECT_EQ(refusal(saved + "model = \"xyz\"\n"),
            "model must be the id of a job, or the beginning of one");
  EXPECT_EQ(refusal("task = \"mine tree --saved\"\n" + head + "model = \"00\"\n"),
            "class_party is missing: the party that has the class column");
  EXPECT_EQ(refusal("task = \"mine kmeans --saved\"\n" + head + "model = \"00\"\n"), "");
  EXPECT_EQ(refusal("task = \"mine rules\"\n" + head + "model = \"00\"\n"),
            "model is for tasks that classify, as 'mine tree --saved' does");
  EXPECT_NE(refusal(saved + "model = \"00\"\nkey = \"id\"\n"), "");
  // The name of a party where tasks have its number.
  const auto job = parse_job_file("task = \"mine bayes --saved\"\nclass_party = \"a\"\n" + head +
                                      "model = \"00\"\n[parameters]\nlearns = \"b\"\n",
                                  "job.toml");
  EXPECT_EQ(job.job.parameters.front().second, "party-2");
  EXPECT_TRUE(document_of(proposal_of(document_of(job))) == document_of(job));
}

}  // namespace
}  // namespace privet::party
