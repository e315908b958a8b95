// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>

#include "apps/cli/commands.h"
#include "apps/cli/mine_input.h"
#include "base/counted.h"
#include "base/json.h"
#include "mining/regression/cox.h"
#include "report/mining_page.h"

namespace privet::cli {
namespace {

constexpr std::array<std::string_view, 2> kTies{"efron", "breslow"};

mining::CoxColumns cox_columns(const Settings& settings, const Table& table) {
  mining::CoxColumns out;
  out.time = table.require(settings.text("time"), "--time");
  out.event = table.require(settings.text("event"), "--event");
  if (settings.given("event-value")) out.event_value = settings.text("event-value");
  out.strata = named_columns(settings, table, "strata");
  out.factors = named_columns(settings, table, "factors");
  std::vector<AttributeId> taken = out.strata;
  taken.push_back(out.time);
  taken.push_back(out.event);
  out.columns = mine_columns(settings, table, taken);
  return out;
}

int run_cox(const Settings& settings, Console& console) {
  check_mine_outputs(settings);
  const Table table = mine_table(settings, settings.text("file"), console);
  const auto data = mining::cox_data(table, cox_columns(settings, table));
  mining::CoxOptions options;
  options.ties = settings.text("ties") == "efron" ? mining::Ties::Efron : mining::Ties::Breslow;
  if (settings.given("kernel-rows")) options.kernel_rows = settings.count("kernel-rows");
  options.seed = settings.count("seed");
  const auto model = mining::learn_cox(data, options, console.run());
  save_outputs(settings, mining::save_cox(model),
               [&] { return cox_page(model, mined_from(settings, table)); });
  Json terms = Json::array();
  std::string text =
      fmt::format("{}, {}\n\n{:<24} {:>12} {:>12} {:>9} {:>10}\n", counted(model.rows, "row"),
                  counted(model.events, "event"), "term", "coef", "se", "z", "p");
  for (const auto& term : model.terms) {
    terms.push_back(
        {{"name", term.name}, {"coef", term.coef}, {"se", term.se}, {"z", term.z}, {"p", term.p}});
    text += fmt::format("{:<24} {:>12.6g} {:>12.6g} {:>9.3f} {:>10.3g}\n", term.name, term.coef,
                        term.se, term.z, term.p);
  }
  text +=
      fmt::format("\nlog-likelihood {:.6f} (null {:.6f}), concordance {:.4f}, {}\n", model.loglik,
                  model.loglik_null, model.concordance, counted(model.iterations, "step"));
  console.say(text);
  console.answer({{"coefficients", std::move(terms)},
                  {"loglik", model.loglik},
                  {"loglik_null", model.loglik_null},
                  {"concordance", model.concordance},
                  {"iterations", model.iterations},
                  {"rows", model.rows},
                  {"events", model.events},
                  {"unbounded", model.unbounded}});
  return 0;
}

}  // namespace

Command mine_cox_command() {
  return {
      .path = "mine cox",
      .summary = "Fit Cox's proportional hazards model to survival times.",
      .positionals = mine_positionals(),
      .options = mine_options({{.name = "time",
                                .kind = ParameterKind::Column,
                                .summary = "The time of the event or of censoring.",
                                .placeholder = "T",
                                .required = true},
                               {.name = "event",
                                .kind = ParameterKind::Column,
                                .summary = "Whether the event happened.",
                                .placeholder = "E",
                                .required = true},
                               {.name = "event-value",
                                .kind = ParameterKind::Text,
                                .summary = "What stands for an event; 1 or TRUE if not given.",
                                .placeholder = "V"},
                               {.name = "ties",
                                .kind = ParameterKind::Choice,
                                .summary = "How events at the same time are counted.",
                                .default_text = "efron",
                                .choices = kTies},
                               {.name = "strata",
                                .kind = ParameterKind::Columns,
                                .summary = "Each value has a baseline hazard of its own.",
                                .placeholder = "s"},
                               {.name = "factors",
                                .kind = ParameterKind::Columns,
                                .summary = "Numeric columns to be read as categories.",
                                .placeholder = "a,b"},
                               {.name = "kernel-rows",
                                .kind = ParameterKind::Count,
                                .summary = "Fit on a random kernel of so many rows.",
                                .placeholder = "M",
                                .min = 1},
                               page_option(),
                               seed_option()}),
      .example =
          "privet mine cox lung.csv --time time --event status --event-value 2 --columns age,sex",
      .run = run_cox};
}

}  // namespace privet::cli
