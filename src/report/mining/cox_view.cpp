// SPDX-License-Identifier: Apache-2.0
#include "report/mining/cox_view.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "base/counted.h"
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

std::string mine_cox_text(const job::MineCoxOutcome& found) {
  const auto& model = found.model;
  std::string text =
      fmt::format("{}, {}\n\n{:<24} {:>12} {:>12} {:>9} {:>10}\n", counted(model.rows, "row"),
                  counted(model.events, "event"), "term", "coef", "se", "z", "p");
  for (const auto& term : model.terms) {
    text += fmt::format("{:<24} {:>12.6g} {:>12.6g} {:>9.3f} {:>10.3g}\n", term.name, term.coef,
                        term.se, term.z, term.p);
  }
  return text + fmt::format("\nlog-likelihood {:.6f} (null {:.6f}), concordance {:.4f}, {}\n",
                            model.loglik, model.loglik_null, model.concordance,
                            counted(model.iterations, "step"));
}

Json mine_cox_json(const job::MineCoxOutcome& found) {
  const auto& model = found.model;
  Json terms = Json::array();
  for (const auto& term : model.terms) {
    terms.push_back(
        {{"name", term.name}, {"coef", term.coef}, {"se", term.se}, {"z", term.z}, {"p", term.p}});
  }
  return {{"coefficients", std::move(terms)}, {"loglik", model.loglik},
          {"loglik_null", model.loglik_null}, {"concordance", model.concordance},
          {"iterations", model.iterations},   {"rows", model.rows},
          {"events", model.events},           {"unbounded", model.unbounded}};
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
  TextTable terms{.columns = {{.heading = "term"},
                              number_column("coefficient"),
                              number_column("hazard ratio"),
                              number_column("standard error"),
                              number_column("z"),
                              number_column("p")}};
  for (const auto& term : model.terms) {
    terms.add({term.name, format_real(term.coef, 5), format_real(std::exp(term.coef), 5),
               format_real(term.se, 5), format_fixed(term.z, 3), format_real(term.p, 3)});
  }
  page.section("Terms").table(terms);
  page.section("Survival")
      .figure({draw(survival_chart(found)),
               "For a person whose columns are all at their means; the shaded band is the 95% "
               "confidence interval at each time."});
  return finished(page);
}

}  // namespace privet
