// SPDX-License-Identifier: Apache-2.0
#include "profile/engine/rerank.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace privet::profile {
namespace {

// Closer than this is a tie: 0.6 * 1 + 0.4 * 4 and 0.6 * 3 + 0.4 * 1 are both 2.2.
constexpr double kSame = 1e-9;

}  // namespace

std::vector<Ranking> rank(std::span<const double> up_scores, double alpha) {
  if (!(alpha >= 0 && alpha <= 1)) {
    throw Error(ErrorCode::Usage, fmt::format("{} is not between 0 and 1", alpha),
                {.parameter = "--alpha"});
  }
  std::vector<Ranking> out(up_scores.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = {.result = i, .engine_rank = i + 1, .up_score = up_scores[i]};
  }
  // Sums of the same shares in another order differ in their last digits: that is a tie.
  double largest = 0;
  for (const double score : up_scores) largest = std::max(largest, std::abs(score));
  const double unit = largest > 0 ? largest * kSame : 1;
  std::stable_sort(out.begin(), out.end(), [&](const auto& a, const auto& b) {
    return std::round(a.up_score / unit) > std::round(b.up_score / unit);
  });
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i].up_rank = i + 1;
    out[i].pp_rank =
        alpha * static_cast<double>(i + 1) + (1 - alpha) * static_cast<double>(out[i].engine_rank);
  }
  std::sort(out.begin(), out.end(),
            [](const auto& a, const auto& b) { return a.engine_rank < b.engine_rank; });
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) {
    return std::round(a.pp_rank / kSame) < std::round(b.pp_rank / kSame);
  });
  return out;
}

std::vector<Ranking> rerank(std::span<const SearchResult> results, Scorer& scorer, double alpha) {
  std::vector<double> scores;
  scores.reserve(results.size());
  for (const auto& result : results) scores.push_back(scorer.score(result.title, result.text));
  return rank(scores, alpha);
}

}  // namespace privet::profile
