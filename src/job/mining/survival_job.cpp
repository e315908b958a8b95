// SPDX-License-Identifier: Apache-2.0
#include "job/mining/survival_job.h"

#include <fmt/format.h>

#include <array>

#include "base/counted.h"
#include "job/mining/cox_job.h"

namespace privet::job {
namespace {

constexpr std::array<std::string_view, 3> kBands{"log", "log-log", "plain"};

}  // namespace

std::vector<Parameter> mine_survival_parameters() {
  std::vector<Parameter> own = survival_parameters();
  own.push_back({.name = "by",
                 .kind = ParameterKind::Columns,
                 .summary = "One curve for every combination of the values of these columns, and "
                            "the log-rank test of their difference.",
                 .placeholder = "A,B,.."});
  own.push_back({.name = "band",
                 .kind = ParameterKind::Choice,
                 .summary = "The scale on which the confidence band is symmetric: log survival (as "
                            "R's survfit), log-log, or plain survival.",
                 .placeholder = "SCALE",
                 .default_text = "log",
                 .choices = kBands});
  own.push_back(level_parameter());
  own.push_back(page_parameter());
  return joined({std::move(own), input_parameters()});
}

MineSurvivalOptions mine_survival_options(const Settings& settings) {
  MineSurvivalOptions out{.input = {.table = table_source(settings, settings.text("file"))},
                          .time = settings.text("time"),
                          .event = settings.text("event"),
                          .event_value = given_text(settings, "event-value"),
                          .by = settings.list("by"),
                          .files = {.report = given_text(settings, "report")}};
  out.survival.level = settings.real("level");
  const std::string band = settings.text("band");
  if (band == "log-log") out.survival.scale = mining::BandScale::LogLog;
  if (band == "plain") out.survival.scale = mining::BandScale::Plain;
  return out;
}

MineSurvivalOutcome run_mine_survival(const MineSurvivalOptions& options, const Run& run) {
  mining_files(options.input, options.files).check();
  const Table table = read_for_mining(options.input, {}, run);
  mining::CoxColumns wanted;
  wanted.time = table.require(options.time, "--time");
  wanted.event = table.require(options.event, "--event");
  wanted.event_value = options.event_value ? *options.event_value
                                           : mining::event_value(table.column(wanted.event), run);
  wanted.strata = named_columns(options.by, table, "by");
  const auto data = mining::cox_data(table, wanted);
  MineSurvivalOutcome out;
  out.from = {options.input.table.path, table.rows()};
  out.by = options.by;
  out.level = options.survival.level;
  out.curves = mining::survival_curves(data, options.survival);
  if (out.curves.size() > 1) out.test = mining::log_rank(data);
  if (data.dropped > 0) {
    run.warn(fmt::format("{} left out", counted(data.dropped, "row with missing values is",
                                                "rows with missing values are")));
  }
  out.standard_output = write_model(options.files, {}, [&] { return options.page(out); }, run);
  return out;
}

}  // namespace privet::job
