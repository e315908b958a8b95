// SPDX-License-Identifier: Apache-2.0
#include "report/mining/svm_view.h"

#include <fmt/format.h>

#include <vector>

#include "report/mining/page_parts.h"
#include "report/mining/quality_view.h"
#include "report/plot/plot.h"

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
  std::string text = quality_text(found.quality, model.classes, found.from) + "\n";
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
           {"columns", model.columns},     {"positive", model.classes[1]},
           {"objective", model.objective}, {"iterations", model.iterations},
           {"scaled_low", model.map.low},  {"scaled_range", model.map.range}};
  add_quality(out, found.quality, model.classes, found.from);
  if (model.map.basis.rows == 0) {
    const OwnUnits own = own_units(model);
    out["unit_weights"] = own.weights;
    out["unit_bias"] = own.bias;
  }
  return out;
}

std::string mine_svm_page(const job::MineSvmOutcome& found) {
  const auto& model = found.model;
  HtmlPage page =
      mining_page(fmt::format("Support vector machine for {}", model.class_name), found.from);
  page.cards({accuracy_card(found.quality, found.from), auc_card(found.quality)});
  if (model.map.basis.rows == 0) {
    const OwnUnits own = own_units(model);
    BarChart chart{.title = "Weights of the columns, scaled to 0..1",
                   .categories = model.columns,
                   .series = {{.name = "weight", .values = model.weights}},
                   .values = {.label = "weight"}};
    TextTable table{.columns = {{.heading = "column"},
                                number_column("scaled to 0..1"),
                                number_column("per unit")}};
    for (std::size_t c = 0; c < model.columns.size(); ++c) {
      table.add(
          {model.columns[c], format_real(model.weights[c], 6), format_real(own.weights[c], 6)});
    }
    table.add({"(bias)", format_real(-model.gamma, 6), format_real(own.bias, 6)});
    page.section("Weights")
        .figure({draw(chart), fmt::format("A positive score means {} = {}.", model.class_name,
                                          model.classes[1])})
        .table(table);
  }
  add_quality_sections(page, found.quality, model.classes);
  return finished(page);
}

}  // namespace privet
