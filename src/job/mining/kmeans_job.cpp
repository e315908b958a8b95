// SPDX-License-Identifier: Apache-2.0
#include "job/mining/kmeans_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.h"

namespace privet::job {
namespace {

constexpr std::array<std::string_view, 2> kMetrics{"euclidean", "manhattan"};
constexpr std::array<Renamed, 1> kOldMetrics{{{"euclid", "euclidean"}}};
constexpr std::size_t kSilhouetteRows = 2000;  // more rows are sampled

mining::Matrix given_centers(const MineKMeansOptions& options,
                             const std::vector<std::string>& names, const Run& run) {
  const Table table = read_plain_table(*options.centers, run).table;
  auto centers = mining::points_of(table, named_columns(names, table, "centers"));
  if (options.k && *options.k != centers.rows) {
    throw Error(ErrorCode::Usage, fmt::format("the file of --centers has {} rows", centers.rows),
                {.parameter = "--k"});
  }
  return centers;
}

}  // namespace

std::vector<Parameter> mine_kmeans_parameters() {
  return mining_parameters(
      {{.name = "k",
        .kind = ParameterKind::Count,
        .summary = "The number of clusters.",
        .placeholder = "K",
        .min = 1},
       {.name = "centers",
        .kind = ParameterKind::File,
        .summary = "Start from the rows of this table instead of random rows.",
        .placeholder = "FILE"},
       {.name = "starts",
        .kind = ParameterKind::Count,
        .summary = "Try this many random starts, each from rows far apart (k-means++), and keep "
                   "the best; not with --centers.",
        .placeholder = "N",
        .default_text = "10",
        .min = 1,
        .max = 100000},
       {.name = "metric",
        .kind = ParameterKind::Choice,
        .summary = "The distance between rows.",
        .placeholder = "METRIC",
        .default_text = "euclidean",
        .choices = kMetrics,
        .renamed_choices = kOldMetrics},
       {.name = "threshold",
        .kind = ParameterKind::Real,
        .summary = "Stop when a round moves the centers by T or less in total.",
        .placeholder = "T",
        .default_text = "0",
        .min = 0},
       seed_parameter("The seed of the random first centers and of the sample for the "
                      "silhouette."),
       save_parameter(),
       page_parameter()});
}

MineKMeansOptions mine_kmeans_options(const Settings& settings) {
  MineKMeansOptions out{.input = mining_input(settings),
                        .seed = settings.count("seed"),
                        .starts = settings.count("starts"),
                        .files = model_files(settings)};
  if (settings.given("k")) out.k = settings.count("k");
  if (settings.given("centers")) out.centers = table_source(settings, settings.text("centers"));
  if (!out.k && !out.centers) {
    throw Error(ErrorCode::Usage,
                "give the number of clusters (--k) or the first centers (--centers)",
                {.parameter = "--k"});
  }
  if (out.centers && settings.given("starts")) {
    throw Error(ErrorCode::Usage, "with --centers there is one start; leave --starts out",
                {.parameter = "--starts"});
  }
  out.kmeans.metric.p = settings.text("metric") == "euclidean" ? 2 : 1;
  out.kmeans.threshold = settings.real("threshold");
  return out;
}

MineKMeansOutcome run_mine_kmeans(const MineKMeansOptions& options, const Run& run) {
  RunFiles files = mining_files(options.input, options.files);
  if (options.centers) files.reads(options.centers->path, "the table of --centers");
  files.check();
  const Table table = read_for_mining(options.input, {}, run);
  const auto columns = chosen_columns(options.input, table, {});
  const auto points = mining::points_of(table, columns);
  std::vector<std::string> names;
  for (const AttributeId id : columns) names.push_back(table.column(id).name);
  MineKMeansOutcome out;
  out.from = {options.input.table.path, table.rows()};
  if (options.centers) {
    out.clustering =
        mining::cluster(points, given_centers(options, names, run), names, options.kmeans, run);
  } else {
    out.starts = options.starts;
    out.clustering = mining::best_clustering(
        points, options.k.value(), {options.starts, options.seed}, names, options.kmeans, run);
  }
  out.spread = mining::spread(points, out.clustering, options.kmeans.metric);
  out.silhouette = mining::silhouette(points, out.clustering.assignment, options.kmeans.metric,
                                      kSilhouetteRows, options.seed, run);
  out.silhouette_rows = std::min(points.rows, kSilhouetteRows);
  out.standard_output = write_model(
      options.files, [&] { return mining::save_kmeans(out.clustering.model); },
      [&] { return options.page(out); }, run);
  return out;
}

}  // namespace privet::job
