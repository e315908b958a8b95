// SPDX-License-Identifier: Apache-2.0
#include "profile/evaluation/evaluate.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "profile/build_profile.h"

namespace privet::profile {
namespace {

TEST(AveragePrecision, IsTheMeanOfThePrecisionsAtRelevantRanks) {
  EXPECT_DOUBLE_EQ(average_precision({true, false, true}), (1.0 + 2.0 / 3) / 2);
  EXPECT_DOUBLE_EQ(average_precision({false, false, true, true}), (1.0 / 3 + 2.0 / 4) / 2);
  EXPECT_DOUBLE_EQ(average_precision({true, true}), 1);
  EXPECT_DOUBLE_EQ(average_precision({false}), 0);
  EXPECT_DOUBLE_EQ(average_precision({}), 0);
  EXPECT_DOUBLE_EQ(average_precision({true, false, true}, 5), (1.0 + 2.0 / 3) / 5);
}

// Knows two queries: "x" brings a list in which sports come last, "y" nothing.
class ListEngine : public SearchEngine {
 public:
  std::vector<SearchResult> search(const std::string& query, std::size_t count) override {
    std::vector<SearchResult> out;
    if (query != "x") return out;
    for (const char* text : {"cooking dinner", "cooking lunch", "sports soccer", "sports ball"}) {
      out.push_back({.title = text, .address = text, .text = text});
    }
    out.resize(std::min(count, out.size()));
    return out;
  }
  [[nodiscard]] std::string name() const override { return "list"; }
};

Profile fan() {
  auto profile = build_profile(corpus_of_terms({{"sports", "soccer"},
                                                {"sports", "soccer"},
                                                {"sports", "ball"},
                                                {"sports", "ball"},
                                                {"other"}}),
                               {2, 0.6}, privet::Run());
  profile.language = "none";
  return profile;
}

TEST(Evaluate, ProfileLiftsWhatThePersonLikes) {
  ListEngine engine;
  const Relevance relevance{{"1", {"sports soccer", "sports ball"}}, {"3", {"nothing found"}}};
  const auto judged =
      judge({{"1", "x"}, {"2", "x"}, {"3", "x"}, {"4", "y"}}, relevance, engine, 50, privet::Run());
  EXPECT_EQ(judged.left_out, 3U);
  EXPECT_EQ(judged.results.size(), 4U);
  const auto found = evaluate(fan(), judged, {}, privet::Run());
  EXPECT_EQ(found.queries, 1U);
  EXPECT_DOUBLE_EQ(found.engine, (1.0 / 3 + 2.0 / 4) / 2);
  EXPECT_DOUBLE_EQ(found.profile, 1);
  EXPECT_GT(found.mix, found.engine);
  ASSERT_EQ(found.alphas.size(), 11U);
  EXPECT_DOUBLE_EQ(found.alphas.front().map, found.engine);
  EXPECT_DOUBLE_EQ(found.alphas.back().map, found.profile);
  EXPECT_DOUBLE_EQ(found.details.front().exp_ratio, 1);
  EXPECT_DOUBLE_EQ(found.details.front().map, found.mix);
  for (std::size_t i = 1; i < found.details.size(); ++i) {
    EXPECT_LE(found.details[i].exp_ratio, found.details[i - 1].exp_ratio);
  }
}

// As trec_eval: query 3 has a relevant result that was not found and counts 0; nobody judged
// query 2.
TEST(Evaluate, DividesByAllJudgedResultsWhereAsked) {
  ListEngine engine;
  const Relevance relevance{{"1", {"sports soccer", "sports ball", "not found"}},
                            {"3", {"nothing found"}}};
  const auto judged = judge({{"1", "x"}, {"2", "x"}, {"3", "x"}}, relevance, engine, 50,
                            privet::Run(), Averaging::Judged);
  EXPECT_EQ(judged.left_out, 1U);
  const auto found = evaluate(fan(), judged, {}, privet::Run());
  EXPECT_EQ(found.queries, 2U);
  EXPECT_DOUBLE_EQ(found.engine, (1.0 / 3 + 2.0 / 4) / 3 / 2);
}

TEST(Evaluate, NoRelevantResultIsAnError) {
  ListEngine engine;
  const auto judged = judge({{"1", "x"}}, {}, engine, 50, privet::Run());
  EXPECT_THROW(static_cast<void>(evaluate(fan(), judged, {}, privet::Run())), Error);
}

TEST(Evaluate, MinDetailForARatio) {
  const Profile profile = fan();
  for (const double ratio : {0.0, 0.3, 0.5, 0.8, 1.0}) {
    const double found = min_detail_for(profile, ratio);
    EXPECT_LE(expose(profile, found).ratio(), ratio);
    for (const auto& node : profile.nodes) {
      const double share = node.support / profile.documents();
      if (share < found && !node.terms.empty()) {
        EXPECT_GT(expose(profile, share).ratio(), ratio);
      }
    }
  }
}

}  // namespace
}  // namespace privet::profile
