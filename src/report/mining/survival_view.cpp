// SPDX-License-Identifier: Apache-2.0
#include "report/mining/survival_view.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <utility>

#include "base/counted.h"
#include "report/mining/page_parts.h"
#include "report/plot/plot.h"

namespace privet {
namespace {

std::string name_of(const mining::SurvivalCurve& curve) {
  return curve.group.empty() ? "all" : curve.group;
}

std::string number_text(const std::optional<double>& value) {
  return value ? fmt::format("{:.6g}", *value) : "-";
}

Json number_json(const std::optional<double>& value) {
  return value ? Json(*value) : Json();
}

std::string groups_name(const job::MineSurvivalOutcome& found) {
  return found.by.empty() ? "group" : fmt::format("{}", fmt::join(found.by, ", "));
}

TextTable group_table(const job::MineSurvivalOutcome& found) {
  TextTable out{.columns = {{.heading = groups_name(found)},
                            number_column("rows"),
                            number_column("events"),
                            number_column("median"),
                            number_column(fmt::format("{:g}% from", 100 * found.level)),
                            number_column("to")}};
  if (found.test) out.columns.push_back(number_column("expected events"));
  for (std::size_t g = 0; g < found.curves.size(); ++g) {
    const auto& curve = found.curves[g];
    std::vector<std::string> row{name_of(curve),
                                 format_count(curve.rows),
                                 format_count(curve.events),
                                 number_text(curve.median),
                                 number_text(curve.median_low),
                                 number_text(curve.median_high)};
    if (found.test) row.push_back(fmt::format("{:.4g}", found.test->expected[g]));
    out.add(std::move(row));
  }
  return out;
}

std::string test_text(const mining::LogRank& test) {
  if (test.freedom == 0) return "log-rank test: the groups cannot be compared";
  return fmt::format("log-rank test: chi-squared {:.4f} on {:g} degree{} of freedom, p {:.3g}",
                     test.statistic, test.freedom, test.freedom == 1 ? "" : "s", test.p);
}

TextTable step_table(const mining::SurvivalCurve& curve, double level) {
  TextTable out{.columns = {number_column("time"), number_column("at risk"),
                            number_column("events"), number_column("survival"), number_column("se"),
                            number_column(fmt::format("{:g}% from", 100 * level)),
                            number_column("to")}};
  for (const auto& step : curve.steps) {
    if (step.events == 0) continue;
    const auto limit = [](double x) {
      return std::isnan(x) ? std::string("-") : fmt::format("{:.4f}", x);
    };
    out.add({fmt::format("{:.6g}", step.time), format_count(step.at_risk),
             format_count(step.events), fmt::format("{:.4f}", step.survival),
             fmt::format("{:.4f}", step.error), limit(step.low), limit(step.high)});
  }
  return out;
}

XyChart chart_of(const job::MineSurvivalOutcome& found) {
  XyChart chart{.title = found.by.empty() ? "Survival" : "Survival by " + groups_name(found),
                .x = {.label = "time", .min = 0},
                .y = {.label = "share alive", .style = NumberStyle::Percent, .min = 0, .max = 1}};
  for (const auto& curve : found.curves) {
    XySeries series{.name = name_of(curve), .points = {{.x = 0, .y = 1}}, .mark = Mark::StepLine};
    for (const auto& step : curve.steps) {
      const bool band = !std::isnan(step.low);
      series.points.push_back({.x = step.time,
                               .y = step.survival,
                               .low = band ? step.low : 0.0,
                               .high = band ? step.high : 0.0});
    }
    chart.series.push_back(std::move(series));
  }
  return chart;
}

}  // namespace

std::string mine_survival_text(const job::MineSurvivalOutcome& found) {
  std::string text = to_text(group_table(found));
  if (found.test) text += "\n" + test_text(*found.test) + "\n";
  for (const auto& curve : found.curves) {
    if (found.curves.size() > 1) {
      text += fmt::format("\n{}: {}\n", groups_name(found), curve.group);
    }
    text += "\n" + to_text(step_table(curve, found.level));
  }
  return text;
}

Json mine_survival_json(const job::MineSurvivalOutcome& found) {
  Json curves = Json::array();
  for (const auto& curve : found.curves) {
    Json steps = Json::array();
    for (const auto& step : curve.steps) {
      steps.push_back({{"time", step.time},
                       {"at_risk", step.at_risk},
                       {"events", step.events},
                       {"censored", step.censored},
                       {"survival", step.survival},
                       {"se", step.error},
                       {"low", step.low},  // not a number becomes null
                       {"high", step.high}});
    }
    curves.push_back({{"group", curve.group},
                      {"rows", curve.rows},
                      {"events", curve.events},
                      {"median", number_json(curve.median)},
                      {"median_low", number_json(curve.median_low)},
                      {"median_high", number_json(curve.median_high)},
                      {"steps", std::move(steps)}});
  }
  Json out{{"level", found.level}, {"by", found.by}, {"curves", std::move(curves)}};
  if (!found.test) return out;
  out["log_rank"] = {{"statistic", found.test->statistic},
                     {"freedom", found.test->freedom},
                     {"p", found.test->p},
                     {"expected", found.test->expected}};
  return out;
}

std::string mine_survival_page(const job::MineSurvivalOutcome& found) {
  HtmlPage page = mining_page("Survival", found.from);
  std::uint64_t events = 0;
  for (const auto& curve : found.curves) events += curve.events;
  std::vector<Card> cards{{.value = format_count(events), .caption = noun_for(events, "event")}};
  if (found.test) {
    cards.push_back({.value = format_real(found.test->p, 3),
                     .caption = "p of the log-rank test",
                     .note = "small: the groups differ"});
  }
  page.cards(cards);
  page.section("Curves").figure(
      {draw(chart_of(found)),
       fmt::format("By Kaplan and Meier; the shaded band is the {:g}% confidence interval at each "
                   "time.",
                   100 * found.level)});
  page.section("Groups").table(group_table(found));
  if (found.test) page.paragraph(test_text(*found.test) + ".");
  page.section("Steps");
  for (const auto& curve : found.curves) {
    page.details(found.by.empty() ? name_of(curve)
                                  : fmt::format("{}: {}", groups_name(found), name_of(curve)),
                 [&](HtmlPage& inner) { inner.table(step_table(curve, found.level)); });
  }
  return finished(page);
}

}  // namespace privet
