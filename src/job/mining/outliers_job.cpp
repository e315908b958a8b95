// SPDX-License-Identifier: Apache-2.0
#include "job/mining/outliers_job.h"

#include "mining/numbers/column_numbers.h"

namespace privet::job {

std::vector<Parameter> mine_outliers_parameters() {
  return mining_parameters(
      {{.name = "fraction",
        .kind = ParameterKind::Real,
        .summary = "A row is an outlier if at least this fraction of all rows is farther away "
                   "than --distance.",
        .placeholder = "P",
        .default_text = "0.95",
        .min = 0,
        .max = 1,
        .above_min = true},
       {.name = "distance",
        .kind = ParameterKind::Real,
        .summary = "The distance between rows that counts as far.",
        .placeholder = "D",
        .min = 0,
        .required = true},
       {.name = "minkowski",
        .kind = ParameterKind::Real,
        .summary = "The order of the Minkowski distance: 2 is Euclidean, 1 is Manhattan.",
        .placeholder = "ORDER",
        .default_text = "2",
        .min = 1}});
}

MineOutliersOptions mine_outliers_options(const Settings& settings) {
  MineOutliersOptions out{.input = mining_input(settings)};
  out.outliers.fraction = settings.real("fraction");
  out.outliers.distance = settings.real("distance");
  out.outliers.metric.p = settings.real("minkowski");
  return out;
}

MineOutliersOutcome run_mine_outliers(const MineOutliersOptions& options, const Run& run) {
  const Table table = read_plain_table(options.input.table, run).table;
  const auto points = mining::points_of(table, chosen_columns(options.input, table, {}));
  MineOutliersOutcome out;
  out.from = {options.input.table.path, table.rows()};
  out.rows = mining::find_outliers(points, options.outliers, run);
  return out;
}

}  // namespace privet::job
