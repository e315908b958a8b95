// SPDX-License-Identifier: Apache-2.0
#include "job/mining/boost_job.h"

#include "job/mining/classifier.h"

namespace privet::job {

std::vector<Parameter> mine_boost_parameters() {
  return mining_parameters(with_validation(
      {class_parameter(),
       {.name = "rounds",
        .kind = ParameterKind::Count,
        .summary = "The number of rounds; each adds a tree, or one per class for more than two.",
        .placeholder = "N",
        .default_text = "100",
        .min = 1,
        .max = 100000},
       {.name = "rate",
        .kind = ParameterKind::Real,
        .summary = "The fraction of each tree that is added.",
        .placeholder = "R",
        .default_text = "0.1",
        .min = 0,
        .max = 1,
        .above_min = true},
       {.name = "max-depth",
        .kind = ParameterKind::Count,
        .summary = "The largest number of tests on a path.",
        .placeholder = "N",
        .default_text = "3",
        .min = 1,
        .max = 30},
       {.name = "min-leaf",
        .kind = ParameterKind::Count,
        .summary = "A test leaves at least N rows on both sides.",
        .placeholder = "N",
        .default_text = "1",
        .min = 1},
       {.name = "sample",
        .kind = ParameterKind::Real,
        .summary = "The share of the rows that each round sees; below 1 the others give an "
                   "out-of-bag estimate.",
        .placeholder = "P",
        .default_text = "1",
        .min = 0,
        .max = 1,
        .above_min = true},
       save_parameter(),
       page_parameter()},
      "The seed of the samples and of the random folds."));
}

MineBoostOptions mine_boost_options(const Settings& settings) {
  MineBoostOptions out{.input = mining_input(settings),
                       .class_name = settings.text("class"),
                       .validation = validation(settings),
                       .files = model_files(settings)};
  out.boost.rounds = settings.count("rounds");
  out.boost.rate = settings.real("rate");
  out.boost.max_depth = settings.count("max-depth");
  out.boost.min_leaf = settings.count("min-leaf");
  out.boost.sample = settings.real("sample");
  out.boost.seed = settings.count("seed");
  return out;
}

MineBoostOutcome run_mine_boost(const MineBoostOptions& options, const Run& run) {
  mining_files(options.input, options.files).check();
  const Table table = read_classified(options.input, options.class_name, run);
  const AttributeId class_column = table.require(options.class_name, "--class");
  MineBoostOutcome out;
  out.from = {options.input.table.path, table.rows(), options.validation};
  out.boosted = mining::learn_boost(table, class_column, options.boost, run);
  out.quality = measured_quality(
      out.boosted.model, table, class_column, options.validation,
      [&] {
        return mining::assess_boost(table, class_column, options.boost, options.validation, run);
      },
      run);
  out.standard_output = write_model(
      options.files, [&] { return mining::save_boost(out.boosted.model); },
      [&] { return options.page(out); }, run);
  return out;
}

}  // namespace privet::job
