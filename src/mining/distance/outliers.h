// SPDX-License-Identifier: Apache-2.0
// Distance-based outliers DB(p, D): a row is one if at least a fraction p of all rows lie farther
// from it than D. Idea: the oracle only ever says whether a row is an outlier. The plain one counts
// near rows in a tree of boxes: a box wholly within D counts at once, a box wholly beyond is
// skipped, and a row is decided as soon as its answer is certain. Sums of rounded terms keep their
// order, so the answers are exactly those of comparing all pairs. Reference: Knorr and Ng (1998);
// Vaidya (2004), section 3.6 (with "at least", as in the definition). Cost: at worst all pairs;
// much less when D is small against the spread, or p is high.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/run.h"
#include "data/dictionary.h"
#include "mining/distance/distance.h"
#include "mining/numbers/column_numbers.h"

namespace privet::mining {

struct OutlierOptions {
  double fraction = 0.95;  // p, above 0 and at most 1
  double distance = 1;     // D, at least 0
  Metric metric = {};

  // Throws Error{Usage} for what is out of range.
  void check() const;
};

class OutlierOracle {
 public:
  virtual ~OutlierOracle() = default;
  // Whether each row is an outlier, where that may be known; nothing elsewhere.
  virtual std::optional<std::vector<bool>> outlying() = 0;
};

// How many rows must be farther than D: p of all, where p is the decimal it was written as (0.55 of
// 100 is 55, although 0.55 in binary is a little more).
[[nodiscard]] std::size_t rows_needed(double fraction, std::size_t rows);

// The outliers, ascending, where they may be known. One question for all rows: what it takes
// between parties must not be paid again for every few rows.
[[nodiscard]] std::optional<std::vector<RowId>> find_outliers(OutlierOracle& oracle,
                                                              const Run& run);
[[nodiscard]] std::vector<RowId> find_outliers(const Matrix& points, const OutlierOptions& options,
                                               const Run& run);

// A distance that makes about this share of the rows (at least one) outliers, for the fraction and
// metric of the options; four digits. Measured on at most 1,000 rows, evenly spread, each against
// all. Requires rows.
[[nodiscard]] double suggest_distance(const Matrix& points, const OutlierOptions& options,
                                      double share, const Run& run);

class PlainOutlierOracle final : public OutlierOracle {
 public:
  // `points` must outlive it. Throws Error{Usage} for a fraction or distance out of range.
  PlainOutlierOracle(const Matrix& points, const OutlierOptions& options, const Run& run);
  std::optional<std::vector<bool>> outlying() override;

 private:
  struct Box {
    std::size_t begin = 0;  // of its points
    std::size_t end = 0;
    std::size_t right = 0;  // the second child; the first follows the box; 0: a leaf
    std::vector<double> low;
    std::vector<double> high;
  };
  void build(std::span<std::size_t> order, std::size_t begin);
  [[nodiscard]] bool outlier(std::span<const double> row, std::vector<std::size_t>& stack) const;

  const Matrix& points_;
  Metric metric_;
  const Run& run_;
  double reach_;         // D to the power of the metric
  std::size_t allowed_;  // near rows (itself too) an outlier may have; see rows_needed
  bool possible_;
  std::vector<Box> boxes_;
  Matrix sorted_;  // the points box by box
};

}  // namespace privet::mining
