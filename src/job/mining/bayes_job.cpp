// SPDX-License-Identifier: Apache-2.0
#include "job/mining/bayes_job.h"

#include "job/input/engine_input.h"
#include "job/mining/classifier.h"
#include "job/mining/engine_table.h"

namespace privet::job {

namespace {

constexpr std::string_view kBayesEstimates[] = {"textbook", "weka"};

}  // namespace

std::vector<Parameter> mine_bayes_parameters() {
  auto out = mining_parameters(with_validation(
      {class_parameter(),
       {.name = "laplace",
        .kind = ParameterKind::Real,
        .summary = "Laplace smoothing: add L to every count of a value.",
        .placeholder = "L",
        .default_text = "0",
        .min = 0},
       {.name = "estimates",
        .kind = ParameterKind::Choice,
        .summary = "How probabilities are estimated. textbook: shares of counts, and normal "
                   "densities for numbers; weka: as Weka's NaiveBayes, which adds 1 to every "
                   "count and takes the probability of an interval around a number.",
        .placeholder = "HOW",
        .default_text = "textbook",
        .choices = kBayesEstimates},
       save_parameter(),
       page_parameter()},
      "The seed of the random folds."));
  return joined({std::move(out), database_parameters()});
}

namespace {

mining::BayesSettings bayes_settings(const Settings& settings) {
  const bool weka = settings.text("estimates") == "weka";
  if (weka && settings.real("laplace") > 0) {
    throw Error(ErrorCode::Usage, "does not apply to --estimates weka, which adds 1 to every count",
                {.parameter = "--laplace"});
  }
  return {.laplace = settings.real("laplace"),
          .estimates = weka ? mining::BayesEstimates::Weka : mining::BayesEstimates::Textbook};
}

}  // namespace

MineBayesOptions mine_bayes_options(const Settings& settings) {
  if (wants_engine(settings)) {
    static constexpr std::array<std::string_view, 5> kOfRows{"cross-validate", "folds", "repeats",
                                                             "seed", "report"};
    refuse_settings(settings, kOfRows);
    if (settings.text("estimates") == "weka") {
      throw Error(
          ErrorCode::Usage,
          "weka's estimates need the values themselves, and inside a database only sums are "
          "asked for; leave it out",
          settings.place("estimates"));
    }
  }
  return {.input = mining_input(settings),
          .class_name = settings.text("class"),
          .settings = bayes_settings(settings),
          .validation = validation(settings),
          .files = model_files(settings),
          .page = {}};
}

namespace {

MineBayesOutcome learn_in_engine(const MineBayesOptions& options, const Run& run) {
  EngineTable table(options.input, options.class_name, run);
  const AttributeId of_class = table.values().require(options.class_name, "--class");
  std::vector<engine::LearnedColumn> columns;
  for (AttributeId c = 0; c < table.values().columns(); ++c) {
    if (c != of_class) columns.push_back(table.column(c));
  }
  MineBayesOutcome out;
  out.measured = false;
  out.from = {options.input.table.path,
              static_cast<std::size_t>(engine::count_rows(table.shards()))};
  engine::SqlBayesSums sums(table.shards(), std::move(columns), table.column(of_class));
  out.model =
      mining::learn_bayes(sums, mining::bayes_header(table.values(), of_class, options.settings));
  out.standard_output = write_model(
      options.files, [&] { return mining::save_bayes(out.model); },
      [&] { return options.page(out); }, run);
  return out;
}

}  // namespace

MineBayesOutcome run_mine_bayes(const MineBayesOptions& options, const Run& run) {
  mining_files(options.input, options.files).check();
  if (!options.input.engine.empty()) return learn_in_engine(options, run);
  const Table table = read_classified(options.input, options.class_name, run);
  const AttributeId class_column = table.require(options.class_name, "--class");
  MineBayesOutcome out;
  out.from = {options.input.table.path, table.rows(), options.validation};
  out.model = mining::learn_bayes(table, class_column, options.settings, run);
  out.quality = measured_quality(
      out.model, table, class_column, options.validation,
      [&] {
        return mining::assess_bayes(table, class_column, options.settings, options.validation, run);
      },
      run);
  out.standard_output = write_model(
      options.files, [&] { return mining::save_bayes(out.model); },
      [&] { return options.page(out); }, run);
  return out;
}

}  // namespace privet::job
