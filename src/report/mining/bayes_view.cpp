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
  return fmt::format("accuracy {:.4f} of {} ({}); ", confusion.accuracy(),
                     counted(confusion.rows(), "row"), measured_text(found.from)) +
         quality_text(confusion, found.model.classes);
}

Json mine_bayes_json(const job::MineBayesOutcome& found) {
  Json out = Json::object();
  add_quality(out, found.confusion, found.model.classes);
  return out;
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
  page.section("Quality by class").table(class_table(found.confusion, model.classes));
  return finished(page);
}

}  // namespace privet
