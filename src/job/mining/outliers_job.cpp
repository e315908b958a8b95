// SPDX-License-Identifier: Apache-2.0
#include "job/mining/outliers_job.h"

#include "mining/numbers/column_numbers.h"

namespace privet::job {
namespace {

constexpr double kOutlyingShare = 0.01;  // of the rows, for a suggested distance

}  // namespace

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
        .summary = "The distance between rows that counts as far; if not given, one is suggested "
                   "and used that makes about one row in a hundred an outlier.",
        .placeholder = "D",
        .min = 0},
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
  out.distance_given = settings.given("distance");
  if (out.distance_given) out.outliers.distance = settings.real("distance");
  out.outliers.metric.p = settings.real("minkowski");
  return out;
}

MineOutliersOutcome run_mine_outliers(const MineOutliersOptions& options, const Run& run) {
  const Table table = read_for_mining(options.input, {}, run);
  const auto points = mining::points_of(table, chosen_columns(options.input, table, {}));
  MineOutliersOutcome out;
  out.from = {options.input.table.path, table.rows()};
  mining::OutlierOptions asked = options.outliers;
  if (!options.distance_given) {
    out.suggestion = mining::suggest_distance(points, asked, kOutlyingShare, run);
    asked.distance = *out.suggestion;
  }
  out.distance = asked.distance;
  out.suggested = !options.distance_given;
  for (const RowId row : mining::find_outliers(points, asked, run)) {
    out.rows.push_back(std::size_t{row} + 1);
  }
  const bool odd = out.rows.empty() || out.rows.size() * 2 > table.rows();
  if (odd && !out.suggestion && table.rows() > 0) {
    out.suggestion = mining::suggest_distance(points, asked, kOutlyingShare, run);
  }
  return out;
}

}  // namespace privet::job
