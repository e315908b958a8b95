// SPDX-License-Identifier: Apache-2.0
#include "report/mining/kmeans_view.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "base/counted.h"
#include "report/mining/page_parts.h"
#include "report/plot/plot.h"

namespace privet {
namespace {

std::string silhouette_note(const job::MineKMeansOutcome& found) {
  if (found.silhouette_rows >= found.from.rows) return "";
  return fmt::format(" (of a sample of {} rows)", grouped(found.silhouette_rows));
}

std::string unit_note(const job::MineKMeansOutcome& found) {
  if (found.scale == mining::KMeansScale::None) return "";
  return found.scale == mining::KMeansScale::Range
             ? " (columns divided by their range)"
             : " (columns divided by their standard deviation)";
}

XyChart cluster_chart(const job::ClusterPicture& picture, std::size_t clusters) {
  XyChart chart{.title = "Clusters",
                .x = {.label = picture.x_label},
                .y = {.label = picture.y_label},
                .height = 480};
  for (std::size_t c = 0; c < clusters; ++c) {
    chart.series.push_back({.name = fmt::format("cluster {}", c), .mark = Mark::Points});
  }
  for (std::size_t r = 0; r < picture.points.rows; ++r) {
    const auto at = picture.points.row(r);
    chart.series[picture.clusters[r]].points.push_back({.x = at[0], .y = at[1]});
  }
  XySeries centers{.name = "centers", .mark = Mark::Points};
  for (std::size_t c = 0; c < picture.centers.rows; ++c) {
    const auto at = picture.centers.row(c);
    centers.points.push_back(
        {.x = at[0], .y = at[1], .label = fmt::format("center of cluster {}", c)});
  }
  chart.series.push_back(std::move(centers));
  return chart;
}

std::string picture_note(const job::MineKMeansOutcome& found) {
  const auto& picture = found.picture;
  std::string out = picture.share ? fmt::format(
                                        "The two directions in which the rows spread most, "
                                        "with {} of the variance.",
                                        format_percent(*picture.share))
                                  : "Over two of the columns.";
  if (picture.points.rows < found.from.rows) {
    out += fmt::format(" A sample of {} rows.", format_count(picture.points.rows));
  }
  return out;
}

std::string scale_name(mining::KMeansScale scale) {
  if (scale == mining::KMeansScale::None) return "none";
  return scale == mining::KMeansScale::Range ? "range" : "deviation";
}

}  // namespace

std::string mine_kmeans_text(const job::MineKMeansOutcome& found) {
  const auto& model = found.clustering.model;
  std::string text =
      fmt::format("{} after {}{}; silhouette {:.4f}{}, sum of {} to the centers {:.6g}{}\n\n",
                  counted(model.sizes.size(), "cluster"), counted(model.iterations, "round"),
                  found.starts > 1 ? fmt::format(", the best of {} starts", found.starts) : "",
                  found.silhouette, silhouette_note(found),
                  model.p == 2 ? "squared distances" : "distances", found.spread, unit_note(found));
  for (std::size_t c = 0; c < model.sizes.size(); ++c) {
    const auto row = model.centers.row(c);
    text += fmt::format("{}: {} at", c, counted(model.sizes[c], "row"));
    for (std::size_t i = 0; i < model.columns.size(); ++i)
      text += fmt::format(" {}={:.6g}", model.columns[i], row[i]);
    text += "\n";
  }
  return text;
}

Json mine_kmeans_json(const job::MineKMeansOutcome& found) {
  const auto& model = found.clustering.model;
  Json centers = Json::array();
  for (std::size_t c = 0; c < model.sizes.size(); ++c) {
    const auto row = model.centers.row(c);
    centers.push_back(std::vector<double>(row.begin(), row.end()));
  }
  return {{"centers", std::move(centers)},
          {"sizes", model.sizes},
          {"iterations", model.iterations},
          {"silhouette", found.silhouette},
          {"silhouette_rows", found.silhouette_rows},
          {"spread", found.spread},
          {"scale", scale_name(found.scale)},
          {"starts", found.starts},
          {"assignment", found.clustering.assignment}};
}

std::string mine_kmeans_page(const job::MineKMeansOutcome& found) {
  const auto& model = found.clustering.model;
  HtmlPage page = mining_page(counted(model.sizes.size(), "cluster"), found.from);
  page.cards({{.value = format_real(found.silhouette, 3),
               .caption = "silhouette",
               .note = "1: well separated, 0: on the border"},
              {.value = format_real(found.spread, 5),
               .caption = fmt::format("sum of {} to the centers",
                                      model.p == 2 ? "squared distances" : "distances"),
               .note = "the inertia" + unit_note(found)},
              {.value = format_count(found.starts),
               .caption = noun_for(found.starts, "start") + " tried",
               .note = "the one with the least spread is shown"},
              {.value = format_count(model.iterations),
               .caption = noun_for(model.iterations, "round"),
               .note = model.converged ? "the centers stopped moving" : "the centers still moved",
               .tone = model.converged ? Tone::Plain : Tone::Warn}});
  BarChart sizes{.title = "Rows of each cluster", .values = {.label = "rows", .min = 0}};
  sizes.series.push_back({.name = "rows"});
  TextTable centers{.columns = {number_column("cluster"), number_column("rows")}};
  for (const auto& name : model.columns) centers.columns.push_back(number_column(name));
  for (std::size_t c = 0; c < model.sizes.size(); ++c) {
    sizes.categories.push_back(std::to_string(c));
    sizes.series[0].values.push_back(static_cast<double>(model.sizes[c]));
    std::vector<std::string> row{std::to_string(c), format_count(model.sizes[c])};
    for (const double x : model.centers.row(c)) row.push_back(format_real(x, 6));
    centers.add(std::move(row));
  }
  if (found.picture.points.columns == 2) {
    page.section("Picture").figure(
        {draw(cluster_chart(found.picture, model.sizes.size())), picture_note(found)});
  }
  page.section("Sizes").figure({draw(sizes), "Clusters are numbered from 0, as in predictions."});
  page.section("Centers").table(centers);
  return finished(page);
}

}  // namespace privet
