// SPDX-License-Identifier: Apache-2.0
// Naive Bayes: nominal columns by relative frequency, numeric columns by a normal density per
// class. Idea: score of a class = ln P(class) + sum of ln P(value | class), the highest wins, the
// first class a tie. A missing value, or one never seen in training, is ignored. Without
// Laplace's correction a count of zero rules the class out; if all are ruled out, the most frequent
// class is predicted. A variance is at least 1e-9 of the column's variance over all rows; a
// constant numeric column is ignored. Weka's estimates are offered too (weka_estimates.h).
// Reference: Vaidya (2004), section 3.4; Mitchell, "Machine learning" (1997), chapter 6. Cost: one
// pass for counts and sums, one for the variances.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/run.h"
#include "data/table.h"
#include "mining/class_quality.h"
#include "mining/numbers/wide_sum.h"
#include "mining/tree/tree_oracle.h"

namespace privet::mining {

enum class BayesEstimates { Textbook, Weka };

struct BayesSettings {
  double laplace = 0;  // Weka's estimates add 1, whatever is said here
  BayesEstimates estimates = BayesEstimates::Textbook;
};

// The sums that a model's numbers are made of, for whoever may see them. Columns are positions in
// the model's list.
class BayesSums {
 public:
  struct Total {
    std::uint64_t rows = 0;  // with a value
    WideSum sum;
  };
  virtual ~BayesSums() = default;

  virtual ClassCounts class_counts() = 0;
  // For each nominal column asked: rows by value and class.
  virtual std::vector<std::vector<std::uint64_t>> value_counts(
      std::span<const std::uint32_t> columns) = 0;
  // For each numeric column asked and each class: how many values and their sum.
  virtual std::vector<std::vector<Total>> totals(std::span<const std::uint32_t> columns) = 0;
  // For each numeric column asked and each class: the sum of squared differences from `centers`.
  virtual std::vector<std::vector<WideSum>> deviations(
      std::span<const std::uint32_t> columns, const std::vector<std::vector<double>>& centers) = 0;
};

struct BayesColumn {
  std::string name;
  bool numeric = false;
  std::vector<std::string> values;    // nominal
  std::vector<std::uint64_t> counts;  // nominal: value by class; numeric: rows of each class
  std::vector<double> means;          // numeric, by class
  std::vector<double> variances;      // numeric, by class; 0: the column is ignored
  double precision = 0;               // numeric, Weka's estimates: the width of a value's interval

  bool operator==(const BayesColumn&) const = default;
};

struct BayesModel {
  std::string class_name;
  std::vector<std::string> classes;
  ClassCounts class_counts;
  double laplace = 0;
  std::vector<BayesColumn> columns;
  BayesEstimates estimates = BayesEstimates::Textbook;

  bool operator==(const BayesModel&) const = default;
};

// Names, kinds and values of the columns; counts stay empty.
[[nodiscard]] BayesModel bayes_header(const Table& table, AttributeId class_column,
                                      const BayesSettings& settings);
// Textbook estimates: Weka's need the values themselves, not only sums.
[[nodiscard]] BayesModel learn_bayes(BayesSums& sums, BayesModel header);
// Both over a table. Rows without a class are left out, with a warning.
[[nodiscard]] BayesModel learn_bayes(const Table& table, AttributeId class_column,
                                     const BayesSettings& settings, const Run& run);

// What naive Bayes asks: a model is learned and known by a handle, and all that is disclosed of it
// is the class of a row. Whoever answers keeps its numbers, or shares of them.
class BayesOracle {
 public:
  enum class Handle : std::uint32_t {};
  virtual ~BayesOracle() = default;

  virtual Handle learn() = 0;
  // The classes of these rows; kNoClass where they are not for the one who asks.
  virtual std::vector<ClassLabel> classify(Handle model, const Table& rows) = 0;
};
// Learns and classifies: the whole of a run that tells no more than classes.
[[nodiscard]] std::vector<ClassLabel> classify_by_bayes(BayesOracle& oracle, const Table& rows);

[[nodiscard]] std::vector<ClassLabel> predict(const BayesModel& model, const Table& table,
                                              const Run& run);
// The scores of the classes for every row, row after row; minus infinity where ruled out.
[[nodiscard]] std::vector<double> bayes_scores(const BayesModel& model, const Table& table,
                                               const Run& run);
// The classes with their probabilities: the scores, made to add up to 1. A row that rules every
// class out has the shares of the classes in training.
[[nodiscard]] Forecast forecast(const BayesModel& model, const Table& table, const Run& run);
// Cross-validation as the plan says; and with its stratified folds once.
[[nodiscard]] ClassQuality assess_bayes(const Table& table, AttributeId class_column,
                                        const BayesSettings& settings, const FoldPlan& plan,
                                        const Run& run);
[[nodiscard]] Confusion cross_validate_bayes(const Table& table, AttributeId class_column,
                                             double laplace, std::size_t folds, std::uint64_t seed,
                                             const Run& run);

[[nodiscard]] std::string save_bayes(const BayesModel& model);
[[nodiscard]] BayesModel load_bayes(std::string_view text, const std::string& file);

}  // namespace privet::mining
