// SPDX-License-Identifier: Apache-2.0
// Puts an engine's results in an order that considers both the engine and the person.
// Idea: UPRank is the place by falling UPScore; PPRank = alpha * UPRank + (1 - alpha) * engine
// rank; the smallest comes first. Whatever is equal stays in the engine's order.
// Reference: section 5.2.3 of the thesis named in profile/profile.h.
// Cost: sorting the results.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "profile/engine/scorer.h"

namespace privet::profile {

struct SearchResult {
  std::string title = {};
  std::string address = {};  // a URL, a path or a number: what tells it from others
  std::string text = {};

  bool operator==(const SearchResult&) const = default;
};

struct Ranking {
  std::size_t result = 0;       // index in the engine's list
  std::size_t engine_rank = 0;  // from 1
  double up_score = 0;
  std::size_t up_rank = 0;
  double pp_rank = 0;
};

// In the new order, from the UPScores in the engine's. Throws Error{Usage} for an alpha outside
// [0, 1].
[[nodiscard]] std::vector<Ranking> rank(std::span<const double> up_scores, double alpha);

[[nodiscard]] std::vector<Ranking> rerank(std::span<const SearchResult> results, Scorer& scorer,
                                          double alpha);

}  // namespace privet::profile
