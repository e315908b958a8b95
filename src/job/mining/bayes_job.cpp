// SPDX-License-Identifier: Apache-2.0
#include "job/mining/bayes_job.h"

#include "job/mining/classifier.h"

namespace privet::job {

std::vector<Parameter> mine_bayes_parameters() {
  return mining_parameters(
      with_validation({class_parameter(),
                       {.name = "laplace",
                        .kind = ParameterKind::Real,
                        .summary = "Laplace smoothing: add L to every count of a value.",
                        .placeholder = "L",
                        .default_text = "0",
                        .min = 0},
                       save_parameter(),
                       page_parameter()},
                      "The seed of the random folds."));
}

MineBayesOptions mine_bayes_options(const Settings& settings) {
  return {.input = mining_input(settings),
          .class_name = settings.text("class"),
          .laplace = settings.real("laplace"),
          .validation = validation(settings),
          .files = model_files(settings),
          .page = {}};
}

MineBayesOutcome run_mine_bayes(const MineBayesOptions& options, const Run& run) {
  mining_files(options.input, options.files).check();
  const Table table = read_classified(options.input, options.class_name, run);
  const AttributeId class_column = table.require(options.class_name, "--class");
  MineBayesOutcome out;
  out.from = {options.input.table.path, table.rows(), options.validation};
  out.model = mining::learn_bayes(table, class_column, options.laplace, run);
  out.quality = measured_quality(
      out.model, table, class_column, options.validation,
      [&] {
        return mining::assess_bayes(table, class_column, options.laplace, options.validation, run);
      },
      run);
  out.standard_output = write_model(
      options.files, [&] { return mining::save_bayes(out.model); },
      [&] { return options.page(out); }, run);
  return out;
}

}  // namespace privet::job
