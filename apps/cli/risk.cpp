// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "apps/cli/commands.h"
#include "data/group_rows.h"
#include "job/prepare.h"
#include "report/numbers.h"
#include "report/text_table.h"
#include "risk/reidentification.h"

namespace privet::cli {
namespace {

std::string risk_text(const ReidentificationRisk& risk, const std::vector<std::string>& quasi) {
  TextTable table{
      .columns = {{.heading = "what a quasi-identifier attacker sees"}, number_column("value")}};
  table.add({"records", format_count(risk.records)});
  table.add({"classes of equal quasi-identifiers", format_count(risk.classes)});
  table.add({"smallest class", format_count(risk.smallest_class)});
  table.add({"largest class", format_count(risk.largest_class)});
  table.add({"unique records", format_count(risk.unique_records)});
  table.add({"highest re-identification risk", format_percent(risk.highest)});
  table.add({"average re-identification risk", format_percent(risk.average)});
  table.add({fmt::format("records at risk above {}", format_percent(risk.threshold, 0)),
             format_percent(risk.fraction_at_risk)});
  return fmt::format("Quasi-identifiers: {}\n\n{}", fmt::join(quasi, ", "), to_text(table));
}

int run_risk(const Settings& given, Console& console) {
  Settings settings = given;
  const auto policy = load_policy(settings, builtin_catalog(), console.run());
  const auto prepared =
      prepare_table(settings.text("file"), settings, policy, Purpose::Check, console.run());
  const auto quasi = require_quasi(prepared.schema);
  const auto groups = group_rows(prepared.table(), quasi, console.run());
  const auto risk = measure_risk(groups.sizes, settings.real("threshold"));
  console.answer(
      {{"rows", risk.records},
       {"classes", risk.classes},
       {"min_class", risk.smallest_class},
       {"max_class", risk.largest_class},
       {"unique_rows", risk.unique_records},
       {"prosecutor",
        {{"highest", risk.highest},
         {"average", risk.average},
         {"at_risk", {{"threshold", risk.threshold}, {"fraction", risk.fraction_at_risk}}}}}});
  std::vector<std::string> names;
  for (const AttributeId id : quasi) names.push_back(prepared.table().column(id).name);
  console.say(risk_text(risk, names));
  return 0;
}

}  // namespace

Command risk_command() {
  std::vector<Parameter> options{
      {.name = "threshold",
       .kind = ParameterKind::Real,
       .summary = "Records with a higher re-identification risk than this count as at risk.",
       .placeholder = "RISK",
       .default_text = "0.2",
       .min = 0,
       .max = 1}};
  for (const auto& more : {role_parameters(Purpose::Check), input_parameters()}) {
    options.insert(options.end(), more.begin(), more.end());
  }
  return {.path = "risk",
          .summary = "Say what a table, released or not, gives away about the people in it.",
          .positionals = {{.name = "file",
                           .kind = ParameterKind::File,
                           .summary = "The table.",
                           .placeholder = "FILE",
                           .required = true}},
          .options = std::move(options),
          .example = "privet risk release.csv --quasi age,zip",
          .run = run_risk};
}

}  // namespace privet::cli
