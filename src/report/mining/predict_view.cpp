// SPDX-License-Identifier: Apache-2.0
#include "report/mining/predict_view.h"

#include <fmt/format.h>

#include "base/error.h"
#include "mining/tree/tree_model.h"

namespace privet {

namespace {

// The probabilities of a row, as the columns of -o have them.
Json probabilities_of(const mining::Answers& answers, std::size_t row) {
  Json out = Json::array();
  for (std::size_t c = 0; c < answers.names.size(); ++c) {
    out.push_back(answers.probabilities[row * answers.names.size() + c]);
  }
  return out;
}

}  // namespace

std::string mine_predict_text(const job::MinePredictOutcome& found,
                              const job::MinePredictOptions& options) {
  const bool in_file = options.output.has_value();
  const auto& answers = found.answers;
  std::string text;
  const std::size_t rows = answers.labels.empty() ? answers.scores.size() : answers.labels.size();
  for (std::size_t r = 0; !in_file && r < rows; ++r) {
    text +=
        answers.labels.empty() ? job::score_text(answers.scores[r]) : job::label_text(answers, r);
    for (std::size_t c = 0; options.probabilities && c < answers.names.size(); ++c) {
      text += fmt::format(" {}={}", answers.names[c],
                          job::score_text(answers.probabilities[r * answers.names.size() + c]));
    }
    text += "\n";
  }
  if (found.accuracy) {
    text += fmt::format(
        "accuracy {:.4f}: the table has the column {}; the commonest class alone {:.4f}\n",
        *found.accuracy, quote_for_message(answers.about), found.majority.value_or(0));
  }
  return text;
}

Json mine_predict_json(const job::MinePredictOutcome& found,
                       const job::MinePredictOptions& options) {
  const auto& answers = found.answers;
  Json out{{"kind", answers.kind}, {"about", answers.about}};
  if (answers.labelled != mining::Labelled::No) {
    out["predictions"] = Json::array();
    for (std::size_t r = 0; r < answers.labels.size(); ++r) {
      const bool known = answers.labels[r] != mining::kNoClass;
      out["predictions"].push_back(known ? Json(job::label_text(answers, r)) : Json());
    }
  }
  if (!answers.scores.empty()) out["scores"] = answers.scores;  // not a number becomes null
  out["rows"] = found.rows;
  out["bad_cells"] = found.bad_cells;
  out["accuracy"] = found.accuracy ? Json(*found.accuracy) : Json();
  out["majority"] = found.majority ? Json(*found.majority) : Json();
  if (!options.probabilities) return out;
  out["classes"] = answers.names;
  out["probabilities"] = Json::array();
  for (std::size_t r = 0; r < answers.labels.size(); ++r) {
    out["probabilities"].push_back(probabilities_of(answers, r));
  }
  return out;
}

}  // namespace privet
