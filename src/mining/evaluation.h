// SPDX-License-Identifier: Apache-2.0
// How good a classifier is: confusion matrix and what follows from it, area under the ROC curve,
// and k-fold cross-validation with stratified folds that depend on a seed only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/run.h"
#include "data/table.h"
#include "mining/class_label.h"

namespace privet::mining {

// Rows by true class and given class; a row that got no class counts as an error only.
class Confusion {
 public:
  explicit Confusion(std::size_t classes);

  void add(ClassLabel truth, ClassLabel given);
  void add(const Confusion& other);  // of the same classes
  [[nodiscard]] std::size_t classes() const { return classes_; }
  // By their positions.
  [[nodiscard]] std::uint64_t count(std::size_t truth, std::size_t given) const {
    return counts_[truth * classes_ + given];
  }
  [[nodiscard]] std::uint64_t rows() const { return rows_; }
  [[nodiscard]] std::uint64_t right() const;
  [[nodiscard]] double accuracy() const;
  // Rows whose true class this is, also those that got none; rows that were given it.
  [[nodiscard]] std::uint64_t of_class(std::size_t truth) const { return truths_[truth]; }
  [[nodiscard]] std::uint64_t given(std::size_t given) const;
  // Of the rows given a class those that have it, of the rows that have it those given it, and the
  // harmonic mean of both; 0 where there are no such rows.
  [[nodiscard]] double precision(std::size_t label) const;
  [[nodiscard]] double recall(std::size_t label) const;
  [[nodiscard]] double f1(std::size_t label) const;
  // The accuracy of whoever always says the commonest class.
  [[nodiscard]] double majority() const;
  // Cohen's kappa: the share of the agreement beyond chance; 0 where chance is all there is.
  [[nodiscard]] double kappa() const;

 private:
  std::size_t classes_;
  std::uint64_t rows_ = 0;
  std::vector<std::uint64_t> truths_;
  std::vector<std::uint64_t> counts_;
};

// Rows of a table with their classes.
struct LabelledRows {
  std::span<const ClassLabel> labels;  // one per row of the table
  std::span<const RowId> rows;         // those that count, ascending; each has a class
  std::size_t classes = 0;
};

// Divides the rows into folds so that each class is spread evenly. Throws if there are fewer rows
// than folds, or fewer than two folds.
[[nodiscard]] std::vector<std::vector<RowId>> stratified_folds(std::span<const ClassLabel> labels,
                                                               std::span<const RowId> rows,
                                                               std::size_t folds,
                                                               std::uint64_t seed);

// Trains on all folds except one and classifies that one, for every fold. `classify` gets training
// rows and test rows (both ascending) and returns a class for each test row; folds may run at once.
using Classify = std::function<std::vector<ClassLabel>(std::span<const RowId> training,
                                                       std::span<const RowId> test)>;
[[nodiscard]] Confusion cross_validate(const LabelledRows& all, std::size_t folds,
                                       std::uint64_t seed, const Classify& classify,
                                       const Run& run);

// The probability that a random positive row scores above a random negative one (ties count half).
// 0.5 if one of the two is absent.
[[nodiscard]] double area_under_curve(std::span<const double> scores,
                                      const std::vector<bool>& positive);

}  // namespace privet::mining
