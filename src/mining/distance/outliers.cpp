// SPDX-License-Identifier: Apache-2.0
#include "mining/distance/outliers.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "base/error.h"
#include "base/thread_pool.h"

namespace privet::mining {
namespace {

constexpr std::size_t kLeaf = 32;

}  // namespace

void OutlierOptions::check() const {
  if (!(fraction > 0 && fraction <= 1)) {
    throw Error(ErrorCode::Usage, "must be above 0 and at most 1", {.parameter = "--fraction"});
  }
  if (!(distance >= 0) || !std::isfinite(distance)) {
    throw Error(ErrorCode::Usage, "must be 0 or more", {.parameter = "--distance"});
  }
  if (!(metric.p >= 1)) {
    throw Error(ErrorCode::Usage, "must be 1 or more", {.parameter = "--minkowski"});
  }
}

std::size_t rows_needed(double fraction, std::size_t rows) {
  const double exact = fraction * static_cast<double>(rows);
  constexpr double kDecimal = 1e-9;  // what a fraction's binary form may add
  return static_cast<std::size_t>(std::ceil(exact - kDecimal * std::max(1.0, exact)));
}

std::optional<std::vector<RowId>> find_outliers(OutlierOracle& oracle, const Run& run) {
  run.progress("looking for outliers");
  const auto answers = oracle.outlying();
  if (!answers) return std::nullopt;
  std::vector<RowId> out;
  for (std::size_t row = 0; row < answers->size(); ++row) {
    if ((*answers)[row]) out.push_back(static_cast<RowId>(row));
  }
  return out;
}

std::vector<RowId> find_outliers(const Matrix& points, const OutlierOptions& options,
                                 const Run& run) {
  PlainOutlierOracle oracle(points, options, run);
  return find_outliers(oracle, run).value();
}

// A row is an outlier as soon as D is below the distance to its (rows - needed + 1)-th nearest row,
// itself counted: these distances are sorted, and D lies where the wanted share is above it.
double suggest_distance(const Matrix& points, const OutlierOptions& options, double share,
                        const Run& run) {
  PRIVET_CHECK(points.rows > 0);
  constexpr std::size_t kMost = 1000;
  const std::size_t sample = std::min(points.rows, kMost);
  const std::size_t allowed = points.rows - rows_needed(options.fraction, points.rows);
  const std::size_t place = std::min(allowed, points.rows - 1);
  std::vector<double> reach(sample);
  run.progress("suggesting a distance");
  run.pool().parallel_for(sample, [&](std::size_t i) {
    run.check_cancelled();
    const auto row = points.row(i * points.rows / sample);
    std::vector<double> distances(points.rows);
    for (std::size_t r = 0; r < points.rows; ++r) {
      distances[r] = options.metric.distance(row, points.row(r));
    }
    const auto at = distances.begin() + static_cast<std::ptrdiff_t>(place);
    std::nth_element(distances.begin(), at, distances.end());
    reach[i] = *at;
  });
  std::sort(reach.begin(), reach.end(), std::greater<>());
  const auto wanted = static_cast<std::size_t>(std::ceil(share * static_cast<double>(sample)));
  const std::size_t last = std::min(std::max<std::size_t>(wanted, 1), sample) - 1;
  // Between the last that is to be an outlier and the next, so that the first really is one.
  const double below = last + 1 < sample ? reach[last + 1] : 0;
  const double middle = (reach[last] + below) / 2;
  const double digits = middle > 0 ? std::pow(10.0, 3 - std::floor(std::log10(middle))) : 1;
  return std::floor(middle * digits) / digits;
}

PlainOutlierOracle::PlainOutlierOracle(const Matrix& points, const OutlierOptions& options,
                                       const Run& run)
    : points_(points), metric_(options.metric), run_(run) {
  options.check();
  reach_ =
      metric_.p == 2 ? options.distance * options.distance : std::pow(options.distance, metric_.p);
  const std::size_t needed = rows_needed(options.fraction, points.rows);
  possible_ = needed <= points.rows;
  allowed_ = possible_ ? points.rows - needed : 0;
  std::vector<std::size_t> order(points.rows);
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (!order.empty()) build(order, 0);
  sorted_ = {points.rows, points.columns, {}};
  sorted_.cells.reserve(points.cells.size());
  for (const std::size_t r : order) {
    sorted_.cells.insert(sorted_.cells.end(), points.row(r).begin(), points.row(r).end());
  }
}

// Halves the points at the median of the widest column; boxes lie in the order of the walk.
void PlainOutlierOracle::build(std::span<std::size_t> order, std::size_t begin) {
  const std::size_t at = boxes_.size();
  boxes_.emplace_back();
  const auto first = points_.row(order[0]);
  std::vector<double> low(first.begin(), first.end());
  std::vector<double> high(low);
  for (const std::size_t r : order) {
    for (std::size_t c = 0; c < low.size(); ++c) {
      low[c] = std::min(low[c], points_.row(r)[c]);
      high[c] = std::max(high[c], points_.row(r)[c]);
    }
  }
  std::size_t widest = 0;
  for (std::size_t c = 1; c < low.size(); ++c) {
    if (high[c] - low[c] > high[widest] - low[widest]) widest = c;
  }
  const bool leaf = order.size() <= kLeaf || low.empty() || !(high[widest] > low[widest]);
  boxes_[at] = {begin, begin + order.size(), 0, std::move(low), std::move(high)};
  if (leaf) return;
  const std::size_t half = order.size() / 2;
  const auto middle = order.begin() + static_cast<std::ptrdiff_t>(half);
  std::nth_element(order.begin(), middle, order.end(), [&](std::size_t a, std::size_t b) {
    return points_.row(a)[widest] < points_.row(b)[widest];
  });
  build(order.first(half), begin);
  boxes_[at].right = boxes_.size();
  build(order.subspan(half), begin + half);
}

bool PlainOutlierOracle::outlier(std::span<const double> row,
                                 std::vector<std::size_t>& stack) const {
  std::size_t near = 0;
  std::size_t open = points_.rows;  // not yet known to be far
  stack.assign(1, 0);
  while (!stack.empty()) {
    const std::size_t at = stack.back();
    const Box& box = boxes_[at];
    stack.pop_back();
    double least = 0;
    double most = 0;
    for (std::size_t c = 0; c < row.size(); ++c) {
      const double below = box.low[c] - row[c];
      const double above = row[c] - box.high[c];
      least += metric_.term(std::max({below, above, 0.0}));
      most += metric_.term(std::max(-below, -above));
    }
    const std::size_t size = box.end - box.begin;
    if (least > reach_) {
      open -= size;
    } else if (most <= reach_) {
      near += size;
    } else if (box.right != 0) {
      stack.push_back(box.right);
      stack.push_back(at + 1);
    } else {
      for (std::size_t r = box.begin; r < box.end; ++r) {
        if (metric_.powered(row, sorted_.row(r)) <= reach_)
          ++near;
        else
          --open;
      }
    }
    if (near > allowed_) return false;
    if (open <= allowed_) return true;
  }
  return near <= allowed_;
}

std::optional<std::vector<bool>> PlainOutlierOracle::outlying() {
  std::vector<char> answers(points_.rows, 0);
  constexpr std::size_t kBatch = 4096;  // between two words of progress
  constexpr std::size_t kGrain = 64;
  for (std::size_t first = 0; first < points_.rows; first += kBatch) {
    run_.progress("looking for outliers",
                  static_cast<double>(first) / static_cast<double>(points_.rows));
    const auto count = std::min(kBatch, points_.rows - first);
    run_.pool().parallel_ranges(count, kGrain, [&](std::size_t begin, std::size_t end) {
      run_.check_cancelled();
      std::vector<std::size_t> stack;
      for (std::size_t i = first + begin; i < first + end; ++i) {
        answers[i] = possible_ && outlier(points_.row(i), stack) ? 1 : 0;
      }
    });
  }
  return std::vector<bool>(answers.begin(), answers.end());
}

}  // namespace privet::mining
