// SPDX-License-Identifier: Apache-2.0
#include "profile/build_profile.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "base/error.h"
#include "base/sampling.h"
#include "tests/support/example19.h"

namespace privet::profile {
namespace {

using testing_support::NaiveNode;
using testing_support::NaiveProfile;

Profile example19() {
  return build_profile(corpus_of_terms(testing_support::example19_documents()), {2, 0.6},
                       privet::Run());
}

// "research/personalized" -> support, by the path of labels.
std::map<std::string, double> supports(const Profile& profile) {
  std::map<std::string, double> out;
  std::vector<std::string> path(profile.nodes.size());
  for (NodeId id = 1; id < profile.nodes.size(); ++id) {
    path[id] = path[profile.nodes[id].parent] + " > " + profile.label(id);
    out[path[id]] = profile.nodes[id].support;
  }
  return out;
}

TEST(BuildProfile, Example19HasTheSupportsOfBothSplits) {
  const std::map<std::string, double> expected{{" > research", 5},
                                               {" > research > personalized/search", 3},
                                               {" > research > ai", 2},
                                               {" > sports", 3.5},
                                               {" > sports > soccer", 2},
                                               {" > sports > others", 1.5},
                                               {" > sex", 1.5}};
  EXPECT_EQ(supports(example19()), expected);
}

TEST(BuildProfile, Example19IsTheSameWhenSmallNodesAreNotSplit) {
  const auto corpus = corpus_of_terms(testing_support::example19_documents());
  EXPECT_EQ(build_profile(corpus, {2, 0.6, 2}, privet::Run()), example19());
}

TEST(BuildProfile, Example19OrdersChildrenBySupport) {
  const Profile profile = example19();
  std::vector<std::string> labels;
  for (const NodeId child : profile.children(0)) labels.push_back(profile.label(child));
  EXPECT_EQ(labels, (std::vector<std::string>{"research", "sports", "sex"}));
  EXPECT_EQ(profile.depth(), 2U);
  EXPECT_EQ(profile.documents(), 10);
}

TEST(BuildProfile, EqualToDeltaIsNotAbove) {
  // Three of five documents with b also have a: P(a|b) = 0.6 exactly.
  const auto corpus =
      corpus_of_terms({{"a", "b"}, {"a", "b"}, {"a", "b"}, {"b"}, {"b"}, {"a"}, {"a"}, {"a"}});
  EXPECT_EQ(build_profile(corpus, {2, 0.6}, privet::Run()).children(0).size(), 2U);
  EXPECT_EQ(build_profile(corpus, {2, 0.59}, privet::Run()).children(0).size(), 1U);
}

TEST(BuildProfile, TermsOfNodesAboveDoNotComeBack) {
  const auto corpus = corpus_of_terms({{"a", "b"}, {"a", "b"}, {"a", "c"}, {"a", "c"}, {"a"}});
  const auto found = supports(build_profile(corpus, {2, 0.6}, privet::Run()));
  const std::map<std::string, double> expected{
      {" > a", 5}, {" > a > b", 2}, {" > a > c", 2}, {" > a > others", 1}};
  EXPECT_EQ(found, expected);
}

TEST(BuildProfile, DocumentsWithoutFrequentTermsAreOthers) {
  const auto found =
      supports(build_profile(corpus_of_terms({{"a"}, {"a"}, {}, {"z"}}), {2, 0.6}, privet::Run()));
  EXPECT_EQ(found, (std::map<std::string, double>{{" > a", 2}, {" > others", 2}}));
}

TEST(BuildProfile, NothingFrequentLeavesTheRoot) {
  const Profile profile = build_profile(corpus_of_terms({{"a"}, {"b"}}), {2, 0.6}, privet::Run());
  EXPECT_EQ(profile.nodes.size(), 1U);
  EXPECT_TRUE(profile.terms.empty());
}

TEST(BuildProfile, RefusesBadOptionsAndNoDocuments) {
  const Corpus corpus = corpus_of_terms({{"a"}});
  for (const BuildOptions bad :
       {BuildOptions{0, 0.6}, BuildOptions{5, 0}, BuildOptions{5, 1}, BuildOptions{5, -1},
        BuildOptions{5, std::nan("")}, BuildOptions{5, 0.6, -1}}) {
    EXPECT_THROW(static_cast<void>(build_profile(corpus, bad, privet::Run())), Error);
  }
  EXPECT_THROW(static_cast<void>(build_profile(Corpus(), {5, 0.6}, privet::Run())), Error);
}

std::vector<std::vector<std::string>> random_documents(Sampler& random) {
  std::vector<std::vector<std::string>> out(1 + random.below(25));
  const std::size_t vocabulary = 2 + random.below(12);
  for (auto& document : out) {
    for (std::size_t word = 0; word < vocabulary; ++word) {
      // Frequencies that fall with the number of the word, as in real text.
      if (random.unit() < 1.5 / static_cast<double>(word + 2)) {
        document.push_back(std::string(1, static_cast<char>('a' + word)));
      }
    }
  }
  return out;
}

// Label sets and supports, in an order that does not depend on that of the children.
std::string canonical(const NaiveNode& node) {
  std::vector<std::string> below;
  for (const auto& child : node.children) below.push_back(canonical(child));
  std::sort(below.begin(), below.end());
  std::string out = "(";
  for (const auto& word : node.label) out += word + "/";
  out += std::to_string(node.support);
  for (const auto& child : below) out += child;
  return out + ")";
}

std::string canonical(const Profile& profile, NodeId id) {
  std::vector<std::string> below;
  for (const NodeId child : profile.children(id)) below.push_back(canonical(profile, child));
  std::sort(below.begin(), below.end());
  std::set<std::string> words;
  for (const TermId term : profile.nodes[id].terms) words.insert(profile.terms[term].stem);
  std::string out = "(";
  for (const auto& word : words) out += word + "/";
  out += std::to_string(profile.nodes[id].support);
  for (const auto& child : below) out += child;
  return out + ")";
}

TEST(BuildProfile, IsWhatTheFigureSaysOnRandomCorpora) {
  Sampler random(19);
  std::size_t nodes = 0;
  for (int round = 0; round < 400; ++round) {
    const auto documents = random_documents(random);
    const std::size_t minsup = 1 + random.below(4);
    const double delta = 0.1 + 0.2 * static_cast<double>(random.below(5));
    // To the last node as the figure, or not below a support.
    const double min_split = static_cast<double>(random.below(3));
    const auto naive = NaiveProfile(documents, minsup, delta, min_split).build();
    const Profile profile =
        build_profile(corpus_of_terms(documents), {minsup, delta, min_split}, privet::Run());
    ASSERT_EQ(canonical(profile, 0), canonical(naive)) << "round " << round;
    nodes += profile.nodes.size();
  }
  EXPECT_GT(nodes, 2000U);
}

TEST(BuildProfile, SupportsAddUpAtEveryLevel) {
  Sampler random(7);
  for (int round = 0; round < 50; ++round) {
    const auto documents = random_documents(random);
    const Profile profile = build_profile(corpus_of_terms(documents), {2, 0.6}, privet::Run());
    std::vector<std::size_t> level(profile.nodes.size(), 0);
    for (NodeId id = 1; id < profile.nodes.size(); ++id) {
      level[id] = level[profile.nodes[id].parent] + 1;
    }
    for (std::size_t depth = 0; depth <= profile.depth(); ++depth) {
      double sum = 0;  // of the nodes at this level, and the leaves above it
      for (NodeId id = 0; id < profile.nodes.size(); ++id) {
        if (level[id] == depth || (level[id] < depth && profile.leaf(id))) {
          sum += profile.nodes[id].support;
        }
      }
      EXPECT_NEAR(sum, static_cast<double>(documents.size()), 1e-9);
    }
  }
}

TEST(BuildProfile, DoesNotDependOnThreads) {
  Sampler random(3);
  const Corpus corpus = corpus_of_terms(random_documents(random));
  const privet::Run one(nullptr, nullptr, 1);
  const privet::Run four(nullptr, nullptr, 4);
  EXPECT_EQ(build_profile(corpus, {2, 0.4}, one), build_profile(corpus, {2, 0.4}, four));
}

}  // namespace
}  // namespace privet::profile
