// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>

#include "apps/cli/commands.h"
#include "apps/cli/mine_input.h"
#include "base/counted.h"
#include "base/error.h"
#include "base/json.h"
#include "mining/distance/kmeans.h"
#include "report/mining_page.h"

namespace privet::cli {
namespace {

constexpr std::array<std::string_view, 2> kMetrics{"euclid", "manhattan"};
constexpr std::size_t kSilhouetteRows = 2000;  // more rows are sampled

// The centres of a file with the same columns, or k rows by the seed.
mining::Matrix start_of(const Settings& settings, const std::vector<std::string>& names,
                        const mining::Matrix& points, Console& console) {
  if (!settings.given("centers")) {
    if (!settings.given("k")) {
      throw Error(ErrorCode::Usage, "say how many clusters (--k) or where they start (--centers)",
                  {.parameter = "--k"});
    }
    return mining::starting_centres(points, settings.count("k"), settings.count("seed"));
  }
  const Table table = mine_table(settings, settings.text("centers"), console);
  std::vector<AttributeId> columns;
  for (const auto& name : names) columns.push_back(table.require(name, "--centers"));
  auto centres = mining::points_of(table, columns);
  if (settings.given("k") && settings.count("k") != centres.rows) {
    throw Error(ErrorCode::Usage, fmt::format("the file has {} centres", centres.rows),
                settings.place("k"));
  }
  return centres;
}

int run_kmeans(const Settings& settings, Console& console) {
  check_mine_outputs(settings);
  const Table table = mine_table(settings, settings.text("file"), console);
  const auto columns = mine_columns(settings, table, {});
  const auto points = mining::points_of(table, columns);
  std::vector<std::string> names;
  for (const AttributeId id : columns) names.push_back(table.column(id).name);
  mining::KMeansOptions options;
  options.metric.p = settings.text("metric") == "euclid" ? 2 : 1;
  options.threshold = settings.real("threshold");
  const auto found = mining::cluster(points, start_of(settings, names, points, console), names,
                                     options, console.run());
  const auto& model = found.model;
  const double quality = mining::silhouette(points, found.assignment, options.metric,
                                            kSilhouetteRows, settings.count("seed"), console.run());
  save_outputs(settings, mining::save_kmeans(model),
               [&] { return kmeans_page(model, quality, mined_from(settings, table)); });
  Json centres = Json::array();
  std::string text =
      fmt::format("{} after {}; silhouette {:.4f}\n\n", counted(model.sizes.size(), "cluster"),
                  counted(model.iterations, "round"), quality);
  for (std::size_t c = 0; c < model.sizes.size(); ++c) {
    const auto row = model.centres.row(c);
    centres.push_back(std::vector<double>(row.begin(), row.end()));
    text += fmt::format("{}: {} at", c, counted(model.sizes[c], "row"));
    for (std::size_t i = 0; i < names.size(); ++i)
      text += fmt::format(" {}={:.6g}", names[i], row[i]);
    text += "\n";
  }
  console.say(text);
  console.answer({{"centers", std::move(centres)},
                  {"sizes", model.sizes},
                  {"iterations", model.iterations},
                  {"silhouette", quality},
                  {"assignment", found.assignment}});
  return 0;
}

}  // namespace

Command mine_kmeans_command() {
  return {.path = "mine kmeans",
          .summary = "Group the rows around k centres.",
          .positionals = mine_positionals(),
          .options = mine_options({{.name = "k",
                                    .kind = ParameterKind::Count,
                                    .summary = "How many clusters.",
                                    .placeholder = "K",
                                    .min = 1},
                                   {.name = "centers",
                                    .kind = ParameterKind::File,
                                    .summary = "Start from the rows of this table.",
                                    .placeholder = "FILE"},
                                   {.name = "metric",
                                    .kind = ParameterKind::Choice,
                                    .summary = "How distance is measured.",
                                    .default_text = "euclid",
                                    .choices = kMetrics},
                                   {.name = "threshold",
                                    .kind = ParameterKind::Real,
                                    .summary = "Stop when the centres together move by no more.",
                                    .placeholder = "T",
                                    .default_text = "0",
                                    .min = 0},
                                   page_option(),
                                   seed_option()}),
          .example = "privet mine kmeans flowers.csv --k 3 --columns petal_length,petal_width",
          .run = run_kmeans};
}

}  // namespace privet::cli
