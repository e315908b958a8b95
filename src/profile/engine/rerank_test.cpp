// SPDX-License-Identifier: Apache-2.0
#include "profile/engine/rerank.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/sampling.h"
#include "profile/engine/results.h"

namespace privet::profile {
namespace {

ExposedProfile searcher() {
  return {.language = "english",
          .terms = {{"research", {"research"}, 0.301},
                    {"sports", {"sport"}, 0.456},
                    {"personalized/search", {"person", "search"}, 0.523}}};
}

TEST(Scorer, WeighsEachTermByHowOftenItOccurs) {
  Scorer counting(searcher(), Frequency::Count);
  EXPECT_DOUBLE_EQ(counting.score("", "Searching! SPORT and sports; unrelated"), 0.523 + 2 * 0.456);
  EXPECT_DOUBLE_EQ(counting.score("Research", "researching"), 2 * 0.301);
  EXPECT_DOUBLE_EQ(counting.score("", ""), 0);
  Scorer sharing(searcher());
  EXPECT_DOUBLE_EQ(sharing.score("Research", "researching the other"), 2 * 0.301 / 4);
  EXPECT_DOUBLE_EQ(sharing.score("", ""), 0);
}

TEST(Scorer, EntriesThatShareAStemAddUp) {
  Scorer scorer({.language = "none", .terms = {{"a/b", {"aa", "bb"}, 1}, {"a", {"aa"}, 0.5}}},
                Frequency::Count);
  EXPECT_DOUBLE_EQ(scorer.score("aa", "bb"), 2.5);
}

std::vector<std::size_t> order(const std::vector<Ranking>& ranking) {
  std::vector<std::size_t> out;
  for (const auto& entry : ranking) out.push_back(entry.result);
  return out;
}

TEST(Rank, MixesBothRanks) {
  const std::vector<double> scores{0, 3, 1, 9};
  EXPECT_EQ(order(rank(scores, 0)), (std::vector<std::size_t>{0, 1, 2, 3}));
  EXPECT_EQ(order(rank(scores, 1)), (std::vector<std::size_t>{3, 1, 2, 0}));
  const auto mixed = rank(scores, 0.6);
  // up ranks 4 2 3 1: 0.6 * 4 + 0.4 = 2.8, 2, 3, 0.6 + 1.6 = 2.2
  EXPECT_EQ(order(mixed), (std::vector<std::size_t>{1, 3, 0, 2}));
  EXPECT_EQ(mixed[1].engine_rank, 4U);
  EXPECT_EQ(mixed[1].up_rank, 1U);
  EXPECT_NEAR(mixed[1].pp_rank, 2.2, 1e-12);
}

TEST(Rank, TiesKeepTheEnginesOrder) {
  EXPECT_EQ(order(rank(std::vector<double>{5, 5, 5}, 1)), (std::vector<std::size_t>{0, 1, 2}));
  // 0.5 * 2 + 0.5 * 1 = 0.5 * 1 + 0.5 * 2
  EXPECT_EQ(order(rank(std::vector<double>{1, 2}, 0.5)), (std::vector<std::size_t>{0, 1}));
  // 0.6 * 3 + 0.4 * 1 = 0.6 * 1 + 0.4 * 4 = 2.2, which doubles do not say
  const std::vector<double> scores{2, 1, 3, 4};
  const auto mixed = rank(scores, 0.6);
  EXPECT_EQ(order(mixed), (std::vector<std::size_t>{0, 3, 2, 1}));
  // 0.1 + 0.2 is above 0.3 in doubles.
  EXPECT_EQ(order(rank(std::vector<double>{0.3, 0.1 + 0.2}, 1)), (std::vector<std::size_t>{0, 1}));
  EXPECT_TRUE(rank({}, 0.6).empty());
  EXPECT_THROW(static_cast<void>(rank(scores, 1.1)), Error);
  EXPECT_THROW(static_cast<void>(rank(scores, -0.1)), Error);
}

TEST(Rank, IsAPermutationThatObeysTheFormula) {
  Sampler random(36);
  for (int round = 0; round < 200; ++round) {
    std::vector<double> scores(random.below(60));
    for (auto& score : scores) score = static_cast<double>(random.below(10));
    const double alpha = static_cast<double>(random.below(11)) / 10;
    const auto ranking = rank(scores, alpha);
    std::vector<bool> seen(scores.size());
    for (std::size_t i = 0; i < ranking.size(); ++i) {
      const auto& entry = ranking[i];
      EXPECT_FALSE(seen[entry.result]);
      seen[entry.result] = true;
      std::size_t better = 1;
      for (std::size_t j = 0; j < scores.size(); ++j) {
        if (scores[j] > scores[entry.result] ||
            (scores[j] == scores[entry.result] && j < entry.result)) {
          ++better;
        }
      }
      EXPECT_EQ(entry.up_rank, better);
      EXPECT_NEAR(
          entry.pp_rank,
          alpha * static_cast<double>(better) + (1 - alpha) * static_cast<double>(entry.result + 1),
          1e-12);
      if (i == 0) continue;
      EXPECT_LE(ranking[i - 1].pp_rank, entry.pp_rank + 1e-9);
      if (std::abs(ranking[i - 1].pp_rank - entry.pp_rank) < 1e-12) {
        EXPECT_LT(ranking[i - 1].result, entry.result);
      }
    }
  }
}

std::vector<SearchResult> parsed(std::string_view text, const ResultMapping& mapping = {}) {
  return parse_results(text, mapping, 50, "r.json", ErrorCode::Input);
}

TEST(Results, TheUsualForms) {
  const std::vector<SearchResult> one{{"T", "u", "x"}};
  EXPECT_EQ(parsed(R"([{"title":"T","url":"u","text":"x"}])"), one);
  EXPECT_EQ(parsed(R"({"results":[{"title":"T","link":"u","snippet":"x"}]})"), one);
  EXPECT_EQ(
      parsed(R"({"hits":{"hits":[{"_id":"7","_source":{"title":"T","url":"u","body":"x"}}]}})"),
      one);
  EXPECT_EQ(parsed(R"({"hits":{"hits":[{"_id":7,"_source":{"title":"T","text":["x","y"]}}]}})"),
            (std::vector<SearchResult>{{"T", "7", "x y"}}));
  EXPECT_TRUE(parsed("[]").empty());
}

TEST(Results, AMappingSaysWhere) {
  ResultMapping mapping;
  for (const char* entry : {"results=/a/b", "title=/n/0", "url=/u", "text=/t"}) {
    add_to_mapping(mapping, entry);
  }
  EXPECT_EQ(parsed(R"({"a":{"b":[{"n":["T"],"u":"u","t":"x"}]}})", mapping),
            (std::vector<SearchResult>{{"T", "u", "x"}}));
  for (const char* bad : {"", "title", "title=", "name=/x", "title=x", "title=/~9"}) {
    EXPECT_THROW(add_to_mapping(mapping, bad), Error) << bad;
  }
}

TEST(Results, RubbishIsNamed) {
  for (const char* bad : {"", "<html>", "{}", "3", R"({"results":3})", "[3]", "[{}]",
                          R"([{"title":null}])", "[\"\xff\"]"}) {
    try {
      static_cast<void>(parsed(bad));
      FAIL() << bad;
    } catch (const Error& error) {
      EXPECT_EQ(error.place().file, "r.json");
    }
  }
  EXPECT_EQ(parse_results(R"([{"title":"a"},{"title":"b"},3])", {}, 2, "r", ErrorCode::Peer).size(),
            2U);
}

}  // namespace
}  // namespace privet::profile
