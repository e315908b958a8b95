// SPDX-License-Identifier: Apache-2.0

#include "base/json.h"
#include "base/json_fields.h"
#include "mining/distance/kmeans.h"
#include "mining/model_json.h"

namespace privet::mining {
namespace {

constexpr std::string_view kKind = "kmeans";

}  // namespace

std::string save_kmeans(const KMeansModel& model) {
  return wrap_model(kKind, {{"columns", model.columns},
                            {"p", model.p},
                            {"centers", model.centers.cells},
                            {"sizes", model.sizes},
                            {"iterations", model.iterations},
                            {"converged", model.converged},
                            {"units", model.units}});
}

KMeansModel load_kmeans(std::string_view text, const std::string& file) {
  const Json in = unwrap_model(text, kKind, file);
  KMeansModel model;
  read_fields(file, [&] {
    model.columns = in.at("columns").get<std::vector<std::string>>();
    model.p = in.at("p").get<double>();
    model.sizes = wholes_at<std::uint64_t>(in, "sizes");
    model.centers = {model.sizes.size(), model.columns.size(),
                     in.at("centers").get<std::vector<double>>()};
    model.iterations = whole_at<std::size_t>(in, "iterations");
    model.converged = in.at("converged").get<bool>();
    // Files of earlier versions have none.
    if (in.contains("units")) model.units = in.at("units").get<std::vector<double>>();
  });
  if (model.centers.cells.size() != model.sizes.size() * model.columns.size()) {
    bad_model(file, "the centers do not fit the columns");
  }
  if (!model.units.empty() && model.units.size() != model.columns.size()) {
    bad_model(file, "the units do not fit the columns");
  }
  for (const double unit : model.units) {
    if (!(unit > 0)) bad_model(file, "a unit is not above 0");
  }
  return model;
}

}  // namespace privet::mining
