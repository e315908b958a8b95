// SPDX-License-Identifier: Apache-2.0
#include "report/mining/svm_view.h"

#include <fmt/format.h>

#include <vector>

#include "report/mining/page_parts.h"

namespace privet {
namespace {

// The same score from the columns as they are: sum of weight * value + bias.
struct OwnUnits {
  std::vector<double> weights;
  double bias = 0;
};

OwnUnits own_units(const mining::SvmModel& model) {
  OwnUnits out;
  out.bias = -model.gamma;
  for (std::size_t c = 0; model.map.basis.rows == 0 && c < model.weights.size(); ++c) {
    const double range = model.map.range[c];
    out.weights.push_back(range > 0 ? model.weights[c] / range : 0.0);
    out.bias -= out.weights.back() * model.map.low[c];
  }
  return out;
}

}  // namespace

std::string mine_svm_text(const job::MineSvmOutcome& found) {
  const auto& model = found.model;
  std::string text =
      fmt::format("accuracy {:.4f}, area under the curve {:.4f} ({}); ", found.quality.accuracy,
                  found.quality.auc, measured_text(found.from)) +
      quality_text(found.confusion, model.classes) + "\n";
  const OwnUnits own = own_units(model);
  if (model.map.basis.rows == 0) {
    text += fmt::format("{:<24} {:>14} {:>14}\n", "column", "scaled to 0..1", "per unit");
    for (std::size_t c = 0; c < model.columns.size(); ++c) {
      text += fmt::format("{:<24} {:>14.6g} {:>14.6g}\n", model.columns[c], model.weights[c],
                          own.weights[c]);
    }
    text += fmt::format("{:<24} {:>14.6g} {:>14.6g}\n", "(bias)", -model.gamma, own.bias);
  } else {
    text += fmt::format("bias {:.6g}\n", -model.gamma);
  }
  return text + fmt::format("positive means {} = {}\n", model.class_name, model.classes[1]);
}

Json mine_svm_json(const job::MineSvmOutcome& found) {
  const auto& model = found.model;
  Json out{{"weights", model.weights},     {"bias", -model.gamma},
           {"auc", found.quality.auc},     {"accuracy", found.quality.accuracy},
           {"columns", model.columns},     {"positive", model.classes[1]},
           {"objective", model.objective}, {"iterations", model.iterations}};
  add_quality(out, found.confusion, model.classes);
  if (model.map.basis.rows == 0) {
    const OwnUnits own = own_units(model);
    out["unit_weights"] = own.weights;
    out["unit_bias"] = own.bias;
  }
  return out;
}

}  // namespace privet
