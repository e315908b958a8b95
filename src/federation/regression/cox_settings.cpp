// SPDX-License-Identifier: Apache-2.0
#include "federation/regression/cox_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.h"
#include "federation/regression/kernel_rows.h"
#include "federation/regression/regression_parts.h"

namespace privet::federation {
namespace {

constexpr std::array<std::string_view, 2> kTies{"efron", "breslow"};

// Strata get the numbers that all parties give them, by the codebook of their columns.
void number_strata(const Table& table, std::span<const AttributeId> columns,
                   mining::CoxData& data) {
  constexpr std::size_t kMostStrata = 1000;
  std::vector<std::string> names{""};
  for (const auto c : columns) {
    const auto& dictionary = table.column(c).dictionary;
    std::vector<std::string> longer;
    for (const auto& name : names) {
      for (ValueId v = 0; v < dictionary.size(); ++v) {
        if (dictionary.missing(v)) continue;
        longer.push_back((name.empty() ? "" : name + ", ") + std::string(dictionary.text(v)));
      }
    }
    if (longer.size() > kMostStrata) {
      throw Error(
          ErrorCode::Usage,
          fmt::format("there would be {} strata; parties can have {}", longer.size(), kMostStrata),
          {.parameter = "--strata"});
    }
    names = std::move(longer);
  }
  for (auto& stratum : data.stratum) {
    const auto found = std::ranges::find(names, data.strata[stratum]);
    PRIVET_CHECK(found != names.end());
    stratum = static_cast<std::uint32_t>(found - names.begin());
  }
  data.strata = std::move(names);
}

}  // namespace

std::vector<Parameter> cox_parameters() {
  std::vector<Parameter> out{
      {.name = "time",
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
       .summary = "The value of --event that means the event happened; 1 or TRUE if not given.",
       .placeholder = "VALUE"},
      {.name = "ties",
       .kind = ParameterKind::Choice,
       .summary = "How events at the same time are treated.",
       .placeholder = "METHOD",
       .default_text = "efron",
       .choices = kTies},
      factors_parameter(),
      {.name = "strata",
       .kind = ParameterKind::Columns,
       .summary = "Columns of categories: rows are compared only with rows of the same ones, at "
                  "whatever party they are.",
       .placeholder = "A,B,.."},
      {.name = "intervals",
       .kind = ParameterKind::Text,
       .summary = "Times count by intervals between these ascending times, as in 30,90,180, and "
                  "the sums over those at risk in each interval are disclosed. If not given, "
                  "the times count as they are and no risk set's sums are disclosed.",
       .placeholder = "A,B,.."}};
  const auto kernel = random_kernel_parameters();
  out.insert(out.end(), kernel.begin(), kernel.end());
  return out;
}

std::vector<double> cox_intervals(const Settings& settings) {
  std::vector<double> out;
  if (!settings.given("intervals")) return out;
  for (const auto& text : split_list(settings.text("intervals"))) {
    const auto number = parse_number(text);
    if (!number || (!out.empty() && *number <= out.back())) {
      throw Error(
          ErrorCode::Usage,
          fmt::format("needs ascending numbers, as in 30,90,180, not {}", quote_for_message(text)),
          {.parameter = "--intervals"});
    }
    out.push_back(*number);
  }
  return out;
}

mining::CoxData cox_data_of(const DataSet& part, const Settings& settings, mining::Census& census) {
  const auto& table = table_in(part, "a regression");
  mining::CoxColumns wanted;
  wanted.time = table.require(settings.text("time"), "--time");
  wanted.event = table.require(settings.text("event"), "--event");
  if (settings.given("event-value")) wanted.event_value = settings.text("event-value");
  wanted.strata = columns_named(table, settings.list("strata"), "--strata");
  auto taken = wanted.strata;
  taken.insert(taken.end(), {wanted.time, wanted.event});
  wanted.columns = other_columns(table, taken);
  wanted.factors = columns_named(table, settings.list("factors"), "--factors");
  auto out = mining::cox_data(table, wanted, census);
  number_strata(table, wanted.strata, out);
  const auto intervals = cox_intervals(settings);
  if (intervals.empty()) return out;
  for (auto& time : out.time) {
    time = static_cast<double>(std::ranges::lower_bound(intervals, time) - intervals.begin());
  }
  return out;
}

mining::CoxOptions cox_options(const Settings& settings) {
  mining::CoxOptions out;
  if (settings.text("ties") == "breslow") out.ties = mining::Ties::Breslow;
  if (settings.given("kernel-rows")) out.kernel_rows = settings.count("kernel-rows");
  out.seed = settings.count("seed");
  return out;
}

}  // namespace privet::federation
