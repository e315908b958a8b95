// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "mining/distance/kmeans.h"
#include "mining/model_json.h"

namespace privet::mining {
namespace {

using nlohmann::json;

constexpr std::string_view kKind = "kmeans";

}  // namespace

std::string save_kmeans(const KMeansModel& model) {
  return wrap_model(kKind, {{"columns", model.columns},
                            {"p", model.p},
                            {"centers", model.centres.cells},
                            {"sizes", model.sizes},
                            {"iterations", model.iterations},
                            {"converged", model.converged}});
}

KMeansModel load_kmeans(std::string_view text, const std::string& file) {
  const json in = unwrap_model(text, kKind, file);
  KMeansModel model;
  try {
    model.columns = in.at("columns").get<std::vector<std::string>>();
    model.p = in.at("p").get<double>();
    model.sizes = in.at("sizes").get<std::vector<std::uint64_t>>();
    model.centres = {model.sizes.size(), model.columns.size(),
                     in.at("centers").get<std::vector<double>>()};
    model.iterations = in.at("iterations").get<std::size_t>();
    model.converged = in.at("converged").get<bool>();
  } catch (const json::exception& problem) {
    bad_model(file, problem.what());
  }
  if (model.centres.cells.size() != model.sizes.size() * model.columns.size()) {
    bad_model(file, "the centers do not fit the columns");
  }
  return model;
}

}  // namespace privet::mining
