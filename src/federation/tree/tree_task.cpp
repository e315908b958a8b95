// SPDX-License-Identifier: Apache-2.0
#include "federation/tree/tree_task.h"

#include <array>

namespace privet::federation {
namespace {

constexpr std::array<std::string_view, 1> kTreeAlgorithms{"id3"};

}  // namespace

std::vector<Parameter> id3_parameters() {
  return {{.name = "class",
           .kind = ParameterKind::Column,
           .summary = "The column to predict.",
           .placeholder = "COLUMN",
           .required = true},
          {.name = "algorithm",
           .kind = ParameterKind::Choice,
           .summary = "Parties learn by id3: every column is nominal.",
           .placeholder = "NAME",
           .default_text = "id3",
           .choices = kTreeAlgorithms},
          {.name = "max-depth",
           .kind = ParameterKind::Count,
           .summary = "The largest number of tests on a path; any number if not given.",
           .placeholder = "N",
           .min = 1},
          {.name = "cuts",
           .kind = ParameterKind::Text,
           .summary = "Thresholds of numeric columns, which then count by interval, as in "
                      "\"age=30|50,bmi=25\". All parties know them.",
           .placeholder = "CUTS"}};
}

mining::TreeOptions id3_options_of(const Settings& settings) {
  auto out = mining::id3_options();
  if (settings.given("max-depth")) out.max_depth = settings.count("max-depth");
  return out;
}

std::vector<ColumnCuts> cuts_of(const Settings& settings) {
  return settings.given("cuts") ? parse_cuts(settings.text("cuts")) : std::vector<ColumnCuts>();
}

}  // namespace privet::federation
