// SPDX-License-Identifier: Apache-2.0
#include "report/mining/svm_view.h"

#include <fmt/format.h>

#include "report/mining/page_parts.h"

namespace privet {

std::string mine_svm_text(const job::MineSvmOutcome& found) {
  const auto& model = found.model;
  std::string text =
      fmt::format("accuracy {:.4f}, area under the curve {:.4f} ({})\n", found.quality.accuracy,
                  found.quality.auc, measured_text(found.from));
  if (model.map.basis.rows == 0) {
    for (std::size_t c = 0; c < model.columns.size(); ++c)
      text += fmt::format("{:<24} {:.6g}\n", model.columns[c], model.weights[c]);
  }
  return text + fmt::format("bias {:.6g}; positive means {} = {}\n", -model.gamma, model.class_name,
                            model.classes[1]);
}

Json mine_svm_json(const job::MineSvmOutcome& found) {
  const auto& model = found.model;
  return {{"weights", model.weights},     {"bias", -model.gamma},
          {"auc", found.quality.auc},     {"accuracy", found.quality.accuracy},
          {"columns", model.columns},     {"positive", model.classes[1]},
          {"objective", model.objective}, {"iterations", model.iterations}};
}

}  // namespace privet
