// SPDX-License-Identifier: Apache-2.0
#include "custody/attack/crack.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace privet::custody {
namespace {

constexpr double kBadRadii = 5;

double wrong_guess(const AttributePair& pair, double truth, double radius, Sampler& sampler) {
  const double far = kBadRadii * radius;
  const double below = std::max(0.0, truth - far - pair.least);
  const double above = std::max(0.0, pair.greatest - truth - far);
  const double drawn = sampler.unit() * (below + above);
  if (below + above <= 0) return truth + far * (1 + (1 - sampler.unit()));
  // The open ends of both parts: never exactly five radii off.
  return drawn < below ? pair.least + drawn : pair.greatest - (drawn - below);
}

struct Straight {
  double slope = 1;
  double offset = 0;

  [[nodiscard]] double at(double x) const { return slope * x + offset; }
};

Straight through(const KnowledgePoint& a, const KnowledgePoint& b) {
  const double slope = (b.guess - a.guess) / (b.encoded - a.encoded);
  return {slope, a.guess - slope * a.encoded};
}

Straight regression(std::span<const KnowledgePoint> points) {
  const auto n = static_cast<double>(points.size());
  double mean_x = 0;
  double mean_y = 0;
  for (const auto& point : points) {
    mean_x += point.encoded / n;
    mean_y += point.guess / n;
  }
  double xx = 0;
  double xy = 0;
  for (const auto& point : points) {
    xx += (point.encoded - mean_x) * (point.encoded - mean_x);
    xy += (point.encoded - mean_x) * (point.guess - mean_y);
  }
  const double slope = xy / xx;
  return {slope, mean_y - slope * mean_x};
}

// Second derivatives at the points of the natural cubic spline (tridiagonal system).
std::vector<double> curvatures(std::span<const KnowledgePoint> points) {
  const std::size_t n = points.size();
  std::vector<double> second(n, 0);
  std::vector<double> factor(n, 0);
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const double left = points[i].encoded - points[i - 1].encoded;
    const double right = points[i + 1].encoded - points[i].encoded;
    const double bend = (points[i + 1].guess - points[i].guess) / right -
                        (points[i].guess - points[i - 1].guess) / left;
    const double pivot = 2 * (left + right) - left * factor[i - 1];
    factor[i] = right / pivot;
    second[i] = (6 * bend - left * second[i - 1]) / pivot;
  }
  for (std::size_t i = n - 1; i-- > 1;) second[i] -= factor[i] * second[i + 1];
  return second;
}

double cubic(const KnowledgePoint& a, const KnowledgePoint& b, double bend_a, double bend_b,
             double x) {
  const double width = b.encoded - a.encoded;
  const double left = (b.encoded - x) / width;
  const double right = (x - a.encoded) / width;
  return left * a.guess + right * b.guess +
         ((left * left * left - left) * bend_a + (right * right * right - right) * bend_b) * width *
             width / 6;
}

// Beyond its ends the spline goes on straight, with the slope it has there.
Straight spline_end(const KnowledgePoint& a, const KnowledgePoint& b, double bend_a, double bend_b,
                    bool at_b) {
  const double width = b.encoded - a.encoded;
  const double chord = (b.guess - a.guess) / width;
  const double slope =
      at_b ? chord + width * (bend_a + 2 * bend_b) / 6 : chord - width * (2 * bend_a + bend_b) / 6;
  const KnowledgePoint& end = at_b ? b : a;
  return {slope, end.guess - slope * end.encoded};
}

std::vector<double> along(const Straight& line, std::span<const double> x) {
  std::vector<double> out;
  out.reserve(x.size());
  for (const double one : x) out.push_back(line.at(one));
  return out;
}

}  // namespace

std::vector<KnowledgePoint> draw_knowledge(const AttributePair& pair, std::size_t correct,
                                           std::size_t wrong, double radius, Sampler& sampler) {
  const std::size_t count = std::min(correct + wrong, pair.size());
  std::vector<std::size_t> chosen;
  while (chosen.size() < count) {
    const auto drawn = static_cast<std::size_t>(sampler.below(pair.size()));
    if (std::find(chosen.begin(), chosen.end(), drawn) == chosen.end()) chosen.push_back(drawn);
  }
  std::vector<KnowledgePoint> out;
  for (std::size_t i = 0; i < count; ++i) {
    const double truth = pair.original[chosen[i]];
    const double guess = i < correct ? truth + radius * (2 * sampler.unit() - 1)
                                     : wrong_guess(pair, truth, radius, sampler);
    out.push_back({pair.encoded[chosen[i]], guess});
  }
  std::sort(out.begin(), out.end(),
            [](const auto& a, const auto& b) { return a.encoded < b.encoded; });
  return out;
}

std::vector<double> fitted(Attack curve, std::span<const KnowledgePoint> points,
                           std::span<const double> x) {
  if (points.empty()) return {x.begin(), x.end()};
  if (points.size() == 1) return along({1, points[0].guess - points[0].encoded}, x);
  if (points.size() == 2) return along(through(points[0], points[1]), x);
  if (curve == Attack::Regression) return along(regression(points), x);
  PRIVET_CHECK(curve == Attack::Polyline || curve == Attack::Spline);
  const bool spline = curve == Attack::Spline;
  const std::vector<double> bends =
      spline ? curvatures(points) : std::vector<double>(points.size(), 0.0);
  const std::size_t last = points.size() - 1;
  const Straight before = spline_end(points[0], points[1], bends[0], bends[1], false);
  const Straight behind =
      spline_end(points[last - 1], points[last], bends[last - 1], bends[last], true);
  std::vector<double> out;
  out.reserve(x.size());
  std::size_t at = 0;
  for (const double one : x) {
    while (at < last && points[at + 1].encoded < one) ++at;
    if (one < points[0].encoded) {
      out.push_back(before.at(one));
    } else if (at == last) {
      out.push_back(behind.at(one));
    } else {
      out.push_back(cubic(points[at], points[at + 1], bends[at], bends[at + 1], one));
    }
  }
  return out;
}

namespace {

// The place of x among the encoded values; half a place for a cut between two.
double rank_of(const AttributePair& pair, double x) {
  const auto at = std::lower_bound(pair.encoded.begin(), pair.encoded.end(), x);
  const auto below = static_cast<double>(at - pair.encoded.begin());
  return at != pair.encoded.end() && *at == x ? below : below - 0.5;
}

// Straight from point to point. The ends are known; points beside them are not better.
std::vector<double> between_known(std::span<const KnowledgePoint> points, KnowledgePoint first,
                                  KnowledgePoint last, std::span<const double> x) {
  std::vector<KnowledgePoint> all{first};
  for (const auto& point : points) {
    if (point.encoded > first.encoded && point.encoded < last.encoded) all.push_back(point);
  }
  all.push_back(last);
  if (!(last.encoded > first.encoded)) return std::vector<double>(x.size(), first.guess);
  return fitted(Attack::Polyline, all, x);
}

}  // namespace

std::vector<double> guesses(Attack attack, const AttributePair& pair,
                            std::span<const KnowledgePoint> points, std::span<const double> x,
                            bool descending) {
  if (attack != Attack::Rank && attack != Attack::Range) return fitted(attack, points, x);
  if (pair.size() == 0) return std::vector<double>(x.size(), pair.least);
  const double from = descending ? pair.greatest : pair.least;
  const double to = descending ? pair.least : pair.greatest;
  if (attack == Attack::Range) {
    return between_known({}, {pair.encoded.front(), from}, {pair.encoded.back(), to}, x);
  }
  std::vector<KnowledgePoint> by_rank;
  for (const auto& point : points) by_rank.push_back({rank_of(pair, point.encoded), point.guess});
  std::vector<double> ranks;
  for (const double one : x) ranks.push_back(rank_of(pair, one));
  return between_known(by_rank, {0, from}, {static_cast<double>(pair.size() - 1), to}, ranks);
}

GuessRange sorting_range(const AttributePair& pair, std::size_t rank, bool descending) {
  const std::size_t below = descending ? pair.size() - 1 - rank : rank;
  const std::size_t above = pair.size() - 1 - below;
  return {pair.least + static_cast<double>(below) * pair.grid.step,
          pair.greatest - static_cast<double>(above) * pair.grid.step};
}

double sorting_probability(const GuessRange& range, double truth, double radius, double step) {
  constexpr double kRounding = 1e-6;  // of a step
  const auto points = [&](double low, double high) {
    const double count = std::floor((high - range.low) / step + kRounding) -
                         std::ceil((low - range.low) / step - kRounding) + 1;
    return std::max(0.0, count);
  };
  const double all = points(range.low, range.high);
  const double near =
      points(std::max(range.low, truth - radius), std::min(range.high, truth + radius));
  return all > 0 ? near / all : 0;
}

SortingRisk sorting_risk(const AttributePair& pair, double radius, Counting counting) {
  SortingRisk best;
  const auto weights = pair.weights(counting);
  double all = 0;
  for (const std::uint64_t weight : weights) all += static_cast<double>(weight);
  for (const bool descending : {false, true}) {
    double sum = 0;
    for (std::size_t i = 0; i < pair.size(); ++i) {
      sum += static_cast<double>(weights[i]) *
             sorting_probability(sorting_range(pair, i, descending), pair.original[i], radius,
                                 pair.grid.step);
    }
    const double risk = all > 0 ? sum / all : 0;
    if (risk > best.risk) best = {risk, descending};
  }
  return best;
}

}  // namespace privet::custody
