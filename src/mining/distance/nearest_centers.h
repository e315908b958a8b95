// SPDX-License-Identifier: Apache-2.0
// The nearest of some centers for every point, round after round while the centers move.
// Idea: for every point a lower bound of its distance to all centers but its own is kept, and
// loosened by how far these moved. While the distance to its own center is smaller, that is still
// the nearest, and one distance was enough. Otherwise all distances are taken, several centers at a
// time. Bounds are loosened by more than rounding can be wrong, so the answers are those of taking
// all distances, to the last bit and with the same ties.
// Reference: Hamerly, "Making k-means even faster" (2010).
// Cost: a distance a point where the centers hardly move; 12 bytes a point.
#pragma once

#include <cstdint>
#include <vector>

#include "base/run.h"
#include "mining/distance/distance.h"
#include "mining/numbers/column_numbers.h"

namespace privet::mining {

class NearestCenters {
 public:
  // The points must outlive it.
  NearestCenters(const Matrix& points, const Metric& metric) : points_(points), metric_(metric) {}

  // The nearest center of every point, the first of equally near ones. `moved` is how far each
  // center has moved since the call before; the first call takes no notice of it.
  const std::vector<std::uint32_t>& find(const Matrix& centers, const std::vector<double>& moved,
                                         const Run& run);

 private:
  struct Scratch;
  void loosen(const std::vector<double>& moved, const Run& run);
  void search(std::size_t point, const Matrix& centers, Scratch& scratch);

  const Matrix& points_;
  Metric metric_;
  std::vector<std::uint32_t> nearest_;
  std::vector<double> others_;  // no center but the nearest is closer than this
};

}  // namespace privet::mining
