// SPDX-License-Identifier: Apache-2.0
#include "report/profile/evaluation_view.h"

#include <fmt/format.h>

#include "base/counted.h"
#include "report/page/html.h"
#include "report/plot/plot.h"
#include "report/text/numbers.h"
#include "report/text/text_table.h"

namespace privet {
namespace {

using job::NamedEvaluation;
using profile::Evaluation;

std::string gain(double map, double engine) {
  return engine > 0 ? fmt::format("{:+.1f}%", 100 * (map / engine - 1)) : "-";
}

TextTable summary_table(const std::vector<NamedEvaluation>& all, double alpha) {
  TextTable table;
  table.title = "Mean average precision, all of the profile exposed";
  table.columns = {{"profile"},
                   number_column("engine"),
                   number_column("profile alone"),
                   number_column(fmt::format("mix, alpha {}", format_real(alpha, 3))),
                   number_column("gain")};
  for (const auto& [name, result] : all) {
    table.add({name, format_fixed(result.engine, 4), format_fixed(result.profile, 4),
               format_fixed(result.mix, 4), gain(result.mix, result.engine)});
  }
  return table;
}

TextTable alpha_table(const Evaluation& result) {
  TextTable table;
  table.columns = {number_column("alpha"), number_column("MAP"), number_column("gain")};
  for (const auto& point : result.alphas) {
    table.add(
        {format_real(point.alpha, 3), format_fixed(point.map, 4), gain(point.map, result.engine)});
  }
  return table;
}

TextTable detail_table(const Evaluation& result) {
  TextTable table;
  table.columns = {number_column("minDetail"), number_column("expRatio"), number_column("nodes"),
                   number_column("MAP"), number_column("gain")};
  for (const auto& point : result.details) {
    table.add({format_real(point.min_detail, 3), format_percent(point.exp_ratio),
               format_count(point.terms), format_fixed(point.map, 4),
               gain(point.map, result.engine)});
  }
  return table;
}

using Coordinates = std::vector<XyPoint> (*)(const Evaluation&);

std::vector<XyPoint> over_alpha(const Evaluation& result) {
  std::vector<XyPoint> out;
  for (const auto& point : result.alphas) out.push_back({point.alpha, point.map});
  return out;
}
std::vector<XyPoint> ratio_over_detail(const Evaluation& result) {
  std::vector<XyPoint> out;
  for (const auto& point : result.details) out.push_back({point.min_detail, point.exp_ratio});
  return out;
}
std::vector<XyPoint> over_ratio(const Evaluation& result) {
  std::vector<XyPoint> out;
  for (const auto& point : result.details) out.push_back({point.exp_ratio, point.map});
  return out;
}
std::vector<XyPoint> over_detail(const Evaluation& result) {
  std::vector<XyPoint> out;
  for (const auto& point : result.details) out.push_back({point.min_detail, point.map});
  return out;
}

Svg curves(const std::vector<NamedEvaluation>& all, Coordinates coordinates, std::string title,
           Axis x, Axis y) {
  XyChart chart{
      .title = std::move(title), .x = std::move(x), .y = std::move(y), .width = kHalfWidth};
  for (const auto& [name, result] : all) {
    chart.series.push_back({.name = name, .points = coordinates(result)});
  }
  return draw(chart);
}

Svg source_bars(const std::vector<NamedEvaluation>& all) {
  BarChart chart{.title = "Which profile",
                 .categories = {"engine alone"},
                 .series = {{"MAP", {}}},
                 .values = {.label = "mean average precision", .min = 0}};
  chart.series[0].values.push_back(all.front().result.engine);
  for (const auto& [name, result] : all) {
    chart.categories.push_back(name);
    chart.series[0].values.push_back(result.mix);
  }
  return draw(chart);
}

Json one_json(const NamedEvaluation& evaluation) {
  const auto& result = evaluation.result;
  auto alphas = Json::array();
  for (const auto& point : result.alphas) {
    alphas.push_back({{"alpha", point.alpha}, {"map", point.map}});
  }
  auto details = Json::array();
  for (const auto& point : result.details) {
    details.push_back({{"min_detail", point.min_detail},
                       {"exp_ratio", point.exp_ratio},
                       {"nodes_exposed", point.terms},
                       {"map", point.map}});
  }
  return {{"profile", evaluation.name},    {"map_engine", result.engine},
          {"map_profile", result.profile}, {"map_mix", result.mix},
          {"alphas", std::move(alphas)},   {"min_details", std::move(details)}};
}

std::string_view divisor(profile::Averaging averaging) {
  return averaging == profile::Averaging::Found ? "the relevant results that were found"
                                                : "all relevant results, as in trec_eval";
}

}  // namespace

std::string evaluation_text(const job::EvaluateOutcome& outcome) {
  const auto& [alpha, averaging, all] = outcome;
  const auto& first = all.front().result;
  std::string out =
      fmt::format("{} judged, {} left out ({}); average precision is divided by {}\n\n",
                  counted(first.queries, "query", "queries"), format_count(first.left_out),
                  averaging == profile::Averaging::Found ? "no relevant result" : "no result",
                  divisor(averaging));
  out += to_text(summary_table(all, alpha));
  for (const auto& [name, result] : all) {
    out += fmt::format("\n{}\n", name) + to_text(alpha_table(result)) + "\n" +
           to_text(detail_table(result));
  }
  return out;
}

Json evaluation_json(const job::EvaluateOutcome& outcome) {
  Json out{{"queries", outcome.all[0].result.queries},
           {"left_out", outcome.all[0].result.left_out},
           {"divide_by", outcome.averaging == profile::Averaging::Found ? "found" : "judged"},
           {"alpha", outcome.alpha},
           {"profiles", Json::array()}};
  for (const auto& evaluation : outcome.all) out["profiles"].push_back(one_json(evaluation));
  return out;
}

std::string evaluation_page(const job::EvaluateOutcome& outcome) {
  const auto& [alpha, averaging, all] = outcome;
  const auto& first = all.front().result;
  HtmlPage page("What a profile is worth",
                fmt::format("{}, {} left out", counted(first.queries, "query", "queries"),
                            format_count(first.left_out)));
  page.cards({{format_fixed(first.engine, 3), "engine alone", "mean average precision"},
              {format_fixed(first.mix, 3), "with the profile",
               fmt::format("alpha {}, all exposed", format_real(alpha, 3)),
               first.mix > first.engine ? Tone::Good : Tone::Warn},
              {gain(first.mix, first.engine), "gain"}});
  page.section("Profile and engine").table(summary_table(all, alpha));
  page.figure({source_bars(all), "The mix of each profile with the engine, all of it exposed."});
  page.section("Privacy and quality");
  const Axis quality{.label = "mean average precision"};
  const Axis ratio{.label = "expRatio", .style = NumberStyle::Percent, .min = 0, .max = 1};
  page.figures(
      {{curves(all, over_alpha, "Weight of the profile", {.label = "alpha"}, quality),
        "0 is the engine alone, 1 the profile alone."},
       {curves(all, ratio_over_detail, "minDetail and expRatio", {.label = "minDetail"}, ratio),
        "How much is exposed at each setting."},
       {curves(all, over_ratio, "Exposure and quality", ratio, quality),
        "What exposing more is worth."},
       {curves(all, over_detail, "minDetail and quality", {.label = "minDetail"}, quality),
        "What hiding more costs."}});
  for (const auto& [name, result] : all) {
    page.section(name).table(alpha_table(result)).table(detail_table(result));
  }
  return page.html();
}

}  // namespace privet
