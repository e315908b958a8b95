// SPDX-License-Identifier: Apache-2.0
#include "job/mining/kmeans_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "base/error.h"
#include "base/sampling.h"
#include "mining/distance/principal.h"

namespace privet::job {
namespace {

constexpr std::array<std::string_view, 2> kMetrics{"euclidean", "manhattan"};
constexpr std::array<Renamed, 1> kOldMetrics{{{"euclid", "euclidean"}}};
constexpr std::array<std::string_view, 3> kScales{"none", "deviation", "range"};
constexpr std::size_t kSilhouetteRows = 2000;  // more rows are sampled
constexpr std::size_t kPictureRows = 2000;     // more are sampled

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

// The columns of --picture by their positions among the clustered ones.
std::vector<std::size_t> picture_columns(const MineKMeansOptions& options,
                                         const std::vector<std::string>& names) {
  std::vector<std::size_t> out;
  for (const auto& name : options.picture) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
      throw Error(
          ErrorCode::Usage,
          fmt::format("column {} is not among those that are clustered", quote_for_message(name)),
          {.parameter = "--picture"});
    }
    out.push_back(static_cast<std::size_t>(found - names.begin()));
  }
  return out;
}

mining::Matrix only(const mining::Matrix& from, const std::vector<std::size_t>& columns) {
  mining::Matrix out{from.rows, columns.size(), {}};
  for (std::size_t r = 0; r < from.rows; ++r) {
    for (const std::size_t c : columns) out.cells.push_back(from.row(r)[c]);
  }
  return out;
}

// `points` as the table has them, in the units that distances were taken in.
ClusterPicture picture_of(const MineKMeansOptions& options, const mining::Matrix& points,
                          const mining::Clustering& clustering,
                          const std::vector<std::size_t>& columns) {
  const auto& model = clustering.model;
  std::vector<std::size_t> rows(points.rows);
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  Sampler sampler(options.seed);
  sampler.shuffle(std::span(rows));
  rows.resize(std::min(rows.size(), kPictureRows));
  std::sort(rows.begin(), rows.end());
  mining::Matrix some{rows.size(), points.columns, {}};
  ClusterPicture out;
  for (const std::size_t r : rows) {
    some.cells.insert(some.cells.end(), points.row(r).begin(), points.row(r).end());
    out.clusters.push_back(clustering.assignment[r]);
  }
  if (!columns.empty()) {
    out.x_label = model.columns[columns[0]];
    out.y_label = model.columns[columns[1]];
    out.points = only(some, columns);
    out.centers = only(model.centers, columns);
    return out;
  }
  const auto axes = mining::principal_axes(mining::in_units(points, model.units));
  out.x_label = "first principal component";
  out.y_label = "second principal component";
  out.points = axes.project(mining::in_units(some, model.units), 2);
  out.centers = axes.project(mining::in_units(model.centers, model.units), 2);
  out.share = axes.share(2);
  return out;
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
       {.name = "scale",
        .kind = ParameterKind::Choice,
        .summary = "What columns are divided by before distances are taken: nothing, their "
                   "standard deviation or their range. Centers are shown in the columns' own "
                   "units.",
        .placeholder = "HOW",
        .default_text = "none",
        .choices = kScales},
       {.name = "picture",
        .kind = ParameterKind::Columns,
        .summary = "The two columns that the page draws the clusters over; the first two "
                   "principal components if not given.",
        .placeholder = "A,B"},
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
  const std::string scale = settings.text("scale");
  if (scale == "deviation") out.scale = mining::KMeansScale::Deviation;
  if (scale == "range") out.scale = mining::KMeansScale::Range;
  out.picture = settings.list("picture");
  if (!out.picture.empty() && (out.picture.size() != 2 || !out.files.report)) {
    throw Error(ErrorCode::Usage,
                out.files.report ? "name two columns" : "applies only with --report",
                {.parameter = "--picture"});
  }
  return out;
}

MineKMeansOutcome run_mine_kmeans(const MineKMeansOptions& options, const Run& run) {
  RunFiles files = mining_files(options.input, options.files);
  if (options.centers) files.reads(options.centers->path, "the table of --centers");
  files.check();
  const Table table = read_for_mining(options.input, {}, run);
  const auto columns = chosen_columns(options.input, table, {});
  const auto whole = mining::points_of(table, columns);
  std::vector<std::string> names;
  for (const AttributeId id : columns) names.push_back(table.column(id).name);
  const auto drawn = picture_columns(options, names);
  const auto units = mining::units_of(whole, options.scale);
  const auto points = mining::in_units(whole, units);
  MineKMeansOutcome out;
  out.from = {options.input.table.path, table.rows()};
  if (options.centers) {
    out.clustering =
        mining::cluster(points, mining::in_units(given_centers(options, names, run), units), names,
                        options.kmeans, run);
  } else {
    out.starts = options.starts;
    out.clustering = mining::best_clustering(
        points, options.k.value(), {options.starts, options.seed}, names, options.kmeans, run);
  }
  out.spread = mining::spread(points, out.clustering, options.kmeans.metric);
  out.silhouette = mining::silhouette(points, out.clustering.assignment, options.kmeans.metric,
                                      kSilhouetteRows, options.seed, run);
  out.silhouette_rows = std::min(points.rows, kSilhouetteRows);
  out.scale = options.scale;
  auto& model = out.clustering.model;
  model.units = units;
  for (std::size_t i = 0; !units.empty() && i < model.centers.cells.size(); ++i) {
    model.centers.cells[i] *= units[i % units.size()];
  }
  if (options.files.report) out.picture = picture_of(options, whole, out.clustering, drawn);
  out.standard_output = write_model(
      options.files, [&] { return mining::save_kmeans(out.clustering.model); },
      [&] { return options.page(out); }, run);
  return out;
}

}  // namespace privet::job
