// SPDX-License-Identifier: Apache-2.0
#include "job/mining/glm_job.h"

namespace privet::job {
namespace {

Parameter factors_parameter() {
  return {.name = "factors",
          .kind = ParameterKind::Columns,
          .summary = "Numeric columns to treat as categories.",
          .placeholder = "A,B,.."};
}

MineGlmOptions common_options(const Settings& settings) {
  return {.input = mining_input(settings),
          .factors = settings.list("factors"),
          .glm = {.level = settings.real("level")},
          .validation = validation(settings),
          .files = model_files(settings)};
}

}  // namespace

std::vector<Parameter> mine_logistic_parameters() {
  return mining_parameters(with_validation(
      {class_parameter(),
       {.name = "positive",
        .kind = ParameterKind::Text,
        .summary = "The class whose probability is modelled, against all others; the second of "
                   "two if not given.",
        .placeholder = "VALUE"},
       factors_parameter(),
       level_parameter(),
       save_parameter(),
       page_parameter()},
      "The seed of the random folds."));
}

std::vector<Parameter> mine_linear_parameters() {
  return mining_parameters(with_validation({{.name = "target",
                                             .kind = ParameterKind::Column,
                                             .summary = "The numeric column to predict.",
                                             .placeholder = "COLUMN",
                                             .required = true},
                                            factors_parameter(),
                                            level_parameter(),
                                            save_parameter(),
                                            page_parameter()},
                                           "The seed of the random folds.", Response::Number));
}

MineGlmOptions mine_logistic_options(const Settings& settings) {
  MineGlmOptions out = common_options(settings);
  out.response = settings.text("class");
  out.positive = given_text(settings, "positive").value_or("");
  return out;
}

MineGlmOptions mine_linear_options(const Settings& settings) {
  MineGlmOptions out = common_options(settings);
  out.family = mining::GlmFamily::Linear;
  out.response = settings.text("target");
  return out;
}

MineGlmOutcome run_mine_glm(const MineGlmOptions& options, const Run& run) {
  mining_files(options.input, options.files).check();
  const bool logistic = options.family == mining::GlmFamily::Logistic;
  const Table table = read_for_mining(options.input, logistic ? options.response : "", run);
  mining::GlmColumns wanted;
  wanted.response = table.require(options.response, logistic ? "--class" : "--target");
  wanted.positive = options.positive;
  wanted.factors = named_columns(options.factors, table, "factors");
  wanted.columns = chosen_columns(options.input, table, {wanted.response});
  const auto data = mining::glm_data(table, options.family, wanted);
  MineGlmOutcome out;
  out.from = {options.input.table.path, table.rows(), options.validation};
  out.model = mining::learn_glm(data, options.glm, run);
  if (logistic) {
    out.classes = mining::assess_logistic(data, options.glm, options.validation, run);
  } else {
    out.numbers = mining::assess_linear(data, options.glm, options.validation, run);
  }
  out.standard_output = write_model(
      options.files, [&] { return mining::save_glm(out.model); }, [&] { return options.page(out); },
      run);
  return out;
}

}  // namespace privet::job
