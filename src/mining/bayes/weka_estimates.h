// SPDX-License-Identifier: Apache-2.0
// Numbers as Weka's NaiveBayes estimates them. Idea: a column's precision is the mean gap between
// its neighbouring values; values are rounded to it, a class has a normal distribution with a
// deviation of at least a sixth of it, and a value's probability is that of the interval around
// it. So a column that is constant in a class does not rule out everything else, as it nearly does
// with a density. Probabilities are at least 1e-75, and every count starts at 1.
// Reference: Weka 3.6 to 3.8, NaiveBayes and NormalEstimator (their documentation and results);
// John and Langley, "Estimating continuous distributions in Bayesian classifiers" (1995).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "data/table.h"
#include "mining/bayes/bayes.h"

namespace privet::mining {

// Fills counts, means, variances and precision of a numeric column from rows that have a class.
void learn_weka_column(BayesColumn& out, const Column& column, std::span<const ClassLabel> labels,
                       std::span<const RowId> rows, std::size_t classes);

// ln P(value | class) for the numbers of a dictionary's codes, class after class; 0 where there is
// no number.
[[nodiscard]] std::vector<double> weka_log_table(const BayesColumn& known,
                                                 std::span<const double> numbers,
                                                 std::size_t classes);

}  // namespace privet::mining
