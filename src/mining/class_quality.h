// SPDX-License-Identifier: Apache-2.0
// How good a classifier is beyond its confusion matrix: how well it ranks, and whether its
// probabilities mean what they say.
// Idea: a classifier forecasts, that is it gives each row a class and, where it can, a probability
// of every class. The area under the curve compares one class with all others (ties count half,
// exactly). The Brier score is half the squared distance between the probabilities and the truth
// (0: certain and right, 1: certain and wrong); with two classes this is the usual score of either.
// The reliability table puts the rows into ten bins by probability and says how often the class
// came true in each.
// Reference: Hanley and McNeil (1982); Brier (1950); Murphy and Winkler (1977) for reliability;
// Kohavi (1995) for stratified and repeated folds. Cost: rows times classes, sorted once per class.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/run.h"
#include "mining/evaluation.h"

namespace privet::mining {

struct Forecast {
  std::vector<ClassLabel> given;      // one per row
  std::vector<double> probabilities;  // row after row, one per class; empty: there are none
  std::vector<double> scores;         // the same, to rank by where there are no probabilities
};

struct ReliabilityBin {
  std::uint64_t rows = 0;
  double probability = 0;  // the mean of those given
  double share = 0;        // of the rows of which it came true
};
inline constexpr std::size_t kReliabilityBins = 10;
using Reliability = std::vector<ReliabilityBin>;

struct ClassQuality {
  Confusion confusion{0};      // over all repeats
  std::vector<double> auc;     // of each class against the others; not a number without either
  bool probabilities = false;  // whether what follows is there
  double brier = 0;
  double brier_shares = 0;               // of whoever always forecasts the shares of the classes
  std::vector<Reliability> reliability;  // of each class
  Reliability confidence;                // of the class that was given
  std::vector<double> accuracies;        // of each repeat

  // The mean over the classes that have one; not a number if none has.
  [[nodiscard]] double mean_auc() const;
  // The standard deviation of the accuracies of the repeats; 0 for one.
  [[nodiscard]] double accuracy_deviation() const;
};

// `labels` has the true class of each row of the forecast.
[[nodiscard]] ClassQuality judge(std::span<const ClassLabel> labels, const Forecast& forecast,
                                 std::size_t classes);
// The same over the rows of a table that count; the forecast is of all rows of the table.
[[nodiscard]] ClassQuality judge(const LabelledRows& all, const Forecast& forecast);

// How rows are divided for cross-validation.
struct FoldPlan {
  std::size_t folds = 0;
  std::size_t repeats = 1;  // with other folds each time
  bool stratified = true;   // every class spread evenly over the folds
  std::uint64_t seed = 1;
};

// Folds that pay no regard to the classes. Throws as stratified_folds does.
[[nodiscard]] std::vector<std::vector<RowId>> random_folds(std::span<const RowId> rows,
                                                           std::size_t folds, std::uint64_t seed);

// Trains on all folds except one and forecasts that one, for every fold of every repeat. The
// figures of the repeats are averaged, their confusion matrices added. `predict` gets training rows
// and test rows (both ascending); folds may run at once.
using ForecastRows =
    std::function<Forecast(std::span<const RowId> training, std::span<const RowId> test)>;
[[nodiscard]] ClassQuality cross_validate(const LabelledRows& all, const FoldPlan& plan,
                                          const ForecastRows& predict, const Run& run);

// The most probable class of each row; the first wins a tie.
[[nodiscard]] std::vector<ClassLabel> most_probable(std::span<const double> probabilities,
                                                    std::size_t classes);

}  // namespace privet::mining
