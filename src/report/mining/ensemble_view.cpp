// SPDX-License-Identifier: Apache-2.0
#include "report/mining/ensemble_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "base/counted.h"
#include "report/mining/page_parts.h"
#include "report/mining/quality_view.h"
#include "report/plot/plot.h"

namespace privet {
namespace {

// Columns by falling importance; the first of equal ones first.
std::vector<std::size_t> by_importance(const std::vector<double>& importance) {
  std::vector<std::size_t> out(importance.size());
  std::iota(out.begin(), out.end(), std::size_t{0});
  std::stable_sort(out.begin(), out.end(),
                   [&](std::size_t a, std::size_t b) { return importance[a] > importance[b]; });
  return out;
}

std::string importance_text(const std::vector<mining::TreeColumn>& columns,
                            const std::vector<double>& importance) {
  TextTable table{.columns = {{.heading = "column"}, number_column("importance")}};
  for (const std::size_t c : by_importance(importance)) {
    table.add({columns[c].name, fmt::format("{:.4f}", importance[c])});
  }
  return to_text(table);
}

Json importance_json(const std::vector<mining::TreeColumn>& columns,
                     const std::vector<double>& importance) {
  Json out = Json::array();
  for (const std::size_t c : by_importance(importance)) {
    out.push_back({{"column", columns[c].name}, {"importance", importance[c]}});
  }
  return out;
}

Figure importance_figure(const std::vector<mining::TreeColumn>& columns,
                         const std::vector<double>& importance) {
  BarChart chart{.title = "Importance of the columns",
                 .values = {.label = "share", .style = NumberStyle::Percent, .min = 0}};
  chart.series.push_back({.name = "importance"});
  constexpr std::size_t kShown = 30;
  for (const std::size_t c : by_importance(importance)) {
    if (chart.categories.size() == kShown) break;
    chart.categories.push_back(columns[c].name);
    chart.series[0].values.push_back(importance[c]);
  }
  return {draw(chart),
          columns.size() > kShown
              ? fmt::format("The {} most important of {} columns.", kShown, columns.size())
              : "The columns' shares of what the tests achieve in training."};
}

std::size_t nodes_of(const mining::ForestModel& model) {
  std::size_t out = 0;
  for (const auto& nodes : model.trees) out += nodes.size();
  return out;
}

std::string out_of_bag_text(const mining::Forest& forest) {
  const auto& quality = forest.out_of_bag;
  std::string text =
      fmt::format("out of bag: accuracy {:.4f}, area under the curve {:.4f}, Brier score {:.4f}",
                  quality.confusion.accuracy(), quality.mean_auc(), quality.brier);
  if (forest.never_out == 0) return text;
  return text +
         fmt::format("; {} in every sample", counted(forest.never_out, "row was", "rows were"));
}

}  // namespace

std::string mine_forest_text(const job::MineForestOutcome& found) {
  const auto& model = found.forest.model;
  return fmt::format("{} with {}; {}\n", counted(model.trees.size(), "tree"),
                     counted(nodes_of(model), "node"), out_of_bag_text(found.forest)) +
         quality_text(found.quality, model.classes, found.from) + "\n" +
         importance_text(model.columns, model.importance);
}

Json mine_forest_json(const job::MineForestOutcome& found) {
  const auto& model = found.forest.model;
  Json bag = Json::object();
  add_quality(bag, found.forest.out_of_bag, model.classes, {});
  Json out{{"trees", model.trees.size()},
           {"nodes", nodes_of(model)},
           {"out_of_bag", std::move(bag)},
           {"never_out", found.forest.never_out},
           {"importance", importance_json(model.columns, model.importance)}};
  add_quality(out, found.quality, model.classes, found.from);
  return out;
}

std::string mine_forest_page(const job::MineForestOutcome& found) {
  const auto& model = found.forest.model;
  HtmlPage page = mining_page(fmt::format("Random forest for {}", model.class_name), found.from);
  page.cards({accuracy_card(found.quality, found.from),
              {.value = format_percent(found.forest.out_of_bag.confusion.accuracy()),
               .caption = "correct out of bag",
               .note = "by the trees that had not seen the row"},
              auc_card(found.quality),
              {.value = format_count(model.trees.size()),
               .caption = noun_for(model.trees.size(), "tree")}});
  page.section("Columns").figure(importance_figure(model.columns, model.importance));
  add_quality_sections(page, found.quality, model.classes);
  return finished(page);
}

std::string mine_boost_text(const job::MineBoostOutcome& found) {
  const auto& boosted = found.boosted;
  const auto& model = boosted.model;
  std::string text = fmt::format("{}, mean loss of the training rows {:.4f}",
                                 counted(model.trees.size(), "tree"), boosted.losses.back());
  if (!boosted.out_of_bag.empty()) {
    double sum = 0;
    double highest = 0;
    std::size_t best = 0;
    for (std::size_t i = 0; i < boosted.out_of_bag.size(); ++i) {
      sum += boosted.out_of_bag[i];
      if (sum <= highest) continue;
      highest = sum;
      best = i + 1;
    }
    text += fmt::format("; out of bag the loss falls by {:.4f}, most after {}", sum,
                        counted(best, "round"));
  }
  return text + "\n" + quality_text(found.quality, model.classes, found.from) + "\n" +
         importance_text(model.columns, model.importance);
}

Json mine_boost_json(const job::MineBoostOutcome& found) {
  const auto& boosted = found.boosted;
  const auto& model = boosted.model;
  Json out{{"trees", model.trees.size()},
           {"losses", boosted.losses},
           {"out_of_bag", boosted.out_of_bag},
           {"importance", importance_json(model.columns, model.importance)}};
  add_quality(out, found.quality, model.classes, found.from);
  return out;
}

std::string mine_boost_page(const job::MineBoostOutcome& found) {
  const auto& boosted = found.boosted;
  const auto& model = boosted.model;
  HtmlPage page = mining_page(fmt::format("Boosted trees for {}", model.class_name), found.from);
  page.cards({accuracy_card(found.quality, found.from),
              auc_card(found.quality),
              {.value = format_count(model.trees.size()),
               .caption = noun_for(model.trees.size(), "tree")}});
  XyChart chart{.title = "Loss of the training rows",
                .x = {.label = "rounds", .min = 0},
                .y = {.label = "mean loss", .min = 0}};
  chart.series.push_back({.name = "training rows", .mark = Mark::Line});
  for (std::size_t i = 0; i < boosted.losses.size(); ++i) {
    chart.series[0].points.push_back({.x = static_cast<double>(i + 1), .y = boosted.losses[i]});
  }
  page.section("Columns").figure(importance_figure(model.columns, model.importance));
  page.section("Rounds").figure({draw(chart),
                                 "Minus the logarithm of the true class's "
                                 "probability, averaged over the training rows."});
  add_quality_sections(page, found.quality, model.classes);
  return finished(page);
}

}  // namespace privet
