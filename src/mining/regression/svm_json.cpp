// SPDX-License-Identifier: Apache-2.0

#include <utility>

#include "base/json.h"
#include "base/json_fields.h"
#include "mining/model_json.h"
#include "mining/regression/svm.h"

namespace privet::mining {
namespace {

constexpr std::string_view kKind = "svm";

}  // namespace

std::string save_svm(const SvmModel& model) {
  Json sigmoid;
  if (model.sigmoid) {
    sigmoid = {{"slope", model.sigmoid->slope}, {"offset", model.sigmoid->offset}};
  }
  return wrap_model(kKind, {{"columns", model.columns},
                            {"class", model.class_name},
                            {"classes", model.classes},
                            {"kernel", model.map.kernel == Kernel::Linear ? "linear" : "gaussian"},
                            {"mu", model.map.mu},
                            {"low", model.map.low},
                            {"range", model.map.range},
                            {"basis_rows", model.map.basis.rows},
                            {"basis", model.map.basis.cells},
                            {"weights", model.weights},
                            {"gamma", model.gamma},
                            {"objective", model.objective},
                            {"gradient", model.gradient},
                            {"iterations", model.iterations},
                            {"sigmoid", std::move(sigmoid)}});
}

SvmModel load_svm(std::string_view text, const std::string& file) {
  const Json in = unwrap_model(text, kKind, file);
  SvmModel model;
  read_fields(file, [&] {
    model.columns = in.at("columns").get<std::vector<std::string>>();
    model.class_name = in.at("class").get<std::string>();
    model.classes = in.at("classes").get<std::vector<std::string>>();
    model.map.kernel = in.at("kernel") == "linear" ? Kernel::Linear : Kernel::Gaussian;
    model.map.mu = in.at("mu").get<double>();
    model.map.low = in.at("low").get<std::vector<double>>();
    model.map.range = in.at("range").get<std::vector<double>>();
    model.map.basis = {whole_at<std::size_t>(in, "basis_rows"), model.columns.size(),
                       in.at("basis").get<std::vector<double>>()};
    model.weights = in.at("weights").get<std::vector<double>>();
    model.gamma = in.at("gamma").get<double>();
    model.objective = in.at("objective").get<double>();
    model.gradient = in.at("gradient").get<double>();
    model.iterations = whole_at<std::size_t>(in, "iterations");
    // Files of earlier versions have none.
    if (in.contains("sigmoid") && !in.at("sigmoid").is_null()) {
      const Json& sigmoid = in.at("sigmoid");
      model.sigmoid = {sigmoid.at("slope").get<double>(), sigmoid.at("offset").get<double>()};
    }
  });
  const std::size_t columns = model.columns.size();
  const std::size_t unknowns = model.map.basis.rows == 0 ? columns : model.map.basis.rows;
  if (model.classes.size() != 2 || model.map.low.size() != columns ||
      model.map.range.size() != columns || model.weights.size() != unknowns ||
      model.map.basis.cells.size() != model.map.basis.rows * columns) {
    bad_model(file, "its parts do not fit each other");
  }
  return model;
}

}  // namespace privet::mining
