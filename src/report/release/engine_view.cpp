// SPDX-License-Identifier: Apache-2.0
#include "report/release/engine_view.h"

#include <fmt/format.h>

#include "base/counted.h"
#include "report/release/release_view.h"
#include "report/text/numbers.h"

namespace privet {

std::string engine_release_text(const job::EngineReleaseOutcome& outcome) {
  std::string out =
      fmt::format("{} in {}, made inside the database on {}.\n", counted(outcome.records, "record"),
                  counted(outcome.classes, "class", "classes"), counted(outcome.shards, "server"));
  out += fmt::format("The classes of the search have {} to {}.\n", format_count(outcome.smallest),
                     counted(outcome.largest, "record"));
  for (const auto& [name, treatment] : outcome.columns) {
    out += fmt::format("  {}: {}\n", name, treatment);
  }
  for (const auto& name : outcome.left_out) out += fmt::format("  {}: left out\n", name);
  for (const Verdict& verdict : outcome.guarantees) {
    std::string parameters;
    for (const auto& [name, value] : verdict.parameters) {
      parameters +=
          fmt::format("{}{} = {}", parameters.empty() ? "" : ", ", name, format_real(value));
    }
    out += fmt::format(
        "Checked in the database, from the tables themselves: {} ({}) {}; the "
        "weakest class reaches {}.\n",
        verdict.model, parameters, verdict.holds ? "holds" : "does not hold",
        format_real(verdict.value));
  }
  return out +
         "Of the rows only counts, the different values of the columns that were looked at "
         "and the different cells of the release left the database.\n";
}

Json engine_release_json(const job::EngineReleaseOutcome& outcome,
                         const std::vector<std::string>& warnings) {
  Json columns = Json::array();
  for (const auto& [name, treatment] : outcome.columns) {
    columns.push_back(Json{{"name", name}, {"treatment", treatment}});
  }
  for (const auto& name : outcome.left_out) {
    columns.push_back(Json{{"name", name}, {"treatment", "left out"}});
  }
  Json guarantees = Json::array();
  for (const auto& verdict : outcome.guarantees) guarantees.push_back(verdict_json(verdict));
  return {{"engine", "database"},
          {"servers", outcome.shards},
          {"output", outcome.output},
          {"records", outcome.records},
          {"classes", outcome.classes},
          {"smallest_class", outcome.smallest},
          {"largest_class", outcome.largest},
          {"shuffled", outcome.shuffled},
          {"columns", columns},
          {"guarantees", guarantees},
          {"statements", outcome.statements},
          {"seconds", Json{{"values", outcome.seconds_values},
                           {"search", outcome.seconds_search},
                           {"write", outcome.seconds_write},
                           {"guard", outcome.seconds_guard}}},
          {"warnings", warnings}};
}

std::string engine_statements_text(const std::vector<std::string>& statements) {
  std::string out;
  for (const auto& statement : statements) out += statement + ";\n";
  return out;
}

}  // namespace privet
