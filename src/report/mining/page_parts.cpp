// SPDX-License-Identifier: Apache-2.0
#include "report/mining/page_parts.h"

#include <fmt/format.h>

#include <utility>

#include "base/counted.h"
#include "base/version.h"

namespace privet {

std::string measured_text(const job::MinedFrom& from) {
  return from.folds > 0 ? "cross-validated" : "on the training rows";
}

HtmlPage mining_page(const std::string& title, const job::MinedFrom& from) {
  return HtmlPage(title, fmt::format("{}, {}", from.file, counted(from.rows, "row")));
}

std::string finished(HtmlPage& page) {
  return page.footer(fmt::format("Made by Privet {}.", kVersion)).html();
}

Card accuracy_card(const mining::Confusion& confusion, const job::MinedFrom& from) {
  return {
      .value = format_percent(confusion.accuracy()),
      .caption = "of the rows classified correctly",
      .note = fmt::format("{}; the commonest class alone {}",
                          from.folds > 0 ? fmt::format("by {}-fold cross-validation", from.folds)
                                         : "on the training rows",
                          format_percent(confusion.majority()))};
}

TextTable class_table(const mining::Confusion& confusion, const std::vector<std::string>& classes) {
  TextTable table{.columns = {{.heading = "class"},
                              number_column("rows"),
                              number_column("precision"),
                              number_column("recall"),
                              number_column("F1")}};
  for (std::size_t c = 0; c < confusion.classes(); ++c) {
    table.add({classes[c], format_count(confusion.of_class(c)),
               fmt::format("{:.4f}", confusion.precision(c)),
               fmt::format("{:.4f}", confusion.recall(c)), fmt::format("{:.4f}", confusion.f1(c))});
  }
  return table;
}

std::string quality_text(const mining::Confusion& confusion,
                         const std::vector<std::string>& classes) {
  return fmt::format("the commonest class alone {:.4f}, kappa {:.4f}\n\n", confusion.majority(),
                     confusion.kappa()) +
         to_text(class_table(confusion, classes)) + "\n" +
         to_text(confusion_table(confusion, classes));
}

void add_quality(Json& out, const mining::Confusion& confusion,
                 const std::vector<std::string>& classes) {
  Json rows = Json::array();
  Json quality = Json::array();
  for (std::size_t truth = 0; truth < confusion.classes(); ++truth) {
    Json row = Json::array();
    for (std::size_t given = 0; given < confusion.classes(); ++given) {
      row.push_back(confusion.count(truth, given));
    }
    rows.push_back(std::move(row));
    quality.push_back({{"class", classes[truth]},
                       {"rows", confusion.of_class(truth)},
                       {"precision", confusion.precision(truth)},
                       {"recall", confusion.recall(truth)},
                       {"f1", confusion.f1(truth)}});
  }
  out["accuracy"] = confusion.accuracy();
  out["majority"] = confusion.majority();
  out["kappa"] = confusion.kappa();
  out["classes"] = classes;
  out["confusion"] = std::move(rows);
  out["by_class"] = std::move(quality);
}

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

}  // namespace privet
