// SPDX-License-Identifier: Apache-2.0
// privet mine predict: asks a saved model about the rows of a table.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "job/mining/mining_input.h"
#include "mining/apply/apply_model.h"

namespace privet::job {

// What to do with a text where the model needs a number.
enum class BadCells { Refuse, Missing };

struct MinePredictOptions {
  std::string model = {};  // the file
  TableSource table = {};
  std::optional<std::string> output = {};  // the table with the predictions
  BadCells bad_cells = BadCells::Refuse;
  bool probabilities = false;  // of all classes, beside the class
};

struct MinePredictOutcome {
  mining::Answers answers = {};
  std::size_t rows = 0;
  std::size_t bad_cells = 0;  // counted as missing
  // The share of rows whose class the model predicts, where the table has the class.
  std::optional<double> accuracy = {};
  std::optional<double> majority = {};  // of those rows, with the commonest class
  std::string standard_output = {};     // for --output -
};

[[nodiscard]] std::vector<Parameter> mine_predict_positionals();
[[nodiscard]] std::vector<Parameter> mine_predict_parameters();
[[nodiscard]] MinePredictOptions mine_predict_options(const Settings& settings);
[[nodiscard]] MinePredictOutcome run_mine_predict(const MinePredictOptions& options,
                                                  const Run& run);

// A row's label, "?" where there is none; a row's score, "?" where a value is missing.
[[nodiscard]] std::string label_text(const mining::Answers& answers, std::size_t row);
[[nodiscard]] std::string score_text(double score);

}  // namespace privet::job
