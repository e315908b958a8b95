// SPDX-License-Identifier: Apache-2.0
#include "report/mining/predict_view.h"

#include <fmt/format.h>

#include "base/error.h"
#include "mining/tree/tree_model.h"

namespace privet {

std::string mine_predict_text(const job::MinePredictOutcome& found, bool in_file) {
  const auto& answers = found.answers;
  std::string text;
  const std::size_t rows = answers.labels.empty() ? answers.scores.size() : answers.labels.size();
  for (std::size_t r = 0; !in_file && r < rows; ++r) {
    text +=
        answers.labels.empty() ? job::score_text(answers.scores[r]) : job::label_text(answers, r);
    text += "\n";
  }
  if (found.accuracy) {
    text += fmt::format("accuracy {:.4f}: the table has the column {}\n", *found.accuracy,
                        quote_for_message(answers.about));
  }
  return text;
}

Json mine_predict_json(const job::MinePredictOutcome& found) {
  const auto& answers = found.answers;
  Json out{{"kind", answers.kind}, {"about", answers.about}};
  if (!answers.labels.empty() || answers.kind != "cox") {
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
  return out;
}

}  // namespace privet
