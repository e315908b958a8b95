// SPDX-License-Identifier: Apache-2.0
#include "report/inspect/inspect_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/counted.h"
#include "report/text/numbers.h"
#include "report/text/text_table.h"

namespace privet {
namespace {

// A signal that says nothing is null.
Json signals_json(const roles::Signals& signals) {
  const auto text = [](const std::string& signal) {
    return signal.empty() ? Json(nullptr) : Json(signal);
  };
  return {{"known_to_others", text(signals.known_to_others)},
          {"tells_apart", text(signals.tells_apart)},
          {"kind_of_measurement", text(signals.kind_of_measurement)}};
}

std::size_t count_undecided(const job::InspectOutcome& outcome) {
  return static_cast<std::size_t>(
      std::count_if(outcome.columns.begin(), outcome.columns.end(),
                    [](const auto& column) { return column.suggested_role == Role::Undecided; }));
}

}  // namespace

Json inspect_json(const job::InspectOutcome& outcome) {
  Json list = Json::array();
  for (const auto& column : outcome.columns) {
    list.push_back({{"name", column.name},
                    {"type", type_name(column.type)},
                    {"distinct", column.distinct},
                    {"missing", column.missing},
                    {"suggested_role", role_name(column.suggested_role)},
                    {"evidence", column.evidence},
                    {"signals", signals_json(column.signals)},
                    {"distinct_ratio", column.distinct_ratio},
                    {"separation_ratio", nullptr}});
    if (column.separation_ratio) list.back()["separation_ratio"] = *column.separation_ratio;
  }
  return {{"rows", outcome.rows}, {"columns", std::move(list)}};
}

std::string inspect_text(const job::InspectOutcome& outcome) {
  TextTable table{.columns = {{.heading = "column"},
                              {.heading = "type"},
                              number_column("distinct"),
                              number_column("missing"),
                              number_column("separates"),
                              {.heading = "suggested role"},
                              {.heading = "because"}}};
  for (const auto& column : outcome.columns) {
    table.add({column.name, std::string(type_name(column.type)), format_count(column.distinct),
               format_count(column.missing),
               column.separation_ratio ? format_percent(*column.separation_ratio) : "–",
               std::string(role_name(column.suggested_role)), column.evidence});
  }
  std::string out = fmt::format(
      "{}\n\n{}\n'separates' is the share of all pairs of records that the column alone "
      "tells apart.\n",
      counted(outcome.rows, "record"), to_text(table));
  if (const std::size_t open = count_undecided(outcome); open > 0) {
    out += fmt::format(
        "{} undecided: 'privet anonymize' asks for a decision (--plain, --quasi, --sensitive, "
        "--identifier, or a role in the policy); --quasi auto counts {} as quasi.\n",
        counted(open, "column is", "columns are"), open == 1 ? "it" : "them");
  }
  if (outcome.policy) {
    out +=
        fmt::format("A draft of a policy was written to {}; correct its roles before you use it.\n",
                    *outcome.policy);
  }
  return out;
}

}  // namespace privet
