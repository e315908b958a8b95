// SPDX-License-Identifier: Apache-2.0
#include "report/risk/boundary_view.h"

#include <fmt/format.h>

#include "base/json.h"
#include "report/text/numbers.h"
#include "report/text/text_table.h"

namespace privet {

std::string boundary_text(const BoundaryCheck& check) {
  TextTable columns{.title = "Generalization boundaries",
                    .columns = {{.heading = "column"}, number_column("cells beyond")}};
  if (!check.exact) columns.columns.push_back(number_column("perhaps beyond"));
  columns.columns.push_back(number_column("not understood"));
  for (const auto& column : check.columns) {
    std::vector<std::string> cells{column.name, format_count(column.violations)};
    if (!check.exact) cells.push_back(format_count(column.possible));
    cells.push_back(format_count(column.unreadable));
    columns.add(std::move(cells));
  }
  std::string out = "\n" + to_text(columns);
  if (!check.exact) {
    out +=
        "\nWithout --original a cell is only known to lie beyond where no value below it allows "
        "it.\n";
  }
  if (check.first.empty()) return out;
  TextTable first{
      .title = "The first cells beyond their boundary",
      .columns = {number_column("record"), {.heading = "column"}, {.heading = "shows"}}};
  if (check.exact) {
    first.columns.push_back({.heading = "for"});
    first.columns.push_back({.heading = "at most"});
  }
  for (const auto& violation : check.first) {
    std::vector<std::string> cells{format_count(violation.row + std::size_t{1}), violation.column,
                                   violation.cell};
    if (check.exact) cells.insert(cells.end(), {violation.value, violation.boundary});
    first.add(std::move(cells));
  }
  return out + "\n" + to_text(first);
}

Json boundary_json(const BoundaryCheck& check) {
  Json columns = Json::array();
  for (const auto& column : check.columns) {
    columns.push_back({{"name", column.name},
                       {"violations", column.violations},
                       {"possible", column.possible},
                       {"unreadable", column.unreadable}});
  }
  Json first = Json::array();
  for (const auto& violation : check.first) {
    Json entry{{"row", violation.row}, {"column", violation.column}, {"cell", violation.cell}};
    if (check.exact) {
      entry["value"] = violation.value;
      entry["boundary"] = violation.boundary;
    }
    first.push_back(std::move(entry));
  }
  return {{"violations", check.violations()},
          {"possible", check.possible()},
          {"unreadable", check.unreadable()},
          {"exact", check.exact},
          {"suppressed", check.suppressed},
          {"columns", columns},
          {"first", first}};
}

}  // namespace privet
