// SPDX-License-Identifier: Apache-2.0
#include "report/mining_page.h"

#include <fmt/format.h>

#include <cmath>

#include "base/counted.h"
#include "base/version.h"
#include "mining/tree/tree_text.h"
#include "report/page/html.h"

namespace privet {
namespace {

std::string subtitle(const MinedFrom& from) {
  return fmt::format("{}, {}", from.file, counted(from.rows, "row"));
}

HtmlPage& signed_off(HtmlPage& page) {
  return page.footer(fmt::format("Made by Privet {}.", kVersion));
}

TextTable confusion_table(const mining::Confusion& confusion,
                          const std::vector<std::string>& classes) {
  TextTable table{.columns = {{.heading = "true class"}}};
  for (const auto& name : classes) table.columns.push_back(number_column("as " + name));
  for (mining::ClassId truth = 0; truth < confusion.classes(); ++truth) {
    std::vector<std::string> row{classes[truth]};
    for (mining::ClassId given = 0; given < confusion.classes(); ++given) {
      row.push_back(format_count(confusion.count(truth, given)));
    }
    table.add(std::move(row));
  }
  return table;
}

Card accuracy_card(const mining::Confusion& confusion, const MinedFrom& from) {
  return {.value = format_percent(confusion.accuracy()),
          .caption = "of the rows classified right",
          .note = from.measured};
}

std::string branch_label(const mining::TreeModel& model, const mining::Split& split,
                         std::uint32_t branch) {
  const auto& column = model.columns[split.column];
  switch (split.kind) {
    case mining::TestKind::AtMost:
      return fmt::format("{} {}", branch == 0 ? "≤" : ">", format_exact(split.cut));
    case mining::TestKind::OneValue:
      return fmt::format("{} {}", branch == 0 ? "=" : "≠", column.values[split.value]);
    case mining::TestKind::Values:
      break;
  }
  return column.values[branch];
}

DrawnNode drawn_node(const mining::TreeModel& model, mining::NodeId id) {
  const auto& node = model.nodes[id];
  std::uint64_t rows = 0;
  for (const auto count : node.counts) rows += count;
  DrawnNode out;
  const std::string label = node.label < model.classes.size() ? model.classes[node.label] : "?";
  out.label = node.split ? model.columns[node.split->column].name : label;
  out.sublabel = node.split ? counted(rows, "row")
                            : fmt::format("{} of {}",
                                          node.label < node.counts.size()
                                              ? format_count(node.counts[node.label])
                                              : "0",
                                          format_count(rows));
  for (std::uint32_t b = 0; node.split && b < node.split->branches; ++b) {
    out.children.push_back(drawn_node(model, node.first_child + b));
    out.children.back().edge_label = branch_label(model, *node.split, b);
  }
  return out;
}

std::string stratum_name(const mining::CoxModel& model, std::uint32_t stratum) {
  const bool named = stratum < model.strata.size() && !model.strata[stratum].empty();
  return named ? model.strata[stratum] : "all";
}

// Survival of a person whose columns are all 0, one line a stratum.
XyChart survival_chart(const mining::CoxModel& model) {
  XyChart chart{.title = "Baseline survival",
                .x = {.label = "time", .min = 0},
                .y = {.label = "share alive", .style = NumberStyle::Percent, .min = 0, .max = 1}};
  for (const auto& step : model.baseline) {
    while (chart.series.size() <= step.stratum) {
      chart.series.push_back(
          {.name = stratum_name(model, static_cast<std::uint32_t>(chart.series.size())),
           .points = {{.x = 0, .y = 1}},
           .mark = Mark::Step});
    }
    chart.series[step.stratum].points.push_back({.x = step.time, .y = std::exp(-step.hazard)});
  }
  return chart;
}

}  // namespace

DrawnNode drawn_tree(const mining::TreeModel& model) {
  return drawn_node(model, 0);
}

std::string tree_page(const mining::TreeModel& model, const mining::Confusion& confusion,
                      const MinedFrom& from) {
  HtmlPage page(fmt::format("Decision tree for {}", model.class_name), subtitle(from));
  page.cards(
      {accuracy_card(confusion, from),
       {.value = format_count(model.nodes.size()), .caption = noun_for(model.nodes.size(), "node")},
       {.value = format_count(model.leaves()),
        .caption = noun_for(model.leaves(), "leaf", "leaves")},
       {.value = format_count(model.depth()),
        .caption = noun_for(model.depth(), "test") + " on the longest path"}});
  page.section("The tree")
      .figure({draw(TreeDrawing{.title = fmt::format("Decision tree for {}", model.class_name),
                                .root = drawn_tree(model),
                                .growth = model.leaves() > 12 ? Growth::Right : Growth::Down}),
               "Inside: the column asked. At the ends: the class, with how many rows that reached "
               "it have "
               "it."});
  page.section("Who was taken for what").table(confusion_table(confusion, model.classes));
  std::string rules;
  for (const auto& rule : mining::tree_rules(model)) rules += rule + "\n";
  page.section("As rules")
      .details("One rule a leaf: rows, and of them errors",
               [&](HtmlPage& inner) { inner.code(rules); });
  return signed_off(page).html();
}

std::string bayes_page(const mining::BayesModel& model, const mining::Confusion& confusion,
                       const MinedFrom& from) {
  HtmlPage page(fmt::format("Naive Bayes for {}", model.class_name), subtitle(from));
  page.cards({accuracy_card(confusion, from),
              {.value = format_count(model.classes.size()),
               .caption = noun_for(model.classes.size(), "class", "classes")},
              {.value = format_count(model.columns.size()),
               .caption = noun_for(model.columns.size(), "column")}});
  std::vector<double> counts(model.class_counts.begin(), model.class_counts.end());
  page.section("Classes").figure({draw(BarChart{.title = "Rows of each class",
                                                .categories = model.classes,
                                                .series = {{.name = "rows", .values = counts}},
                                                .values = {.label = "rows", .min = 0}}),
                                  "How often each class occurs before anything else is known."});
  page.section("Who was taken for what").table(confusion_table(confusion, model.classes));
  return signed_off(page).html();
}

std::string kmeans_page(const mining::KMeansModel& model, double silhouette,
                        const MinedFrom& from) {
  HtmlPage page(counted(model.sizes.size(), "cluster"), subtitle(from));
  page.cards({{.value = format_real(silhouette, 3),
               .caption = "silhouette",
               .note = "1: well apart, 0: on the border"},
              {.value = format_count(model.iterations),
               .caption = noun_for(model.iterations, "round"),
               .note = model.converged ? "the centres settled" : "the centres still moved",
               .tone = model.converged ? Tone::Plain : Tone::Warn}});
  BarChart sizes{.title = "Rows of each cluster", .values = {.label = "rows", .min = 0}};
  sizes.series.push_back({.name = "rows"});
  TextTable centres{.columns = {number_column("cluster"), number_column("rows")}};
  for (const auto& name : model.columns) centres.columns.push_back(number_column(name));
  for (std::size_t c = 0; c < model.sizes.size(); ++c) {
    sizes.categories.push_back(std::to_string(c));
    sizes.series[0].values.push_back(static_cast<double>(model.sizes[c]));
    std::vector<std::string> row{std::to_string(c), format_count(model.sizes[c])};
    for (const double x : model.centres.row(c)) row.push_back(format_real(x, 6));
    centres.add(std::move(row));
  }
  page.section("Sizes").figure({draw(sizes), "Clusters are numbered from 0."});
  page.section("Centres").table(centres);
  return signed_off(page).html();
}

std::string cox_page(const mining::CoxModel& model, const MinedFrom& from) {
  HtmlPage page("Proportional hazards", subtitle(from));
  page.cards({{.value = format_count(model.events),
               .caption = noun_for(model.events, "event"),
               .note = fmt::format("in {}", counted(model.rows, "row"))},
              {.value = format_real(model.concordance, 3),
               .caption = "concordance",
               .note = "0.5: by chance"}});
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
      .figure({draw(survival_chart(model)), "For a person whose columns are all 0."});
  return signed_off(page).html();
}

}  // namespace privet
