// SPDX-License-Identifier: Apache-2.0
// Applies a saved model of any kind to the rows of a table.
// Idea: tree and bayes give a class with the probabilities of all, svm a class and a score (and
// probabilities, if it was learned with them), kmeans the nearest center (none where
// a value is missing), cox the linear predictor (relative risk in logs). Columns are found by their
// names; a 0/1 term of svm and cox, named column + value, by the column whose name it starts with.
// Rules and Bayesian networks predict nothing about a row and are refused. Cost: linear in the rows
// and the size of the model.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/run.h"
#include "data/table.h"

namespace privet::mining {

// What a model gives rows: a number only, a class of the class column, or a cluster.
enum class Labelled : std::uint8_t { No, Classes, Clusters };

struct Answers {
  std::string kind = {};   // of the model
  std::string about = {};  // the class column, "cluster" or "risk"
  Labelled labelled = Labelled::No;
  std::vector<std::string> names = {};     // of the labels
  std::vector<std::uint32_t> labels = {};  // one per row, kNoClass where there is none
  std::vector<double> scores = {};         // svm, cox; not a number where a value is missing
  // Of a classifier: one per name, row after row; not a number where a value is missing. Empty if
  // the model has none.
  std::vector<double> probabilities = {};
  // Why there are none and how to get them, where this model could have had some.
  std::string no_probabilities = {};
};

// Throws Error{Input} for a broken model file, a column that the table lacks, or text where the
// model needs numbers. `file` is the model's name in errors.
[[nodiscard]] Answers apply_model(std::string_view model, const std::string& file,
                                  const Table& table, const Run& run);

// The columns that the model needs numbers in. A term of svm and cox that is not the whole name of
// a column belongs to a text column; `table` says which.
[[nodiscard]] std::vector<AttributeId> numeric_inputs(std::string_view model,
                                                      const std::string& file, const Table& table);

}  // namespace privet::mining
