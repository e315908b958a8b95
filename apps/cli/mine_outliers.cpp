// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/mine_input.h"
#include "base/counted.h"
#include "mining/distance/outliers.h"

namespace privet::cli {
namespace {

int run_outliers(const Settings& settings, Console& console) {
  const Table table = mine_table(settings, settings.text("file"), console);
  const auto points = mining::points_of(table, mine_columns(settings, table, {}));
  mining::OutlierOptions options;
  options.fraction = settings.real("fraction");
  options.distance = settings.real("distance");
  options.metric.p = settings.real("minkowski");
  const auto rows = mining::find_outliers(points, options, console.run());
  console.say(fmt::format("{} of {} {}{}{}\n", grouped(rows.size()), counted(table.rows(), "row"),
                          rows.size() == 1 ? "is an outlier" : "are outliers",
                          rows.empty() ? "" : ": ", fmt::join(rows, " ")));
  console.answer({{"outliers", rows}});
  return 0;
}

}  // namespace

Command mine_outliers_command() {
  auto options = mine_options({{.name = "fraction",
                                .kind = ParameterKind::Real,
                                .summary = "At least this fraction of all rows lie farther away.",
                                .placeholder = "P",
                                .default_text = "0.95",
                                .min = 0,
                                .max = 1,
                                .above_min = true},
                               {.name = "distance",
                                .kind = ParameterKind::Real,
                                .summary = "Farther than this.",
                                .placeholder = "D",
                                .min = 0,
                                .required = true},
                               {.name = "minkowski",
                                .kind = ParameterKind::Real,
                                .summary = "The order of the distance: 2 Euclid, 1 Manhattan.",
                                .placeholder = "M",
                                .default_text = "2",
                                .min = 1}});
  std::erase_if(options, [](const Parameter& option) { return option.name == "save"; });
  return {.path = "mine outliers",
          .summary = "Find the rows far from most others; rows count from 0.",
          .positionals = mine_positionals(),
          .options = std::move(options),
          .example = "privet mine outliers people.csv --fraction 0.95 --distance 2.5 --columns a,b",
          .run = run_outliers};
}

}  // namespace privet::cli
