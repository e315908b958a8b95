// SPDX-License-Identifier: Apache-2.0
#include "report/mining/cox_view.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "base/counted.h"
#include "report/mining/glm_view.h"
#include "report/mining/page_parts.h"
#include "report/plot/plot.h"

namespace privet {
namespace {

std::string stratum_name(const mining::CoxModel& model, std::uint32_t stratum) {
  const bool named = stratum < model.strata.size() && !model.strata[stratum].empty();
  return named ? model.strata[stratum] : "all";
}

// Survival at the means of the columns, one line per stratum.
XyChart survival_chart(const job::MineCoxOutcome& found) {
  XyChart chart{.title = "Survival at the means of the columns",
                .x = {.label = "time", .min = 0},
                .y = {.label = "share alive", .style = NumberStyle::Percent, .min = 0, .max = 1}};
  for (const auto& step : found.curve) {
    while (chart.series.size() <= step.stratum) {
      chart.series.push_back(
          {.name = stratum_name(found.model, static_cast<std::uint32_t>(chart.series.size())),
           .points = {{.x = 0, .y = 1}},
           .mark = Mark::StepLine});
    }
    chart.series[step.stratum].points.push_back(
        {.x = step.time, .y = step.survival, .low = step.low, .high = step.high});
  }
  return chart;
}

}  // namespace

namespace {

constexpr double kNormal = 1.959963984540054;  // of 95%

double ratio_low(const mining::CoxTerm& term) {
  return std::exp(term.coef - kNormal * term.se);
}

double ratio_high(const mining::CoxTerm& term) {
  return std::exp(term.coef + kNormal * term.se);
}

TextTable hazard_table(const mining::CoxModel& model) {
  TextTable out{.columns = {{.heading = "term"},
                            number_column("coef"),
                            number_column("se"),
                            number_column("z"),
                            number_column("p"),
                            number_column("hazard ratio"),
                            number_column("95% from"),
                            number_column("to")}};
  for (const auto& term : model.terms) {
    out.add({term.name, fmt::format("{:.6g}", term.coef), fmt::format("{:.4g}", term.se),
             fmt::format("{:.3f}", term.z), fmt::format("{:.3g}", term.p),
             fmt::format("{:.5g}", std::exp(term.coef)), fmt::format("{:.4g}", ratio_low(term)),
             fmt::format("{:.4g}", ratio_high(term))});
  }
  return out;
}

TextTable proportional_table(const job::MineCoxOutcome& found) {
  TextTable out{.columns = {{.heading = "proportional hazards"},
                            number_column("chi-squared"),
                            number_column("df"),
                            number_column("p")}};
  for (const auto& test : found.proportional) {
    out.add({test.name, fmt::format("{:.4f}", test.statistic), fmt::format("{:g}", test.freedom),
             fmt::format("{:.3g}", test.p)});
  }
  return out;
}

}  // namespace

std::string mine_cox_text(const job::MineCoxOutcome& found) {
  const auto& model = found.model;
  std::string text =
      fmt::format("{}, {}\n\n", counted(model.rows, "row"), counted(model.events, "event")) +
      to_text(hazard_table(model));
  const std::string references = references_text(found.factors);
  if (!references.empty()) text += "\n" + references + "\n";
  text +=
      fmt::format("\nlog-likelihood {:.6f} (null {:.6f}), concordance {:.4f}, {}\n", model.loglik,
                  model.loglik_null, model.concordance, counted(model.iterations, "step"));
  if (!found.proportional.empty()) text += "\n" + to_text(proportional_table(found));
  return text;
}

Json mine_cox_json(const job::MineCoxOutcome& found) {
  const auto& model = found.model;
  Json terms = Json::array();
  for (const auto& term : model.terms) {
    terms.push_back({{"name", term.name},
                     {"coef", term.coef},
                     {"se", term.se},
                     {"z", term.z},
                     {"p", term.p},
                     {"hazard_ratio", std::exp(term.coef)},
                     {"low", ratio_low(term)},
                     {"high", ratio_high(term)}});
  }
  Json tests = Json::array();
  for (const auto& test : found.proportional) {
    tests.push_back({{"name", test.name},
                     {"statistic", test.statistic},
                     {"freedom", test.freedom},
                     {"p", test.p}});
  }
  return {{"coefficients", std::move(terms)},
          {"loglik", model.loglik},
          {"loglik_null", model.loglik_null},
          {"concordance", model.concordance},
          {"iterations", model.iterations},
          {"rows", model.rows},
          {"events", model.events},
          {"unbounded", model.unbounded},
          {"references", references_json(found.factors)},
          {"proportional", std::move(tests)}};
}

std::string mine_cox_page(const job::MineCoxOutcome& found) {
  const auto& model = found.model;
  HtmlPage page = mining_page("Proportional hazards", found.from);
  page.cards({{.value = format_count(model.events),
               .caption = noun_for(model.events, "event"),
               .note = fmt::format("in {}", counted(model.rows, "row"))},
              {.value = format_real(model.concordance, 3),
               .caption = "concordance",
               .note = "0.5: no better than chance"}});
  for (const auto& term : model.unbounded) {
    page.notice(Tone::Warn, fmt::format("{} has no finite coefficient: the likelihood grows "
                                        "without end along it.",
                                        term));
  }
  page.section("Terms").table(hazard_table(model));
  const std::string references = references_text(found.factors);
  if (!references.empty()) page.paragraph(references);
  page.section("Survival")
      .figure({draw(survival_chart(found)),
               "For a person whose columns are all at their means; the shaded band is the 95% "
               "confidence interval at each time."});
  if (found.proportional.empty()) return finished(page);
  page.section("Are the hazards proportional?")
      .table(proportional_table(found))
      .paragraph(
          "The test of Grambsch and Therneau. A small p says that the effect of the column "
          "changes over time, and its hazard ratio is an average only.");
  return finished(page);
}

}  // namespace privet
