// SPDX-License-Identifier: Apache-2.0
#include "profile/exposure.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "base/sampling.h"
#include "profile/build_profile.h"
#include "profile/exposed_file.h"
#include "profile/profile_file.h"
#include "tests/support/example19.h"

namespace privet::profile {
namespace {

Profile example19() {
  Profile profile = build_profile(corpus_of_terms(testing_support::example19_documents()), {2, 0.6},
                                  privet::Run());
  profile.language = "none";
  return profile;
}

std::set<std::string> exposed_labels(const Profile& profile, const Exposure& exposure) {
  std::set<std::string> out;
  for (NodeId id = 1; id < profile.nodes.size(); ++id) {
    if (exposure.exposed[id] != 0) out.insert(profile.label(id));
  }
  return out;
}

TEST(Exposure, Example19AtThreeTenths) {
  const Profile profile = example19();
  const Exposure exposure = expose(profile, 0.3);
  // Figure 35.
  EXPECT_EQ(exposed_labels(profile, exposure),
            (std::set<std::string>{"research", "personalized/search", "sports"}));
  EXPECT_NEAR(exposure.entropy_exposed, 0.5798, 5e-5);
  EXPECT_NEAR(exposure.entropy, 0.6836, 5e-5);
  // The printed 69% is a slip: 0.580 / 0.684 is 85%.
  EXPECT_NEAR(exposure.ratio(), 0.848, 5e-4);
}

// A share that is minDetail except for the last digit of a sum is minDetail.
TEST(Exposure, ASharesLastDigitDoesNotDecide) {
  const Profile profile = example19();
  for (NodeId id = 1; id < profile.nodes.size(); ++id) {
    const double share = profile.nodes[id].support / profile.documents();
    if (profile.nodes[id].terms.empty() || share >= 1) continue;
    const auto exact = exposed_labels(profile, expose(profile, share));
    EXPECT_EQ(exact, exposed_labels(profile, expose(profile, std::nextafter(share, 1.0))));
  }
}

TEST(Exposure, Example19Weights) {
  const Profile profile = example19();
  const auto labels = weighted_labels(profile, expose(profile, 0.3));
  ASSERT_EQ(labels.size(), 3U);
  EXPECT_EQ(label_text(profile, labels[0].terms), "research");
  EXPECT_NEAR(labels[0].weight, 0.301, 5e-4);
  EXPECT_EQ(label_text(profile, labels[1].terms), "sports");
  EXPECT_NEAR(labels[1].weight, 0.456, 5e-4);
  EXPECT_EQ(label_text(profile, labels[2].terms), "personalized/search");
  EXPECT_NEAR(labels[2].weight, 0.523, 5e-4);
}

TEST(Exposure, AllAndNothing) {
  const Profile profile = example19();
  const Exposure all = expose(profile, 0);
  EXPECT_EQ(all.terms, 6U);
  EXPECT_EQ(all.labelled, 6U);
  EXPECT_DOUBLE_EQ(all.ratio(), 1);
  const Exposure none = expose(profile, 1);
  EXPECT_EQ(none.terms, 0U);
  EXPECT_EQ(none.ratio(), 0);
  EXPECT_THROW(static_cast<void>(expose(profile, -0.01)), Error);
  EXPECT_THROW(static_cast<void>(expose(profile, 1.01)), Error);
  EXPECT_THROW(static_cast<void>(expose(profile, std::nan(""))), Error);
}

TEST(Exposure, HidingByHandTakesTheBranch) {
  const Profile profile = example19();
  const auto hidden = nodes_named(profile, "Research");
  const Exposure exposure = expose(profile, 0, hidden);
  EXPECT_EQ(exposed_labels(profile, exposure), (std::set<std::string>{"sports", "soccer", "sex"}));
  EXPECT_LT(exposure.ratio(), 1);
  EXPECT_EQ(nodes_named(profile, "search"), nodes_named(profile, "personalized"));
  EXPECT_EQ(nodes_named(profile, "personalized/search"), nodes_named(profile, "search"));
  // The order in which a label names its terms says nothing.
  EXPECT_EQ(nodes_named(profile, "search/personalized"), nodes_named(profile, "search"));
  try {
    static_cast<void>(nodes_named(profile, "socer"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Usage);
    EXPECT_NE(error.message().find("did you mean 'soccer'"), std::string::npos);
  }
}

Profile random_profile(Sampler& random) {
  std::vector<std::vector<std::string>> documents(5 + random.below(40));
  for (auto& document : documents) {
    for (std::size_t word = 0; word < 14; ++word) {
      if (random.unit() < 1.5 / static_cast<double>(word + 2)) {
        document.push_back(std::string(3, static_cast<char>('a' + word)));
      }
    }
  }
  Profile profile = build_profile(corpus_of_terms(documents), {2, 0.5}, privet::Run());
  profile.language = "none";
  return profile;
}

TEST(Exposure, IsConnectedAndFallsWithMinDetail) {
  Sampler random(35);
  for (int round = 0; round < 60; ++round) {
    const Profile profile = random_profile(random);
    double last = 2;
    for (int step = 0; step <= 40; ++step) {
      const Exposure exposure = expose(profile, step / 40.0);
      EXPECT_EQ(exposure.exposed[0], 1);
      for (NodeId id = 1; id < profile.nodes.size(); ++id) {
        if (exposure.exposed[id] == 0) continue;
        EXPECT_EQ(exposure.exposed[profile.nodes[id].parent], 1);
        // A share that is minDetail except for rounding is exposed.
        EXPECT_GE(profile.nodes[id].support / profile.documents(), step / 40.0 - 1e-12);
      }
      EXPECT_LE(exposure.ratio(), last + 1e-12);
      EXPECT_GE(exposure.ratio(), 0);
      last = exposure.ratio();
    }
  }
}

TEST(ExposedFile, HoldsNothingOfTheRest) {
  Sampler random(5);
  for (int round = 0; round < 40; ++round) {
    const Profile profile = random_profile(random);
    const Exposure exposure = expose(profile, 0.05 * static_cast<double>(random.below(10)));
    const std::string file = exposed_json(exposed_profile(profile, exposure));
    std::set<TermId> told;
    for (NodeId id = 0; id < profile.nodes.size(); ++id) {
      if (exposure.exposed[id] == 0) continue;
      told.insert(profile.nodes[id].terms.begin(), profile.nodes[id].terms.end());
    }
    for (TermId term = 0; term < profile.terms.size(); ++term) {
      const bool found = file.find("\"" + profile.terms[term].shown) != std::string::npos ||
                         file.find("/" + profile.terms[term].shown) != std::string::npos;
      EXPECT_EQ(found, told.contains(term)) << profile.terms[term].shown;
    }
    EXPECT_EQ(file.find("support"), std::string::npos);
    EXPECT_EQ(file.find("documents"), std::string::npos);
  }
}

TEST(ExposedFile, RoundTripAndRubbish) {
  const Profile profile = example19();
  const ExposedProfile exposed = exposed_profile(profile, expose(profile, 0.3));
  EXPECT_EQ(parse_exposed(exposed_json(exposed), "e.json"), exposed);
  for (
      const char* bad :
      {"", "[]", "{}", "{\"format\":3}", "{\"format\":\"privet profile\"}",
       R"({"format":"privet exposed profile","version":2})",
       R"({"format":"privet exposed profile","version":1,"language":"none","terms":[{"term":"a"}]})",
       R"({"format":"privet exposed profile","version":1,"language":"none",)"
       R"("terms":[{"term":"a","stems":["a"],"weight":-1}]})"}) {
    EXPECT_THROW(static_cast<void>(parse_exposed(bad, "e.json")), Error) << bad;
  }
}

TEST(ProfileFile, RoundTripAndDamage) {
  Sampler random(11);
  const Profile profile = random_profile(random);
  const std::string text = profile_json(profile);
  EXPECT_EQ(parse_profile(text, "p"), profile);
  EXPECT_THROW(static_cast<void>(parse_profile(text.substr(0, text.size() / 2), "p")), Error);
  for (const char* bad :
       {"", "{}", R"({"format":"privet profile","version":9})",
        R"({"format":"privet profile","version":1,"language":"none","minsup":2,"delta":0.6,)"
        R"("terms":[],"nodes":[]})",
        R"({"format":"privet profile","version":1,"language":"none","minsup":2,"delta":0.6,)"
        R"("terms":[],"nodes":[[0,2,[]],[2,1,[]]]})",
        R"({"format":"privet profile","version":1,"language":"none","minsup":2,"delta":0.6,)"
        R"("terms":[["a","a"]],"nodes":[[0,2,[]],[1,1,[7]]]})",
        R"({"format":"privet profile","version":1,"language":"none","minsup":2,"delta":0.6,)"
        R"("terms":[["a","a"]],"nodes":[[0,2,[]],[1,1,[0]]]})"}) {
    try {
      static_cast<void>(parse_profile(bad, "p"));
      FAIL() << bad;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Input) << error.what();
    }
  }
}

TEST(ProfileFile, NumbersBeyondAllWordsAreRefusedByName) {
  const auto refusal = [](const std::string& minsup, const std::string& level,
                          const std::string& term) {
    const std::string text =
        R"({"format":"privet profile","version":1,"language":"none","minsup":)" + minsup +
        R"(,"delta":0.6,"terms":[["a","a"]],"nodes":[[0,2,[]],[1,1,[]],[)" + level + ",1,[" + term +
        "]]]}";
    try {
      static_cast<void>(parse_profile(text, "p"));
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Input);
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(refusal("2", "1", "0"), "");
  for (const std::string number : {"1e300", "-1", "0.5", "18446744073709551616"}) {
    EXPECT_TRUE(refusal(number, "1", "0").starts_with("p: minsup must be a whole number"));
    EXPECT_TRUE(refusal("2", number, "0").starts_with("p: nodes[2]: the level must be a whole"));
    EXPECT_TRUE(refusal("2", "1", number).starts_with("p: nodes[2]: terms[0] must be a whole"));
  }
  EXPECT_TRUE(refusal("2", "1", "4294967296").starts_with("p: nodes[2]: terms[0] must be"));
  EXPECT_EQ(refusal("2", "3", "0"), "p: nodes[2]: the level is out of order");
}

}  // namespace
}  // namespace privet::profile
