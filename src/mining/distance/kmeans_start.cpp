// SPDX-License-Identifier: Apache-2.0
// Where k-means begins: in which units, and at centers far apart.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "base/sampling.h"
#include "mining/distance/kmeans.h"

namespace privet::mining {

Matrix spread_centers(const Matrix& points, std::size_t k, const Metric& metric,
                      std::uint64_t seed) {
  Sampler sampler(seed);
  Matrix out{0, points.columns, {}};
  std::vector<double> nearest(points.rows, std::numeric_limits<double>::infinity());
  while (out.rows < k && points.rows > 0) {
    std::size_t chosen = static_cast<std::size_t>(sampler.below(points.rows));
    if (out.rows > 0) {
      double all = 0;
      for (const double d : nearest) all += d;
      if (!(all > 0)) break;  // every point is a center already
      double at = sampler.unit() * all;
      // Rounding may leave `at` above the last; the farthest is as good then.
      chosen = static_cast<std::size_t>(std::max_element(nearest.begin(), nearest.end()) -
                                        nearest.begin());
      for (std::size_t r = 0; r < points.rows; ++r) {
        at -= nearest[r];
        if (at >= 0 || nearest[r] == 0) continue;
        chosen = r;
        break;
      }
    }
    const auto row = points.row(chosen);
    out.cells.insert(out.cells.end(), row.begin(), row.end());
    ++out.rows;
    for (std::size_t r = 0; r < points.rows; ++r) {
      nearest[r] = std::min(nearest[r], metric.powered(points.row(r), row));
    }
  }
  if (out.rows < k || k == 0) {
    throw Error(
        ErrorCode::Usage,
        fmt::format("{} clusters are not possible: there are {} different rows", k, out.rows),
        {.parameter = "--k"});
  }
  return out;
}

std::vector<double> units_of(const Matrix& points, KMeansScale scale) {
  std::vector<double> out;
  for (std::size_t c = 0; scale != KMeansScale::None && c < points.columns; ++c) {
    double mean = 0;
    double squares = 0;
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (std::size_t r = 0; r < points.rows; ++r) {
      const double x = points.row(r)[c];
      const double away = x - mean;
      mean += away / static_cast<double>(r + 1);
      squares += away * (x - mean);
      low = std::min(low, x);
      high = std::max(high, x);
    }
    const double rows = std::max(1.0, static_cast<double>(points.rows) - 1);
    const double unit = scale == KMeansScale::Range ? high - low : std::sqrt(squares / rows);
    out.push_back(unit > 0 && std::isfinite(unit) ? unit : 1.0);
  }
  return out;
}

Matrix in_units(Matrix points, std::span<const double> units) {
  for (std::size_t i = 0; !units.empty() && i < points.cells.size(); ++i) {
    points.cells[i] /= units[i % points.columns];
  }
  return points;
}

}  // namespace privet::mining
