// SPDX-License-Identifier: Apache-2.0
#include "job/mining/cox_job.h"

#include <array>

namespace privet::job {
namespace {

constexpr std::array<std::string_view, 2> kTies{"efron", "breslow"};

mining::CoxColumns cox_columns(const MineCoxOptions& options, const Table& table, const Run& run) {
  mining::CoxColumns out;
  out.time = table.require(options.time, "--time");
  out.event = table.require(options.event, "--event");
  out.event_value = options.event_value ? *options.event_value
                                        : mining::event_value(table.column(out.event), run);
  out.strata = named_columns(options.strata, table, "strata");
  out.factors = named_columns(options.factors, table, "factors");
  std::vector<AttributeId> taken = out.strata;
  taken.push_back(out.time);
  taken.push_back(out.event);
  out.columns = chosen_columns(options.input, table, taken);
  return out;
}

}  // namespace

std::vector<Parameter> survival_parameters() {
  return {{.name = "time",
           .kind = ParameterKind::Column,
           .summary = "The column with the time of the event or of censoring.",
           .placeholder = "COLUMN",
           .required = true},
          {.name = "event",
           .kind = ParameterKind::Column,
           .summary = "The column that says whether the event happened.",
           .placeholder = "COLUMN",
           .required = true},
          {.name = "event-value",
           .kind = ParameterKind::Text,
           .summary = "The value of --event that means the event happened; if not given 1 or TRUE, "
                      "and 2 where the values are 1 and 2.",
           .placeholder = "VALUE"}};
}

std::vector<Parameter> mine_cox_parameters() {
  return mining_parameters(joined(
      {survival_parameters(),
       {{.name = "ties",
         .kind = ParameterKind::Choice,
         .summary = "How events at the same time are treated.",
         .placeholder = "METHOD",
         .default_text = "efron",
         .choices = kTies},
        {.name = "strata",
         .kind = ParameterKind::Columns,
         .summary = "Every combination of the values of these columns has its own baseline hazard.",
         .placeholder = "A,B,.."},
        {.name = "factors",
         .kind = ParameterKind::Columns,
         .summary = "Numeric columns to treat as categories.",
         .placeholder = "A,B,.."},
        {.name = "kernel-rows",
         .kind = ParameterKind::Count,
         .summary = "Fit the model on a random kernel of N rows instead of the columns.",
         .placeholder = "N",
         .min = 1},
        seed_parameter("The seed of the random kernel."),
        save_parameter(),
        page_parameter()}}));
}

MineCoxOptions mine_cox_options(const Settings& settings) {
  MineCoxOptions out{.input = mining_input(settings),
                     .time = settings.text("time"),
                     .event = settings.text("event"),
                     .event_value = given_text(settings, "event-value"),
                     .strata = settings.list("strata"),
                     .factors = settings.list("factors"),
                     .files = model_files(settings)};
  out.cox.ties = settings.text("ties") == "efron" ? mining::Ties::Efron : mining::Ties::Breslow;
  if (settings.given("kernel-rows")) out.cox.kernel_rows = settings.count("kernel-rows");
  out.cox.seed = settings.count("seed");
  return out;
}

MineCoxOutcome run_mine_cox(const MineCoxOptions& options, const Run& run) {
  mining_files(options.input, options.files).check();
  const Table table = read_for_mining(options.input, {}, run);
  const auto data = mining::cox_data(table, cox_columns(options, table, run));
  MineCoxOutcome out;
  out.from = {options.input.table.path, table.rows()};
  out.model = mining::learn_cox(data, options.cox, run);
  out.curve = mining::survival_at_means(data, out.model);
  out.factors = data.factors;
  // With a random kernel the coefficients are not those that the columns' own fit would have.
  if (options.cox.kernel_rows == 0 && out.model.unbounded.empty()) {
    std::vector<double> beta;
    for (const auto& term : out.model.terms) beta.push_back(term.coef);
    out.proportional = mining::test_proportional(data, beta, options.cox.ties);
  }
  out.standard_output = write_model(
      options.files, [&] { return mining::save_cox(out.model); }, [&] { return options.page(out); },
      run);
  return out;
}

}  // namespace privet::job
