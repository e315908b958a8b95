// SPDX-License-Identifier: Apache-2.0
#include "report/mining/glm_view.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "base/counted.h"
#include "report/mining/page_parts.h"
#include "report/mining/quality_view.h"

namespace privet {
namespace {

bool logistic(const mining::GlmModel& model) {
  return model.family == mining::GlmFamily::Logistic;
}

std::string level_text(const mining::GlmModel& model) {
  return fmt::format("{:g}%", 100 * model.level);
}

TextTable terms_table(const mining::GlmModel& model) {
  TextTable out{.columns = {{.heading = "term"},
                            number_column("coef"),
                            number_column("se"),
                            number_column(logistic(model) ? "z" : "t"),
                            number_column("p")}};
  out.columns.push_back(
      number_column(logistic(model) ? "odds ratio" : fmt::format("{} from", level_text(model))));
  out.columns.push_back(
      number_column(logistic(model) ? fmt::format("{} from", level_text(model)) : "to"));
  if (logistic(model)) out.columns.push_back(number_column("to"));
  for (const auto& term : model.terms) {
    std::vector<std::string> row{
        term.name, fmt::format("{:.6g}", term.coef), fmt::format("{:.4g}", term.se),
        fmt::format("{:.3f}", term.statistic), fmt::format("{:.3g}", term.p)};
    if (logistic(model)) {
      for (const double x : {term.coef, term.low, term.high}) {
        row.push_back(fmt::format("{:.4g}", std::exp(x)));
      }
    } else {
      row.push_back(fmt::format("{:.6g}", term.low));
      row.push_back(fmt::format("{:.6g}", term.high));
    }
    out.add(std::move(row));
  }
  return out;
}

std::string fit_text(const mining::GlmModel& model) {
  if (logistic(model)) {
    return fmt::format(
        "deviance {:.4f} (of the intercept alone {:.4f}), AIC {:.4f}; all columns at once: "
        "chi-squared {:.3f}, p {:.3g}",
        model.deviance, model.null_deviance, model.aic(), model.overall(), model.overall_p());
  }
  return fmt::format(
      "residual standard error {:.6g}, R squared {:.4f}, adjusted {:.4f}; all columns at once: F "
      "{:.3f}, p {:.3g}",
      model.sigma(), model.r_squared(), model.adjusted_r_squared(), model.overall(),
      model.overall_p());
}

std::string numbers_text(const mining::NumberQuality& numbers, const job::MinedFrom& from) {
  return fmt::format(
      "root mean squared error {:.6g} ({}); always the mean {:.6g}\nmean absolute error {:.6g}\n",
      numbers.rmse, measured_text(from), numbers.mean_rmse, numbers.mae);
}

std::string modelled(const mining::GlmModel& model) {
  return logistic(model) ? fmt::format("{} = {}", model.response, model.classes[1])
                         : model.response;
}

}  // namespace

std::string references_text(const std::vector<mining::Factor>& factors) {
  std::string out;
  for (const auto& factor : factors) {
    out += fmt::format("{}{} = {}", out.empty() ? "Compared with: " : ", ", factor.column,
                       factor.reference);
  }
  return out.empty() ? out : out + ".";
}

Json references_json(const std::vector<mining::Factor>& factors) {
  Json out = Json::object();
  for (const auto& factor : factors) out[factor.column] = factor.reference;
  return out;
}

std::string mine_glm_text(const job::MineGlmOutcome& found) {
  const auto& model = found.model;
  std::string text = fmt::format("{} of {} from {}\n\n", logistic(model) ? "log odds" : "mean",
                                 modelled(model), counted(model.rows, "row"));
  text += to_text(terms_table(model));
  const std::string references = references_text(model.factors);
  if (!references.empty()) text += "\n" + references + "\n";
  text += "\n" + fit_text(model) + "\n";
  return text + (logistic(model) ? quality_text(found.classes, model.classes, found.from)
                                 : numbers_text(found.numbers, found.from));
}

Json mine_glm_json(const job::MineGlmOutcome& found) {
  const auto& model = found.model;
  Json terms = Json::array();
  for (const auto& term : model.terms) {
    Json one{{"name", term.name}, {"coef", term.coef}, {"se", term.se}};
    one[logistic(model) ? "z" : "t"] = term.statistic;
    one["p"] = term.p;
    one["low"] = term.low;
    one["high"] = term.high;
    if (logistic(model)) one["odds_ratio"] = std::exp(term.coef);
    terms.push_back(std::move(one));
  }
  Json out{{"response", model.response}, {"coefficients", std::move(terms)},
           {"level", model.level},       {"references", references_json(model.factors)},
           {"rows", model.rows},         {"iterations", model.iterations},
           {"deviance", model.deviance}, {"null_deviance", model.null_deviance},
           {"overall", model.overall()}, {"overall_p", model.overall_p()}};
  if (logistic(model)) {
    out["positive"] = model.classes[1];
    out["aic"] = model.aic();
    out["unbounded"] = model.unbounded;
    out["separated"] = model.separated;
    add_quality(out, found.classes, model.classes, found.from);
    return out;
  }
  out["sigma"] = model.sigma();
  out["r_squared"] = model.r_squared();
  out["adjusted_r_squared"] = model.adjusted_r_squared();
  out["rmse"] = found.numbers.rmse;
  out["mae"] = found.numbers.mae;
  out["mean_rmse"] = found.numbers.mean_rmse;
  out["folds"] = found.from.folds;
  out["repeats"] = found.from.repeats;
  return out;
}

std::string mine_glm_page(const job::MineGlmOutcome& found) {
  const auto& model = found.model;
  HtmlPage page = mining_page(
      fmt::format("{} regression for {}", logistic(model) ? "Logistic" : "Linear", modelled(model)),
      found.from);
  if (logistic(model)) {
    page.cards({accuracy_card(found.classes, found.from), auc_card(found.classes)});
  } else {
    page.cards({{.value = format_percent(model.r_squared()),
                 .caption = "of the variance explained",
                 .note = "on the training rows"},
                {.value = format_real(found.numbers.rmse, 4),
                 .caption = "root mean squared error",
                 .note = fmt::format("{}; always the mean {}", measured_text(found.from),
                                     format_real(found.numbers.mean_rmse, 4))}});
  }
  if (model.separated) {
    page.notice(
        Tone::Warn,
        "The columns separate the classes: coefficients, errors and p-values mean nothing.");
  } else {
    for (const auto& term : model.unbounded) {
      page.notice(Tone::Warn, fmt::format("{} has no finite coefficient: the likelihood grows "
                                          "without end along it.",
                                          term));
    }
  }
  page.section("Terms").table(terms_table(model));
  const std::string references = references_text(model.factors);
  if (!references.empty()) page.paragraph(references);
  page.paragraph(fit_text(model) + ".");
  if (logistic(model)) add_quality_sections(page, found.classes, model.classes);
  return finished(page);
}

}  // namespace privet
