// SPDX-License-Identifier: Apache-2.0
// k-means and outliers by whole distances (mining/distance/fixed_distance.h), over columns at one
// place: what parties with parts of the columns compute together must be equal to it.
// Cost: k-means as with distances of full precision; outliers all pairs of rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mining/distance/fixed_distance.h"
#include "mining/distance/kmeans.h"
#include "mining/distance/outliers.h"

namespace privet::mining {

// k rows chosen by the seed, without a look at their values: centers to begin with where nobody
// sees whole rows. Equal rows may be among them. Throws Error{Usage} if there are fewer rows.
[[nodiscard]] std::vector<RowId> starting_rows(std::size_t rows, std::size_t k, std::uint64_t seed);

// The centers within the columns of one place. The columns must outlive it.
class FixedCenters {
 public:
  FixedCenters(const FixedColumns& columns, std::span<const RowId> start);

  [[nodiscard]] std::size_t clusters() const { return centers_.rows; }
  [[nodiscard]] const Matrix& centers() const { return centers_; }
  // Entry c * rows + r: of row r from center c, within these columns.
  [[nodiscard]] std::vector<std::uint64_t> distances(const Run& run) const;
  // Moves the centers to the means of their rows. The sum of their movements in units, each term
  // rounded up (of squares, for Euclid): 0 only if none moved.
  std::uint64_t move(std::span<const std::uint32_t> assignment);

 private:
  const FixedColumns& columns_;
  Matrix centers_;
};

// Settled: the sum of move() is at most the threshold to the power p. For Euclid that sum is of
// squares, and never more than the square of the sum: it settles no later than with full precision,
// and at the threshold 0 in the same round.
class FixedKMeansOracle final : public KMeansOracle {
 public:
  FixedKMeansOracle(const FixedColumns& columns, std::span<const RowId> start, const Run& run)
      : columns_(columns), centers_(columns, start), run_(run) {}
  [[nodiscard]] std::size_t clusters() const override { return centers_.clusters(); }
  std::vector<std::uint32_t> nearest() override;
  bool settle(std::span<const std::uint32_t> assignment, double threshold) override {
    return centers_.move(assignment) <= columns_.measure().limit(threshold);
  }
  Matrix centers() override { return centers_.centers(); }

 private:
  const FixedColumns& columns_;
  FixedCenters centers_;
  const Run& run_;
};

class FixedOutlierOracle final : public OutlierOracle {
 public:
  FixedOutlierOracle(const FixedColumns& columns, const OutlierOptions& options, const Run& run)
      : columns_(columns), options_(options), run_(run) {}
  std::optional<std::vector<bool>> outlying() override;

 private:
  const FixedColumns& columns_;
  OutlierOptions options_;
  const Run& run_;
};

}  // namespace privet::mining
