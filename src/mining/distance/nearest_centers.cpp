// SPDX-License-Identifier: Apache-2.0
#include "mining/distance/nearest_centers.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "base/thread_pool.h"
#include "mining/distance/squared_distances.h"

namespace privet::mining {
namespace {

constexpr std::size_t kPointsEach = 1024;
constexpr double kInfinite = std::numeric_limits<double>::infinity();
// A computed distance is off by a few units in the last place for every column, some 1e-12 of it
// for thousands of columns; bounds keep ten thousand times that.
constexpr double kMargin = 1e-8;

// How far the farthest of the other centers moved.
struct Farthest {
  std::size_t center = 0;
  double most = 0;
  double second = 0;  // of the centers but that one

  explicit Farthest(const std::vector<double>& moved) {
    for (std::size_t c = 0; c < moved.size(); ++c) {
      if (!(moved[c] <= most)) {
        second = most;
        most = moved[c];
        center = c;
      } else {
        second = std::max(second, moved[c]);
      }
    }
  }
  [[nodiscard]] double but(std::size_t own) const { return own == center ? second : most; }
};

}  // namespace

// What a thread needs to take all distances of a point.
struct NearestCenters::Scratch {
  const std::optional<SquaredDistances>& squared;  // for Euclid
  std::vector<double> distances;
};

const std::vector<std::uint32_t>& NearestCenters::find(const Matrix& centers,
                                                       const std::vector<double>& moved,
                                                       const Run& run) {
  if (nearest_.size() == points_.rows) {
    loosen(moved, run);
  } else {
    nearest_.assign(points_.rows, 0);
    others_.assign(points_.rows, -kInfinite);
  }
  std::optional<SquaredDistances> squared;
  if (metric_.p == 2) squared.emplace(centers);
  const std::size_t room = squared ? squared->padded() : centers.rows;
  run.pool().parallel_ranges(points_.rows, kPointsEach, [&](std::size_t begin, std::size_t end) {
    run.check_cancelled();
    Scratch scratch{squared, std::vector<double>(room)};
    for (std::size_t r = begin; r < end; ++r) {
      if (others_[r] > 0) {
        const double own = metric_.distance(points_.row(r), centers.row(nearest_[r]));
        if (own * (1 + kMargin) < others_[r]) continue;
      }
      search(r, centers, scratch);
    }
  });
  return nearest_;
}

// The other centers may have come nearer by as much as they moved; the factors are for rounding.
void NearestCenters::loosen(const std::vector<double>& moved, const Run& run) {
  const Farthest farthest(moved);
  run.pool().parallel_ranges(points_.rows, kPointsEach, [&](std::size_t begin, std::size_t end) {
    for (std::size_t r = begin; r < end; ++r) {
      others_[r] = others_[r] * (1 - kMargin) - farthest.but(nearest_[r]) * (1 + kMargin);
    }
  });
}

void NearestCenters::search(std::size_t point, const Matrix& centers, Scratch& scratch) {
  const auto row = points_.row(point);
  if (scratch.squared) {
    scratch.squared->from(row, scratch.distances);
  } else {
    for (std::size_t c = 0; c < centers.rows; ++c) {
      scratch.distances[c] = metric_.powered(row, centers.row(c));
    }
  }
  std::uint32_t nearest = 0;
  double best = kInfinite;
  double next = kInfinite;
  for (std::size_t c = 0; c < centers.rows; ++c) {
    const double distance = scratch.distances[c];
    if (distance < best) {
      next = best;
      best = distance;
      nearest = static_cast<std::uint32_t>(c);
    } else if (!(distance >= next)) {
      next = distance;
    }
  }
  nearest_[point] = nearest;
  others_[point] = metric_.root(next) * (1 - kMargin);
}

}  // namespace privet::mining
