// SPDX-License-Identifier: Apache-2.0
#include "report/mining/bayes_view.h"

#include <fmt/format.h>

#include <utility>

#include "base/counted.h"
#include "report/mining/page_parts.h"
#include "report/mining/quality_view.h"
#include "report/plot/plot.h"

namespace privet {

std::string mine_bayes_text(const job::MineBayesOutcome& found) {
  if (!found.measured) {
    return fmt::format(
        "Naive Bayes for {}, learned inside the database from {}; how well it "
        "classifies was not measured, because the rows stay there.\n",
        found.model.class_name, counted(found.from.rows, "row"));
  }
  return quality_text(found.quality, found.model.classes, found.from);
}

Json mine_bayes_json(const job::MineBayesOutcome& found) {
  if (!found.measured) return {{"engine", "database"}, {"rows", found.from.rows}};
  Json out = Json::object();
  add_quality(out, found.quality, found.model.classes, found.from);
  return out;
}

std::string mine_bayes_page(const job::MineBayesOutcome& found) {
  const auto& model = found.model;
  HtmlPage page = mining_page(fmt::format("Naive Bayes for {}", model.class_name), found.from);
  page.cards({accuracy_card(found.quality, found.from),
              auc_card(found.quality),
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
  add_quality_sections(page, found.quality, model.classes);
  return finished(page);
}

}  // namespace privet
