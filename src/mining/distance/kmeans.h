// SPDX-License-Identifier: Apache-2.0
// k-means clustering over an oracle that keeps the centers.
// Idea: assign every row to its nearest center (the smallest index wins a tie), move each center to
// the mean of its rows (a center without rows stays), until the total movement of the centers is at
// most a threshold. The learner sees assignments only; where a center lies is known to whoever
// holds the columns. Reference: Lloyd (1982); Vaidya (2004), section 3.3. Cost: rows times centers
// times columns per round at most; less where the centers hardly move (nearest_centers.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/run.h"
#include "mining/distance/distance.h"
#include "mining/distance/nearest_centers.h"
#include "mining/numbers/column_numbers.h"

namespace privet::mining {

class KMeansOracle {
 public:
  virtual ~KMeansOracle() = default;
  [[nodiscard]] virtual std::size_t clusters() const = 0;
  // The nearest center of every row.
  virtual std::vector<std::uint32_t> nearest() = 0;
  // Moves the centers to the means of their rows; true if they settled: if the sum of their
  // movements, as this oracle measures it, is at most the threshold.
  virtual bool settle(std::span<const std::uint32_t> assignment, double threshold) = 0;
  // The centers, to whoever may know them.
  virtual Matrix centers() = 0;
};

struct KMeansOptions {
  Metric metric = {};  // Euclid or Manhattan
  double threshold = 0;
  std::size_t max_rounds = 1000;
};

struct KMeansModel {
  std::vector<std::string> columns;
  double p = 2;    // of the metric
  Matrix centers;  // in the columns' own units
  std::vector<std::uint64_t> sizes;
  std::size_t iterations = 0;
  bool converged = false;
  std::vector<double> units = {};  // distances are measured in these; empty: as the columns are

  bool operator==(const KMeansModel&) const = default;
};

struct Clustering {
  KMeansModel model;
  std::vector<std::uint32_t> assignment;
};

[[nodiscard]] Clustering cluster(KMeansOracle& oracle, std::vector<std::string> columns,
                                 const KMeansOptions& options, const Run& run);
// Over points in memory, from the given centers. Warns of clusters that stay empty.
[[nodiscard]] Clustering cluster(const Matrix& points, Matrix centers,
                                 std::vector<std::string> columns, const KMeansOptions& options,
                                 const Run& run);
// The means of the centers' rows; a center without rows stays as it was `before`.
[[nodiscard]] Matrix means_of(const Matrix& points, std::span<const std::uint32_t> assignment,
                              const Matrix& before);
// The sum over the rows of their distances to their centers (of squares, for Euclid): what k-means
// makes small.
[[nodiscard]] double spread(const Matrix& points, const Clustering& clustering,
                            const Metric& metric);
// The best of `count` runs from rows far apart chosen by the seed, the one with the least spread;
// the first of equal ones. Warns as cluster() does, of the best only.
struct Starts {
  std::size_t count = 1;
  std::uint64_t seed = 0;
};
[[nodiscard]] Clustering best_clustering(const Matrix& points, std::size_t k, const Starts& starts,
                                         const std::vector<std::string>& columns,
                                         const KMeansOptions& options, const Run& run);
// k different points, chosen by the seed. Throws Error{Usage} if there are fewer.
[[nodiscard]] Matrix starting_centers(const Matrix& points, std::size_t k, std::uint64_t seed);

// The same far apart: each next point is drawn with a probability proportional to its distance (to
// the power p) from those before. Reference: Arthur and Vassilvitskii, "k-means++" (2007).
[[nodiscard]] Matrix spread_centers(const Matrix& points, std::size_t k, const Metric& metric,
                                    std::uint64_t seed);

// The mean silhouette of `sample` rows chosen by the seed (all if there are no more), each against
// all rows; rows alone in their cluster count 0.
[[nodiscard]] double silhouette(const Matrix& points, std::span<const std::uint32_t> assignment,
                                const Metric& metric, std::size_t sample, std::uint64_t seed,
                                const Run& run);

// What each column is divided by before distances are taken: nothing (empty), its standard
// deviation or its range; 1 for a constant column.
enum class KMeansScale { None, Deviation, Range };
[[nodiscard]] std::vector<double> units_of(const Matrix& points, KMeansScale scale);
// The points in these units; as they are if there are none.
[[nodiscard]] Matrix in_units(Matrix points, std::span<const double> units);

[[nodiscard]] std::string save_kmeans(const KMeansModel& model);
[[nodiscard]] KMeansModel load_kmeans(std::string_view text, const std::string& file);

// Answers from points in memory, which must outlive it.
class PlainKMeansOracle final : public KMeansOracle {
 public:
  PlainKMeansOracle(const Matrix& points, Matrix centers, const Metric& metric, const Run& run);
  [[nodiscard]] std::size_t clusters() const override { return centers_.rows; }
  std::vector<std::uint32_t> nearest() override;
  bool settle(std::span<const std::uint32_t> assignment, double threshold) override;
  Matrix centers() override { return centers_; }

 private:
  const Matrix& points_;
  Matrix centers_;
  Metric metric_;
  const Run& run_;
  NearestCenters nearest_;
  std::vector<double> moved_;  // each center, since the last nearest()
};

}  // namespace privet::mining
