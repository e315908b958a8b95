// SPDX-License-Identifier: Apache-2.0
// How much a profile improves a search, and how much of that is left when less of it is exposed.
// Idea: the engine is asked each query once; its results are then ranked anew for every weight
// alpha and every minDetail. Quality is the mean over the queries of the average precision: the
// mean, over the relevant results (that were found, or all), of the share of relevant ones among
// all down to it. Reference: section 5.3 of the thesis named in profile/profile.h (Figures 37 to
// 41). Queries with no result or no relevant one are left out, as there. Cost: each distinct
// result's text is scored once for each minDetail.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/run.h"
#include "profile/engine/search_engine.h"
#include "profile/exposure.h"

namespace privet::profile {

struct Query {
  std::string id;
  std::string text;
};

// From a CSV file with the columns id and query. Throws Error{Input}.
[[nodiscard]] std::vector<Query> read_queries(const std::string& path, const Run& run);

using Relevance = std::map<std::string, std::set<std::string>>;  // id -> addresses
// From a CSV file with the columns id and url, one line per relevant result.
[[nodiscard]] Relevance read_relevance(const std::string& path, const Run& run);

// What the precisions at the relevant results are divided by, and which queries count.
enum class Averaging {
  Found,   // the relevant results that the engine found; queries without one are left out
  Judged,  // as trec_eval: all relevant results, found or not; a query with none found counts 0
};

// `relevant`, best rank first; `all` relevant results there are, 0: those in the list. 0 if none
// is.
[[nodiscard]] double average_precision(const std::vector<bool>& relevant, std::size_t all = 0);

// The engine's results, each distinct one once.
struct Judged {
  struct List {
    std::vector<std::size_t> results = {};  // indices, in the engine's order
    std::vector<bool> relevant = {};        // for each of them
    std::size_t all = 0;                    // to divide by; 0: those found
  };
  std::vector<SearchResult> results = {};
  std::vector<List> queries = {};
  std::size_t left_out = 0;  // queries without a relevant result
};

[[nodiscard]] Judged judge(const std::vector<Query>& queries, const Relevance& relevance,
                           SearchEngine& engine, std::size_t count, const Run& run,
                           Averaging averaging = Averaging::Found);

struct EvaluateOptions {
  std::vector<double> alphas = {0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1};
  std::vector<double> min_details = {0,    0.0002, 0.0005, 0.001, 0.002, 0.003, 0.005,
                                     0.01, 0.02,   0.05,   0.1,   0.2,   0.5};
  double alpha = 0.6;  // for the curve over minDetail
  Frequency frequency = Frequency::Share;
};

struct AlphaPoint {
  double alpha = 0;
  double map = 0;
};
struct DetailPoint {
  double min_detail = 0;
  double exp_ratio = 0;
  std::size_t terms = 0;
  double map = 0;
};

struct Evaluation {
  std::size_t queries = 0;
  std::size_t left_out = 0;
  double engine = 0;   // mean average precision: of the engine alone,
  double profile = 0;  // of the profile alone,
  double mix = 0;      // and of both, at `alpha`; all of the profile exposed
  std::vector<AlphaPoint> alphas = {};
  std::vector<DetailPoint> details = {};
};

// Throws Error{Input} if no query has a relevant result.
[[nodiscard]] Evaluation evaluate(const Profile& profile, const Judged& judged,
                                  const EvaluateOptions& options, const Run& run);

// A minDetail at which expRatio is at most `ratio`, and no more is hidden than that takes: the
// smallest such share of a node, or 1.
[[nodiscard]] double min_detail_for(const Profile& profile, double ratio);

}  // namespace privet::profile
