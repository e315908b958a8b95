// SPDX-License-Identifier: Apache-2.0
#include "report/mining/quality_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/counted.h"
#include "report/plot/plot.h"

namespace privet {
namespace {

// A dash where there is none, as in a class that no row has.
std::string figure(double value) {
  return std::isnan(value) ? "-" : fmt::format("{:.4f}", value);
}

Json number_or_null(double value) {
  return std::isnan(value) ? Json() : Json(value);
}

TextTable class_table(const mining::ClassQuality& quality,
                      const std::vector<std::string>& classes) {
  const auto& confusion = quality.confusion;
  TextTable table{.columns = {{.heading = "class"},
                              number_column("rows"),
                              number_column("precision"),
                              number_column("recall"),
                              number_column("F1")}};
  if (!quality.auc.empty()) table.columns.push_back(number_column("AUC"));
  for (std::size_t c = 0; c < confusion.classes(); ++c) {
    std::vector<std::string> row{classes[c], format_count(confusion.of_class(c)),
                                 figure(confusion.precision(c)), figure(confusion.recall(c)),
                                 figure(confusion.f1(c))};
    if (!quality.auc.empty()) row.push_back(figure(quality.auc[c]));
    table.add(std::move(row));
  }
  return table;
}

// One row per true class, one column per predicted class.
TextTable confusion_table(const mining::Confusion& confusion,
                          const std::vector<std::string>& classes) {
  TextTable table{.columns = {{.heading = "true class"}}};
  for (const auto& name : classes) table.columns.push_back(number_column("as " + name));
  for (std::size_t truth = 0; truth < confusion.classes(); ++truth) {
    std::vector<std::string> row{classes[truth]};
    for (std::size_t given = 0; given < confusion.classes(); ++given)
      row.push_back(format_count(confusion.count(truth, given)));
    table.add(std::move(row));
  }
  return table;
}

// Two classes say the same of each other, so the second is enough; of more, the one that was given.
const mining::Reliability& shown(const mining::ClassQuality& quality) {
  return quality.reliability.size() == 2 ? quality.reliability[1] : quality.confidence;
}

std::string shown_name(const std::vector<std::string>& classes) {
  return classes.size() == 2 ? classes[1] : "the predicted class";
}

TextTable reliability_table(const mining::ClassQuality& quality,
                            const std::vector<std::string>& classes) {
  TextTable table{.columns = {{.heading = fmt::format("probability of {}", shown_name(classes))},
                              number_column("rows"),
                              number_column("mean"),
                              number_column("came true")}};
  const auto& bins = shown(quality);
  const double width = 1.0 / static_cast<double>(mining::kReliabilityBins);
  for (std::size_t b = 0; b < bins.size(); ++b) {
    if (bins[b].rows == 0) continue;
    const double low = static_cast<double>(b) * width;
    table.add({fmt::format("{:.1f} to {:.1f}", low, low + width), format_count(bins[b].rows),
               figure(bins[b].probability), figure(bins[b].share)});
  }
  return table;
}

Json reliability_json(const mining::Reliability& bins) {
  Json out = Json::array();
  for (const auto& bin : bins) {
    const bool any = bin.rows > 0;
    out.push_back({{"rows", bin.rows},
                   {"probability", any ? Json(bin.probability) : Json()},
                   {"share", any ? Json(bin.share) : Json()}});
  }
  return out;
}

XySeries reliability_line(std::string name, const mining::Reliability& bins) {
  XySeries out{.name = std::move(name)};
  for (const auto& bin : bins) {
    if (bin.rows == 0) continue;
    out.points.push_back({.x = bin.probability, .y = bin.share, .label = counted(bin.rows, "row")});
  }
  return out;
}

XyChart reliability_chart(const mining::ClassQuality& quality,
                          const std::vector<std::string>& classes) {
  XyChart chart{
      .title = "Reliability",
      .x = {.label = "probability given", .style = NumberStyle::Percent, .min = 0, .max = 1},
      .y = {.label = "share that came true", .style = NumberStyle::Percent, .min = 0, .max = 1}};
  chart.series.push_back(
      {.name = "perfect", .points = {{.x = 0, .y = 0}, {.x = 1, .y = 1}}, .mark = Mark::Line});
  constexpr std::size_t kLines = 6;  // more cannot be told apart
  if (classes.size() > 2 && classes.size() <= kLines) {
    for (std::size_t c = 0; c < classes.size(); ++c) {
      chart.series.push_back(reliability_line(classes[c], quality.reliability[c]));
    }
  } else {
    chart.series.push_back(reliability_line(shown_name(classes), shown(quality)));
  }
  return chart;
}

}  // namespace

std::string measured_text(const job::MinedFrom& from) {
  if (from.folds == 0) return "on the training rows";
  return fmt::format("cross-validated with {} {} folds{}", from.folds,
                     from.stratified ? "stratified" : "random",
                     from.repeats > 1 ? fmt::format(", {} times", from.repeats) : "");
}

std::string accuracy_text(const mining::ClassQuality& quality, const job::MinedFrom& from) {
  return fmt::format("accuracy {:.4f} ({}{})", quality.confusion.accuracy(), measured_text(from),
                     from.repeats > 1
                         ? fmt::format(", standard deviation {:.4f}", quality.accuracy_deviation())
                         : "");
}

std::string quality_text(const mining::ClassQuality& quality,
                         const std::vector<std::string>& classes, const job::MinedFrom& from) {
  const auto& confusion = quality.confusion;
  std::string text =
      fmt::format("{}; the commonest class alone {:.4f}, kappa {:.4f}",
                  accuracy_text(quality, from), confusion.majority(), confusion.kappa());
  if (!quality.auc.empty()) {
    text += fmt::format(", area under the curve {}{}", figure(quality.mean_auc()),
                        classes.size() > 2 ? " (mean of the classes)" : "");
  }
  if (quality.probabilities) {
    text += fmt::format("\nBrier score {:.4f}; the shares of the classes alone {:.4f}",
                        quality.brier, quality.brier_shares);
  }
  text += "\n\n" + to_text(class_table(quality, classes)) + "\n" +
          to_text(confusion_table(confusion, classes));
  if (quality.probabilities) text += "\n" + to_text(reliability_table(quality, classes));
  return text;
}

void add_quality(Json& out, const mining::ClassQuality& quality,
                 const std::vector<std::string>& classes, const job::MinedFrom& from) {
  const auto& confusion = quality.confusion;
  Json rows = Json::array();
  Json by_class = Json::array();
  for (std::size_t truth = 0; truth < confusion.classes(); ++truth) {
    Json row = Json::array();
    for (std::size_t given = 0; given < confusion.classes(); ++given) {
      row.push_back(confusion.count(truth, given));
    }
    rows.push_back(std::move(row));
    Json one{{"class", classes[truth]},
             {"rows", confusion.of_class(truth)},
             {"precision", confusion.precision(truth)},
             {"recall", confusion.recall(truth)},
             {"f1", confusion.f1(truth)}};
    one["auc"] = quality.auc.empty() ? Json() : number_or_null(quality.auc[truth]);
    if (quality.probabilities) one["reliability"] = reliability_json(quality.reliability[truth]);
    by_class.push_back(std::move(one));
  }
  out["accuracy"] = confusion.accuracy();
  out["majority"] = confusion.majority();
  out["kappa"] = confusion.kappa();
  out["auc"] = quality.auc.empty() ? Json() : number_or_null(quality.mean_auc());
  out["brier"] = quality.probabilities ? Json(quality.brier) : Json();
  out["brier_shares"] = quality.probabilities ? Json(quality.brier_shares) : Json();
  out["classes"] = classes;
  out["confusion"] = std::move(rows);
  out["by_class"] = std::move(by_class);
  if (quality.probabilities) out["confidence"] = reliability_json(quality.confidence);
  out["folds"] = from.folds;
  if (from.folds == 0) return;
  out["stratified"] = from.stratified;
  out["repeats"] = from.repeats;
  out["accuracies"] = quality.accuracies;
}

Card accuracy_card(const mining::ClassQuality& quality, const job::MinedFrom& from) {
  return {
      .value = format_percent(quality.confusion.accuracy()),
      .caption = "of the rows classified correctly",
      .note = fmt::format("{}; the commonest class alone {}; kappa {:.3f}", measured_text(from),
                          format_percent(quality.confusion.majority()), quality.confusion.kappa())};
}

Card auc_card(const mining::ClassQuality& quality) {
  return {.value = quality.auc.empty() ? "-" : format_real(quality.mean_auc(), 3),
          .caption = "area under the curve",
          .note = "0.5: no better than chance"};
}

void add_quality_sections(HtmlPage& page, const mining::ClassQuality& quality,
                          const std::vector<std::string>& classes) {
  page.section("True and predicted classes").table(confusion_table(quality.confusion, classes));
  page.section("Quality by class").table(class_table(quality, classes));
  if (!quality.probabilities) return;
  page.section("Calibration")
      .figure({draw(reliability_chart(quality, classes)),
               "Rows are put into ten bins by the probability that the model gave. On the straight "
               "line the probabilities mean what they say."})
      .table(reliability_table(quality, classes))
      .paragraph(fmt::format("Brier score {:.4f} (0 is perfect); whoever always forecasts the "
                             "shares of the classes has {:.4f}.",
                             quality.brier, quality.brier_shares));
}

}  // namespace privet
