// SPDX-License-Identifier: Apache-2.0
#include "report/mining/bayesnet_view.h"

#include <fmt/format.h>

#include <utility>

namespace privet {

std::string mine_bayesnet_text(const job::MineBayesnetOutcome& found, job::NetworkView view) {
  const auto& model = found.model;
  if (view == job::NetworkView::Dot) return mining::network_dot(model);
  std::string text;
  for (std::size_t c = 0; c < model.columns.size(); ++c) {
    text += model.columns[c] + " <-";
    for (const std::uint32_t parent : model.parents[c]) text += " " + model.columns[parent];
    text += "\n";
  }
  return text + fmt::format("\nlog score {:.6f}\n", model.score);
}

Json mine_bayesnet_json(const job::MineBayesnetOutcome& found) {
  const auto& model = found.model;
  Json parents = Json::object();
  for (std::size_t c = 0; c < model.columns.size(); ++c) {
    Json names = Json::array();
    for (const std::uint32_t parent : model.parents[c]) names.push_back(model.columns[parent]);
    parents[model.columns[c]] = std::move(names);
  }
  return {{"parents", std::move(parents)}, {"score", model.score}};
}

}  // namespace privet
