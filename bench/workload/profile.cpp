// SPDX-License-Identifier: Apache-2.0
// Times a profile of 10,000 generated documents of 300 words, and the re-ranking of 50 results:
// profile_workload [DOCUMENTS] [WORDS]. Words fall off as in real text (Zipf), with topics of their
// own and stop words.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/sampling.h"
#include "profile/build_profile.h"
#include "profile/engine/rerank.h"
#include "profile/evaluation/evaluate.h"
#include "profile/exposed_file.h"

namespace {

using namespace privet::profile;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

// Ranks with probability about 1/rank.
std::size_t zipf(privet::Sampler& random, std::size_t words) {
  return static_cast<std::size_t>(
             std::exp(random.unit() * std::log(static_cast<double>(words) + 1))) -
         1;
}

std::string word(std::size_t rank) {
  std::string out = "w";
  for (; rank > 0; rank /= 21) out += "bcdfghjklmnpqrstvwxyz"[rank % 21];
  return out + "o";
}

// As in English, nearly half of the words say nothing.
constexpr std::array<const char*, 20> kEmpty{"the", "of",   "and", "to",   "in",   "is",   "that",
                                             "it",  "was",  "for", "on",   "are",  "with", "as",
                                             "his", "they", "at",  "this", "from", "be"};

std::string document(privet::Sampler& random, std::size_t words) {
  constexpr std::size_t kCommon = 30'000;
  constexpr std::size_t kTopics = 40;
  constexpr std::size_t kOwn = 400;
  const std::size_t topic = random.below(kTopics);
  std::string out;
  for (std::size_t i = 0; i < words; ++i) {
    if (random.unit() < 0.45) {
      (out += kEmpty.at(random.below(kEmpty.size()))) += ' ';
      continue;
    }
    const bool own = random.unit() < 0.25;
    out += word(own ? kCommon + topic * kOwn + zipf(random, kOwn) : zipf(random, kCommon));
    out += ' ';
  }
  return out;
}

}  // namespace

int main(int count, char** arguments) {
  const std::size_t documents = count > 1 ? std::strtoul(arguments[1], nullptr, 10) : 10'000;
  const std::size_t words = count > 2 ? std::strtoul(arguments[2], nullptr, 10) : 300;
  privet::Sampler random(1);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < documents; ++i) texts.push_back(document(random, words));
  const double before = megabytes();

  auto start = std::chrono::steady_clock::now();
  CorpusBuilder builder({});
  for (const auto& text : texts) builder.add(text);
  const Corpus corpus = std::move(builder).finish();
  const double reading = seconds_since(start);
  start = std::chrono::steady_clock::now();
  const Profile profile = build_profile(corpus, {5, 0.6, 5}, privet::Run());
  const double building = seconds_since(start);
  fmt::print(
      "{} documents of {} words ({:.0f} MB in memory): terms {:.2f} s, tree {:.2f} s ({} nodes, "
      "{} levels), peak {:.0f} MB\n",
      documents, words, before, reading, building, profile.nodes.size(), profile.depth(),
      megabytes());

  const auto exposed = exposed_profile(profile, expose(profile, 0));
  std::vector<SearchResult> results;
  for (std::size_t i = 0; i < std::min<std::size_t>(50, texts.size()); ++i) {
    results.push_back({.title = "", .address = "", .text = texts[i]});
  }
  start = std::chrono::steady_clock::now();
  Scorer scorer(exposed);
  const double loading = seconds_since(start);
  for (const char* when : {"first", "again"}) {
    start = std::chrono::steady_clock::now();
    const auto ranking = rerank(results, scorer, 0.6);
    fmt::print("re-ranking {} results, {}: {:.2f} ms\n", ranking.size(), when,
               1000 * seconds_since(start));
  }
  fmt::print("loading {} exposed terms: {:.2f} ms\n", exposed.terms.size(), 1000 * loading);
  return 0;
}
