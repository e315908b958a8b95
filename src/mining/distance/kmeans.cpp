// SPDX-License-Identifier: Apache-2.0
#include "mining/distance/kmeans.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

#include "base/error.h"
#include "base/sampling.h"
#include "base/thread_pool.h"
#include "mining/distance/squared_distances.h"
#include "mining/numbers/wide_sum.h"

namespace privet::mining {
namespace {

void warn_of(const KMeansModel& model, const KMeansOptions& options, const Run& run) {
  for (std::size_t c = 0; c < model.sizes.size(); ++c) {
    if (model.sizes[c] > 0) continue;
    run.warn(fmt::format("cluster {} is empty and keeps its center", c));
  }
  if (!model.converged) {
    run.warn(fmt::format("the centers still moved after {} rounds", options.max_rounds));
  }
}

}  // namespace

Clustering cluster(KMeansOracle& oracle, std::vector<std::string> columns,
                   const KMeansOptions& options, const Run& run) {
  Clustering out;
  out.model.columns = std::move(columns);
  out.model.p = options.metric.p;
  while (!out.model.converged && out.model.iterations < options.max_rounds) {
    run.progress("moving the centers");
    out.assignment = oracle.nearest();
    out.model.converged = oracle.settle(out.assignment, options.threshold);
    ++out.model.iterations;
  }
  out.model.centers = oracle.centers();
  out.model.sizes.assign(oracle.clusters(), 0);
  for (const std::uint32_t c : out.assignment) ++out.model.sizes[c];
  return out;
}

Clustering cluster(const Matrix& points, Matrix centers, std::vector<std::string> columns,
                   const KMeansOptions& options, const Run& run) {
  if (centers.rows == 0 || centers.rows > points.rows) {
    throw Error(ErrorCode::Usage,
                fmt::format("{} clusters are not possible with {} rows", centers.rows, points.rows),
                {.parameter = "--k"});
  }
  if (centers.columns != points.columns) {
    throw Error(
        ErrorCode::Input,
        fmt::format("the centers have {} columns, the rows {}", centers.columns, points.columns),
        {.parameter = "--centers"});
  }
  PlainKMeansOracle oracle(points, std::move(centers), options.metric, run);
  Clustering out = cluster(oracle, std::move(columns), options, run);
  warn_of(out.model, options, run);
  return out;
}

double spread(const Matrix& points, const Clustering& clustering, const Metric& metric) {
  double sum = 0;
  for (std::size_t r = 0; r < points.rows; ++r) {
    sum += metric.powered(points.row(r), clustering.model.centers.row(clustering.assignment[r]));
  }
  return sum;
}

Clustering best_clustering(const Matrix& points, std::size_t k, const Starts& starts,
                           const std::vector<std::string>& columns, const KMeansOptions& options,
                           const Run& run) {
  Clustering best;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t start = 0; start < std::max<std::size_t>(starts.count, 1); ++start) {
    run.progress("trying starts", static_cast<double>(start) / static_cast<double>(starts.count));
    PlainKMeansOracle oracle(points, spread_centers(points, k, options.metric, starts.seed + start),
                             options.metric, run);
    Clustering found = cluster(oracle, columns, options, run);
    const double sum = spread(points, found, options.metric);
    if (start > 0 && !(sum < least)) continue;
    least = sum;
    best = std::move(found);
  }
  warn_of(best.model, options, run);
  return best;
}

Matrix starting_centers(const Matrix& points, std::size_t k, std::uint64_t seed) {
  std::vector<RowId> order(points.rows);
  std::iota(order.begin(), order.end(), RowId{0});
  Sampler sampler(seed);
  sampler.shuffle(std::span(order));
  Matrix out{0, points.columns, {}};
  for (std::size_t i = 0; i < order.size() && out.rows < k; ++i) {
    const auto row = points.row(order[i]);
    bool fresh = true;
    for (std::size_t c = 0; c < out.rows && fresh; ++c) {
      fresh = !std::equal(row.begin(), row.end(), out.row(c).begin());
    }
    if (!fresh) continue;
    out.cells.insert(out.cells.end(), row.begin(), row.end());
    ++out.rows;
  }
  if (out.rows < k || k == 0) {
    throw Error(
        ErrorCode::Usage,
        fmt::format("{} clusters are not possible: there are {} different rows", k, out.rows),
        {.parameter = "--k"});
  }
  return out;
}

PlainKMeansOracle::PlainKMeansOracle(const Matrix& points, Matrix centers, const Metric& metric,
                                     const Run& run)
    : points_(points),
      centers_(std::move(centers)),
      metric_(metric),
      run_(run),
      nearest_(points, metric),
      moved_(centers_.rows) {}

std::vector<std::uint32_t> PlainKMeansOracle::nearest() {
  auto out = nearest_.find(centers_, moved_, run_);
  moved_.assign(centers_.rows, 0);
  return out;
}

Matrix means_of(const Matrix& points, std::span<const std::uint32_t> assignment,
                const Matrix& before) {
  const std::size_t width = points.columns;
  std::vector<WideSum> sums(before.rows * width);
  std::vector<std::uint64_t> sizes(before.rows, 0);
  for (std::size_t r = 0; r < points.rows; ++r) {
    const std::uint32_t c = assignment[r];
    ++sizes[c];
    for (std::size_t i = 0; i < width; ++i) sums[c * width + i].add(points.row(r)[i]);
  }
  Matrix out = before;
  for (std::size_t c = 0; c < before.rows; ++c) {
    if (sizes[c] == 0) continue;
    for (std::size_t i = 0; i < width; ++i) {
      out.row(c)[i] = sums[c * width + i].value() / static_cast<double>(sizes[c]);
    }
  }
  return out;
}

bool PlainKMeansOracle::settle(std::span<const std::uint32_t> assignment, double threshold) {
  auto after = means_of(points_, assignment, centers_);
  double moved = 0;
  for (std::size_t c = 0; c < centers_.rows; ++c) {
    const double distance = metric_.distance(after.row(c), centers_.row(c));
    moved += distance;
    moved_[c] += distance;
  }
  centers_ = std::move(after);
  return moved <= threshold;
}

namespace {

// The sums of a point's distances to the rows of each cluster, added up in the order of the rows.
class DistanceSums {
 public:
  DistanceSums(const Matrix& points, std::span<const std::uint32_t> assignment,
               const Metric& metric)
      : points_(points), assignment_(assignment), metric_(metric) {
    for (std::size_t r = 0; metric.p == 2 && r < points.rows; r += kRows) {
      Matrix part{std::min(kRows, points.rows - r), points.columns, {}};
      const auto* first = points.cells.data() + r * points.columns;
      part.cells.assign(first, first + part.rows * part.columns);
      parts_.emplace_back(part);
    }
  }

  void from(std::size_t row, std::vector<double>& sums) const {
    std::fill(sums.begin(), sums.end(), 0.0);
    if (parts_.empty()) {
      for (std::size_t r = 0; r < points_.rows; ++r) {
        sums[assignment_[r]] += metric_.distance(points_.row(row), points_.row(r));
      }
      return;
    }
    std::array<double, kRows> squared{};
    for (std::size_t part = 0; part < parts_.size(); ++part) {
      parts_[part].from(points_.row(row), squared);
      const std::size_t first = part * kRows;
      const std::size_t rows = std::min(kRows, points_.rows - first);
      take_roots(std::span(squared).first(rows));
      for (std::size_t r = 0; r < rows; ++r) sums[assignment_[first + r]] += squared[r];
    }
  }

 private:
  static constexpr std::size_t kRows = 512;
  const Matrix& points_;
  std::span<const std::uint32_t> assignment_;
  const Metric& metric_;
  std::vector<SquaredDistances> parts_;  // of the rows, for Euclid
};

}  // namespace

double silhouette(const Matrix& points, std::span<const std::uint32_t> assignment,
                  const Metric& metric, std::size_t sample, std::uint64_t seed, const Run& run) {
  std::vector<RowId> rows(points.rows);
  std::iota(rows.begin(), rows.end(), RowId{0});
  if (rows.size() > sample) {
    Sampler sampler(seed);
    sampler.shuffle(std::span(rows));
    rows.resize(sample);
  }
  std::size_t clusters = 0;
  for (const std::uint32_t c : assignment) clusters = std::max<std::size_t>(clusters, c + 1);
  std::vector<std::uint64_t> sizes(clusters, 0);
  for (const std::uint32_t c : assignment) ++sizes[c];
  std::vector<double> values(rows.size(), 0.0);
  constexpr std::size_t kGrain = 16;
  const DistanceSums all(points, assignment, metric);
  run.pool().parallel_ranges(rows.size(), kGrain, [&](std::size_t begin, std::size_t end) {
    std::vector<double> sums(clusters);
    for (std::size_t i = begin; i < end; ++i) {
      run.check_cancelled();
      const std::uint32_t own = assignment[rows[i]];
      if (sizes[own] < 2) continue;
      all.from(rows[i], sums);
      const double inside = sums[own] / static_cast<double>(sizes[own] - 1);
      double outside = std::numeric_limits<double>::infinity();
      for (std::size_t c = 0; c < clusters; ++c) {
        if (c != own && sizes[c] > 0) {
          outside = std::min(outside, sums[c] / static_cast<double>(sizes[c]));
        }
      }
      const double most = std::max(inside, outside);
      if (std::isfinite(outside) && most > 0) values[i] = (outside - inside) / most;
    }
  });
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  return values.empty() ? 0.0 : sum / static_cast<double>(values.size());
}

}  // namespace privet::mining
