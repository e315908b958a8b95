// SPDX-License-Identifier: Apache-2.0

#include "base/json.h"
#include "base/json_fields.h"
#include "mining/bayes/bayesnet.h"
#include "mining/model_json.h"

namespace privet::mining {
namespace {

constexpr std::string_view kNetworkKind = "bayesnet";

}  // namespace

std::string save_network(const NetworkModel& model) {
  return wrap_model(kNetworkKind, {{"columns", model.columns},
                                   {"order", model.order},
                                   {"parents", model.parents},
                                   {"score", model.score}});
}

NetworkModel load_network(std::string_view text, const std::string& file) {
  const Json in = unwrap_model(text, kNetworkKind, file);
  NetworkModel model;
  read_fields(file, [&] {
    model.columns = in.at("columns").get<std::vector<std::string>>();
    model.order = wholes_at<AttributeId>(in, "order");
    each_at(in, "parents", [&](const Json& list) {
      model.parents.push_back(whole_numbers<AttributeId>(list, "parent"));
    });
    model.score = in.at("score").get<double>();
  });
  const std::size_t n = model.columns.size();
  if (model.parents.size() != n || model.order.size() != n) bad_model(file, "columns are missing");
  for (const AttributeId column : model.order) {
    if (column >= n) bad_model(file, "the order has a position that is not a column");
  }
  for (const auto& parents : model.parents) {
    for (const AttributeId parent : parents) {
      if (parent >= n) bad_model(file, "a parent is not among the columns");
    }
  }
  return model;
}

}  // namespace privet::mining
