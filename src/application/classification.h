// SPDX-License-Identifier: Apache-2.0
// How well a class can be predicted from a release, compared with the original.
// Idea: learn from the quasi-identifiers as a recipient sees them and test on records seen the same
// way, in ten folds that are the same for both. A numeric cell becomes the middle of the numbers it
// covers, a set or a group a word of its own, "*" a missing value.
// Reference: Xiong and Rangachari, "Towards application-oriented data anonymization" (2008),
// section 5.2; learners from mining/.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/run.h"
#include "recoding/recoding.h"
#include "recoding/recoding_context.h"

namespace privet {

// The released quasi-identifiers as a learner gets them, and the class column behind them.
[[nodiscard]] Table learning_table(const Recoding& recoding, const RecodingContext& context,
                                   AttributeId class_column);

struct ClassifierAccuracy {
  std::string learner;  // "naive Bayes", "decision tree"
  double original = 0;
  double release = 0;
};

struct ClassificationQuality {
  std::string class_name;
  double commonest = 0;  // the accuracy of always giving the commonest class
  std::size_t folds = 0;
  std::vector<ClassifierAccuracy> learners;
};

// The class column must not be among the recoding's attributes.
[[nodiscard]] ClassificationQuality measure_classification(const Recoding& recoding,
                                                           const RecodingContext& context,
                                                           AttributeId class_column,
                                                           std::size_t folds, std::uint64_t seed,
                                                           const Run& run);

// The share of the records with a class that have the commonest one.
[[nodiscard]] double commonest_share(const Table& table, AttributeId class_column);
// The accuracy of a naive Bayes classifier that sees one column alone, in this many folds: the
// share of each class that is found, the mean over the classes, every class taken as equally
// likely. So a column that predicts nothing reaches one over the number of classes, however common
// one of them is.
[[nodiscard]] double single_column_accuracy(const Table& table, AttributeId column,
                                            AttributeId class_column, std::size_t folds,
                                            std::uint64_t seed, const Run& run);

}  // namespace privet
