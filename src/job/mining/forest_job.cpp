// SPDX-License-Identifier: Apache-2.0
#include "job/mining/forest_job.h"

#include <array>

#include "job/mining/classifier.h"

namespace privet::job {
namespace {

constexpr std::array<std::string_view, 2> kForestCriteria{"gini", "gain"};
constexpr std::array<std::string_view, 2> kForestNominal{"one-against-rest", "multiway"};

}  // namespace

std::vector<Parameter> mine_forest_parameters() {
  return mining_parameters(with_validation(
      {class_parameter(),
       {.name = "trees",
        .kind = ParameterKind::Count,
        .summary = "The number of trees.",
        .placeholder = "N",
        .default_text = "100",
        .min = 1,
        .max = 100000},
       {.name = "columns-per-node",
        .kind = ParameterKind::Count,
        .summary = "How many columns, drawn at random, are tried at each node; the square root of "
                   "their number if not given.",
        .placeholder = "N",
        .min = 1},
       {.name = "criterion",
        .kind = ParameterKind::Choice,
        .summary = "How tests are compared: Gini index or information gain.",
        .placeholder = "NAME",
        .default_text = "gini",
        .choices = kForestCriteria},
       {.name = "nominal",
        .kind = ParameterKind::Choice,
        .summary = "How nominal columns are split: one value against the rest, or one branch per "
                   "value.",
        .placeholder = "HOW",
        .default_text = "one-against-rest",
        .choices = kForestNominal},
       {.name = "min-leaf",
        .kind = ParameterKind::Count,
        .summary = "A test leaves at least N rows on two sides.",
        .placeholder = "N",
        .default_text = "1",
        .min = 1},
       max_depth_parameter(),
       save_parameter(),
       page_parameter()},
      "The seed of the trees and of the random folds."));
}

MineForestOptions mine_forest_options(const Settings& settings) {
  MineForestOptions out{.input = mining_input(settings),
                        .class_name = settings.text("class"),
                        .validation = validation(settings),
                        .files = model_files(settings)};
  out.forest.trees = settings.count("trees");
  if (settings.given("columns-per-node")) out.forest.columns = settings.count("columns-per-node");
  if (settings.text("criterion") == "gain") out.forest.criterion = mining::Criterion::Gain;
  if (settings.text("nominal") == "multiway") out.forest.nominal = mining::NominalSplit::Multiway;
  out.forest.min_leaf = settings.count("min-leaf");
  if (settings.given("max-depth")) out.forest.max_depth = settings.count("max-depth");
  out.forest.seed = settings.count("seed");
  return out;
}

MineForestOutcome run_mine_forest(const MineForestOptions& options, const Run& run) {
  mining_files(options.input, options.files).check();
  const Table table = read_classified(options.input, options.class_name, run);
  const AttributeId class_column = table.require(options.class_name, "--class");
  MineForestOutcome out;
  out.from = {options.input.table.path, table.rows(), options.validation};
  out.forest = mining::learn_forest(table, class_column, options.forest, run);
  out.quality = measured_quality(
      out.forest.model, table, class_column, options.validation,
      [&] {
        return mining::assess_forest(table, class_column, options.forest, options.validation, run);
      },
      run);
  out.standard_output = write_model(
      options.files, [&] { return mining::save_forest(out.forest.model); },
      [&] { return options.page(out); }, run);
  return out;
}

}  // namespace privet::job
