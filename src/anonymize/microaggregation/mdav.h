// SPDX-License-Identifier: Apache-2.0
// MDAV, maximum distance to average vector: parts points into groups of close ones, every group of
// k to 2k-1 points (fewer only if there are fewer than k points).
// Idea: while 3k points are left, take the one farthest from their average, and the one farthest
// from that; each forms a group with the k-1 points closest to it. Of fewer than 3k, one such group
// (if 2k are left) and the rest. Points may have categories beside their coordinates: the average
// has the commonest category, and two categories lie apart by a cost of their own. Of points
// equally far the one with the lowest number is taken, so the result is one and the same
// everywhere. Reference: Domingo-Ferrer and Torra, "Ordinal, continuous and heterogeneous
// k-anonymity through microaggregation" (2005), MDAV-generic; Domingo-Ferrer and Mateo-Sanz,
// "Practical data-oriented microaggregation for statistical disclosure control" (2002). Cost: three
// looks at every point left for every 2k points, so n^2 / k in all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace privet {

struct PointCategory {
  std::vector<std::uint32_t> codes;  // [point]
  std::size_t values = 0;            // codes lie below this
  double unit = 1;                   // squared distance of two codes with a difference of 1
  // Of two different codes, in [0,1]; empty: always 1.
  std::function<double(std::uint32_t, std::uint32_t)> difference = {};
};

// The squared distance of two points is the sum over the coordinates of the squared differences,
// and over the categories of unit times difference.
struct MixedPoints {
  std::size_t points = 0;
  std::vector<std::vector<double>> coordinates = {};  // [coordinate][point]
  std::vector<PointCategory> categories = {};
};

// The groups in the order in which they are found, the points of each ascending. Requires k above
// 0. `grouped(points)` is called after every round and may throw.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> mdav(
    MixedPoints points, std::size_t k, const std::function<void(std::size_t)>& grouped);

}  // namespace privet
