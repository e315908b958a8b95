// SPDX-License-Identifier: Apache-2.0
// Where k-means begins: centers far apart.
#include <fmt/format.h>

#include <algorithm>
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

}  // namespace privet::mining
