// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "mining/bayes/bayesnet.h"
#include "mining/model_json.h"

namespace privet::mining {
namespace {

using nlohmann::json;

constexpr std::string_view kKind = "bayesnet";

}  // namespace

std::string save_network(const NetworkModel& model) {
  return wrap_model(kKind, {{"columns", model.columns},
                            {"order", model.order},
                            {"parents", model.parents},
                            {"score", model.score}});
}

NetworkModel load_network(std::string_view text, const std::string& file) {
  const json in = unwrap_model(text, kKind, file);
  NetworkModel model;
  try {
    model.columns = in.at("columns").get<std::vector<std::string>>();
    model.order = in.at("order").get<std::vector<std::uint32_t>>();
    model.parents = in.at("parents").get<std::vector<std::vector<std::uint32_t>>>();
    model.score = in.at("score").get<double>();
  } catch (const json::exception& problem) {
    bad_model(file, problem.what());
  }
  const std::size_t n = model.columns.size();
  if (model.parents.size() != n || model.order.size() != n) bad_model(file, "columns are missing");
  for (const auto& parents : model.parents) {
    for (const std::uint32_t parent : parents) {
      if (parent >= n) bad_model(file, "a parent is not among the columns");
    }
  }
  return model;
}

}  // namespace privet::mining
