// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "apps/cli/commands.h"
#include "data/group_rows.h"
#include "job/prepare.h"
#include "job/promises.h"
#include "report/numbers.h"
#include "report/release_summary.h"
#include "report/text_table.h"
#include "risk/check_models.h"
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

// What the class of a violation shows: {"age": "[20-25]", ...}.
nlohmann::ordered_json class_json(const Table& table, const std::vector<AttributeId>& quasi,
                                  RowId row) {
  nlohmann::ordered_json out = nlohmann::ordered_json::object();
  for (const AttributeId id : quasi) out[table.column(id).name] = table.column(id).text(row);
  return out;
}

nlohmann::ordered_json violations_json(const ModelCheck& check, const Table& table,
                                       const std::vector<AttributeId>& quasi) {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const auto& violation : check.violations) {
    out.push_back({{"model", check.verdicts[violation.model].model},
                   {"size", violation.size},
                   {"value", violation.value},
                   {"row", violation.first_row},
                   {"class", class_json(table, quasi, violation.first_row)}});
  }
  return out;
}

std::string check_text(const ModelCheck& check, const Table& table,
                       const std::vector<AttributeId>& quasi) {
  std::string out;
  for (const auto& verdict : check.verdicts) {
    out += fmt::format("\n{}: {}; the weakest class reaches {}.\n", verdict.model,
                       verdict.holds ? "holds"
                                     : fmt::format("does not hold for {} classes with {} records",
                                                   format_count(verdict.violating_classes),
                                                   format_count(verdict.violating_records)),
                       format_real(verdict.value));
  }
  if (check.violations.empty()) return out;
  TextTable worst{.title = "The worst classes",
                  .columns = {{.heading = "model"},
                              number_column("records"),
                              number_column("reaches"),
                              {.heading = "class"}}};
  for (const auto& violation : check.violations) {
    std::vector<std::string> cells;
    for (const AttributeId id : quasi)
      cells.emplace_back(table.column(id).text(violation.first_row));
    worst.add({check.verdicts[violation.model].model, format_count(violation.size),
               format_real(violation.value), fmt::format("{}", fmt::join(cells, ", "))});
  }
  return out + "\n" + to_text(worst);
}

bool models_given(const Settings& settings) {
  const auto& models = builtin_catalog().models();
  return std::any_of(models.begin(), models.end(),
                     [&](const ModelEntry& entry) { return entry.wanted(settings); });
}

int run_risk(const Settings& given, Console& console) {
  Settings settings = given;
  const auto policy = load_policy(settings, builtin_catalog(), console.run());
  const auto prepared =
      prepare_table(settings.text("file"), settings, policy, Purpose::Check, console.run());
  const auto quasi = require_quasi(prepared.schema);
  const auto groups = group_rows(prepared.table(), quasi, console.run());
  const auto risk = measure_risk(groups.sizes, settings.real("threshold"));
  nlohmann::ordered_json answer{
      {"rows", risk.records},
      {"classes", risk.classes},
      {"min_class", risk.smallest_class},
      {"max_class", risk.largest_class},
      {"unique_rows", risk.unique_records},
      {"prosecutor",
       {{"highest", risk.highest},
        {"average", risk.average},
        {"at_risk", {{"threshold", risk.threshold}, {"fraction", risk.fraction_at_risk}}}}}};
  std::vector<std::string> names;
  for (const AttributeId id : quasi) names.push_back(prepared.table().column(id).name);
  console.say(risk_text(risk, names));
  bool holds = true;
  if (models_given(settings)) {
    constexpr std::size_t kShown = 10;
    const auto promises = make_promises(prepared, settings, builtin_catalog());
    const ModelCheck check = check_models(prepared.table(), groups, promises->counted,
                                          promises->models, kShown, console.run());
    answer["guarantees"] = nlohmann::ordered_json::array();
    for (const auto& verdict : check.verdicts)
      answer["guarantees"].push_back(verdict_json(verdict));
    answer["violations"] = violations_json(check, prepared.table(), quasi);
    console.say(check_text(check, prepared.table(), quasi));
    holds = check.holds();
  }
  console.answer(answer);
  return holds ? 0 : 1;
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
  for (const auto& more : {role_parameters(Purpose::Check), builtin_catalog().model_parameters(),
                           input_parameters()}) {
    options.insert(options.end(), more.begin(), more.end());
  }
  return {
      .path = "risk",
      .summary = "Say what a table, released or not, gives away; with models given, check them.",
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
