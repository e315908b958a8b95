// SPDX-License-Identifier: Apache-2.0
// Simulated people on real articles. A person is interested in two topics and owns half of their
// articles (every other record); the engine has the other half of all topics. Her queries are
// single words that are ambiguous to the engine: of the articles that hold one, between a quarter
// and three quarters are hers. Relevant is what belongs to her topics.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "data/formats/open_table.h"
#include "profile/build_profile.h"
#include "profile/engine/xapian_engine.h"
#include "profile/evaluation/evaluate.h"
#include "tests/support/shared_data.h"
#include "tests/support/temporary_folder.h"

namespace privet::profile {
namespace {

using testing_support::TemporaryFolder;

struct Article {
  std::string topic;
  Document document;  // the address is the number of the record
};

std::vector<Article> read_articles(const std::string& file, const std::string& topic,
                                   const std::string& title) {
  const auto table = read_table({.path = testing_support::shared_data(file)}, privet::Run()).table;
  const auto text_of = [&](const std::string& name, RowId row) {
    return std::string(table.column(table.require(name, "test")).text(row));
  };
  std::vector<Article> out;
  for (RowId row = 0; row < table.rows(); ++row) {
    out.push_back(
        {text_of(topic, row), {text_of(title, row), std::to_string(row), text_of("text", row)}});
  }
  return out;
}

using Topics = std::array<std::string, 2>;

struct Worth {
  double gain = 0;       // of the mix over the engine, all exposed
  double half_gain = 0;  // at expRatio 50%
};

class Library {
 public:
  explicit Library(std::vector<Article> articles) : articles_(std::move(articles)) {
    IndexWriter index(folder_.path("library.index"), "english");
    CorpusBuilder builder({});
    for (std::size_t i = 1; i < articles_.size(); i += 2) {
      index.add(articles_[i].document);
      builder.add(articles_[i].document.title + "\n" + articles_[i].document.text);
    }
    index.commit();
    corpus_ = std::move(builder).finish();
    engine_ = open_index(folder_.path("library.index"));
  }

  [[nodiscard]] Worth worth(const Topics& topics) const {
    const privet::Run run;
    CorpusBuilder own({});
    Relevance relevance;
    std::set<std::string> relevant;
    for (std::size_t i = 0; i < articles_.size(); ++i) {
      if (!hers(topics, i)) continue;
      const auto& document = articles_[i].document;
      if (i % 2 == 0) own.add(document.title + "\n" + document.text);
      if (i % 2 == 1) relevant.insert(document.address);
    }
    const Profile profile = build_profile(std::move(own).finish(), {5, 0.6, 5}, run);
    const auto queries = ambiguous(topics);
    for (const auto& query : queries) relevance[query.id] = relevant;
    const auto judged = judge(queries, relevance, *engine_, 50, run);
    const double half = min_detail_for(profile, 0.5);
    const auto found = evaluate(profile, judged, {.alphas = {0, 1}, .min_details = {0, half}}, run);
    EXPECT_LE(found.details[1].exp_ratio, 0.5);
    EXPECT_GT(found.queries, 50U);
    return {found.details[0].map / found.engine - 1, found.details[1].map / found.engine - 1};
  }

 private:
  [[nodiscard]] bool hers(const Topics& topics, std::size_t article) const {
    return std::find(topics.begin(), topics.end(), articles_[article].topic) != topics.end();
  }

  // The hundred most frequent words that hers and others share.
  [[nodiscard]] std::vector<Query> ambiguous(const Topics& topics) const {
    std::vector<std::size_t> all(corpus_.terms.size(), 0);
    std::vector<std::size_t> own(corpus_.terms.size(), 0);
    for (std::size_t d = 0; d < corpus_.documents(); ++d) {
      for (const TermId term : corpus_.document(d)) {
        ++all[term];
        if (hers(topics, 2 * d + 1)) ++own[term];
      }
    }
    std::vector<TermId> chosen;
    for (TermId term = 0; term < all.size(); ++term) {
      const double share = static_cast<double>(own[term]) / static_cast<double>(all[term]);
      if (all[term] >= 40 && share >= 0.25 && share <= 0.75) chosen.push_back(term);
    }
    std::stable_sort(chosen.begin(), chosen.end(),
                     [&](TermId a, TermId b) { return all[a] > all[b]; });
    chosen.resize(std::min<std::size_t>(100, chosen.size()));
    std::vector<Query> out;
    for (const TermId term : chosen) {
      out.push_back({corpus_.terms[term].stem, corpus_.terms[term].shown});
    }
    return out;
  }

  TemporaryFolder folder_;
  std::vector<Article> articles_;
  Corpus corpus_;
  std::unique_ptr<SearchEngine> engine_;
};

struct Summary {
  double gain = 0;  // means over the people
  double half_gain = 0;
  std::size_t lifted = 0;  // people who gain a tenth or more
};

// Every pair of the topics; what each person gains is kept with the test's result.
Summary all_pairs(const Library& library, const std::vector<std::string>& topics) {
  Summary out;
  double people = 0;
  for (std::size_t a = 0; a < topics.size(); ++a) {
    for (std::size_t b = a + 1; b < topics.size(); ++b) {
      const Worth worth = library.worth({topics[a], topics[b]});
      testing::Test::RecordProperty(
          topics[a] + "_" + topics[b],
          std::to_string(worth.gain) + " " + std::to_string(worth.half_gain));
      out.gain += worth.gain;
      out.half_gain += worth.half_gain;
      out.lifted += worth.gain >= 0.10 ? 1 : 0;
      ++people;
    }
  }
  out.gain /= people;
  out.half_gain /= people;
  return out;
}

TEST(RealData, BbcNews) {
  PRIVET_NEED_DATA("bbc_news/bbc_news.csv.gz");
  const Library library(read_articles("bbc_news/bbc_news.csv.gz", "topic", "title"));
  const Worth fan = library.worth({"sport", "tech"});
  EXPECT_GE(fan.gain, 0.10);
  EXPECT_GE(fan.half_gain, 0.5 * fan.gain);
  const Summary all =
      all_pairs(library, {"business", "entertainment", "politics", "sport", "tech"});
  EXPECT_GE(all.gain, 0.20);
  EXPECT_GE(all.half_gain, 0.10);
  EXPECT_GE(all.lifted, 9U);
}

TEST(RealData, Newsgroups) {
  PRIVET_NEED_DATA("newsgroups20/newsgroups20_sample3000.csv.gz");
  const Library library(
      read_articles("newsgroups20/newsgroups20_sample3000.csv.gz", "top_topic", "subject"));
  const Summary all = all_pairs(library, {"comp", "rec", "sci", "talk"});
  EXPECT_GE(all.gain, 0.10);
  EXPECT_GE(all.half_gain, 0.5 * all.gain);
  EXPECT_EQ(all.lifted, 6U);
}

}  // namespace
}  // namespace privet::profile
