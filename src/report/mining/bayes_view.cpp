// SPDX-License-Identifier: Apache-2.0
#include "report/mining/bayes_view.h"

#include <fmt/format.h>

#include <utility>

#include "base/counted.h"
#include "report/mining/page_parts.h"
#include "report/plot/plot.h"

namespace privet {

std::string mine_bayes_text(const job::MineBayesOutcome& found) {
  const auto& confusion = found.confusion;
  const auto& classes = found.model.classes;
  std::string text = fmt::format("accuracy {:.4f} of {} ({})\n\n", confusion.accuracy(),
                                 counted(confusion.rows(), "row"), measured_text(found.from));
  for (std::size_t truth = 0; truth < confusion.classes(); ++truth) {
    text += fmt::format("{}:", classes[truth]);
    for (std::size_t given = 0; given < confusion.classes(); ++given) {
      text += fmt::format(" {} as {}", grouped(confusion.count(truth, given)), classes[given]);
    }
    text += "\n";
  }
  return text;
}

Json mine_bayes_json(const job::MineBayesOutcome& found) {
  const auto& confusion = found.confusion;
  Json rows = Json::array();
  for (std::size_t truth = 0; truth < confusion.classes(); ++truth) {
    Json row = Json::array();
    for (std::size_t given = 0; given < confusion.classes(); ++given)
      row.push_back(confusion.count(truth, given));
    rows.push_back(std::move(row));
  }
  return {{"accuracy", confusion.accuracy()},
          {"classes", found.model.classes},
          {"confusion", std::move(rows)}};
}

std::string mine_bayes_page(const job::MineBayesOutcome& found) {
  const auto& model = found.model;
  HtmlPage page = mining_page(fmt::format("Naive Bayes for {}", model.class_name), found.from);
  page.cards({accuracy_card(found.confusion, found.from),
              {.value = format_count(model.classes.size()),
               .caption = noun_for(model.classes.size(), "class", "classes")},
              {.value = format_count(model.columns.size()),
               .caption = noun_for(model.columns.size(), "column")}});
  std::vector<double> counts(model.class_counts.begin(), model.class_counts.end());
  page.section("Classes").figure({draw(BarChart{.title = "Rows of each class",
                                                .categories = model.classes,
                                                .series = {{.name = "rows", .values = counts}},
                                                .values = {.label = "rows", .min = 0}}),
                                  "How many training rows have each class."});
  page.section("True and predicted classes").table(confusion_table(found.confusion, model.classes));
  return finished(page);
}

}  // namespace privet
