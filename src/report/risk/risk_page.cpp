// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "base/counted.h"
#include "base/version.h"
#include "report/page/html.h"
#include "report/release/utility_view.h"
#include "report/risk/risk_view.h"

namespace privet {
namespace {

std::string cells_text(const ShownClass& shown) {
  std::string out;
  for (const auto& [column, cell] : shown)
    out += fmt::format("{}{} = {}", out.empty() ? "" : ", ", column, cell);
  return out;
}

std::vector<Card> cards(const RiskSummary& summary) {
  const ReidentificationRisk& risk = summary.prosecutor;
  const Tone tone = risk.highest > risk.threshold ? Tone::Warn : Tone::Good;
  std::vector<Card> out{
      {format_count(risk.smallest_class), "smallest class",
       fmt::format("of {}", counted(risk.classes, "class", "classes")), tone},
      {format_percent(risk.highest), "highest risk",
       fmt::format("average {}", format_percent(risk.average)), tone},
      {format_count(risk.unique_records), noun_for(risk.unique_records, "unique record"),
       fmt::format("of {}", format_count(summary.rows)), Tone::Plain}};
  if (summary.linkage) {
    out.push_back(
        {format_count(summary.linkage->one_record),
         summary.linkage->one_record == 1 ? "row leads to one record" : "rows lead to one record",
         summary.linkage->file, summary.linkage->one_record > 0 ? Tone::Bad : Tone::Good});
  }
  return out;
}

Figure attackers_figure(const RiskSummary& summary) {
  const ReidentificationRisk& risk = summary.prosecutor;
  BarChart chart{
      .title = "Re-identification risk",
      .categories = {"highest", "average",
                     fmt::format("records above {}", format_percent(risk.threshold, 0))},
      .series = {{.name = "prosecutor",
                  .values = {risk.highest, risk.average, risk.fraction_at_risk}}},
      .values = {
          .label = "risk, share of records", .style = NumberStyle::Percent, .min = 0, .max = 1}};
  if (summary.journalist) {
    chart.series.push_back({.name = "journalist",
                            .values = {summary.journalist->highest, summary.journalist->average,
                                       summary.journalist->fraction_at_risk}});
  }
  return {
      draw(chart),
      "The prosecutor knows that a person is in the table; the journalist looks in the register "
      "of a population; the average is what a marketer gets right."};
}

// Records by the size of their class, in ranges that double.
Figure sizes_figure(const RiskSummary& summary) {
  std::vector<std::string> labels;
  std::vector<double> records;
  const std::size_t largest = summary.prosecutor.largest_class;
  for (std::size_t low = 1; low <= std::max<std::size_t>(largest, 1); low *= 2) {
    const std::size_t high = 2 * low - 1;
    labels.push_back(low == high ? fmt::format("{}", low) : fmt::format("{}-{}", low, high));
    double sum = 0;
    for (const std::size_t size : summary.class_sizes) {
      if (low <= size && size <= high) sum += static_cast<double>(size);
    }
    records.push_back(sum);
  }
  return {draw(BarChart{.title = "Records by the size of their class",
                        .categories = labels,
                        .series = {{.name = "records", .values = records}},
                        .category_label = "records with the same quasi-identifiers",
                        .values = {.label = "records"},
                        .direction = Direction::Vertical}),
          "A record hides among the others of its class; left is exposed, right is hidden."};
}

TextTable order_table(const RiskSummary& summary) {
  TextTable table{.columns = {{.heading = "column"},
                              {.heading = "sorted by it"},
                              number_column("correlation"),
                              number_column("records narrowed"),
                              number_column("to one value"),
                              number_column("left in small groups")}};
  for (const auto& risk : summary.order) {
    table.add({risk.column, risk.sorted ? "yes" : "no", format_real(risk.correlation, 2),
               format_count(risk.narrowed), format_count(risk.exact), format_count(risk.below)});
  }
  return table;
}

TextTable sensitive_table(const RiskSummary& summary) {
  TextTable table{.columns = {{.heading = "column"},
                              number_column("homogeneous classes"),
                              number_column("their records"),
                              number_column("highest confidence"),
                              number_column("average confidence"),
                              number_column("highest skewness"),
                              number_column("average skewness"),
                              {.heading = "largest gain"}}};
  for (const auto& [risk, value, shown] : summary.sensitive) {
    table.add(
        {risk.column, format_count(risk.homogeneous_classes),
         format_count(risk.homogeneous_records), format_percent(risk.highest_confidence),
         format_percent(risk.average_confidence), format_real(risk.highest_skewness, 3),
         format_real(risk.average_skewness, 3),
         risk.gain.factor == 0
             ? "none"
             : fmt::format("{}: {} instead of {} where {}", value, format_percent(risk.gain.share),
                           format_percent(risk.gain.share_in_table), cells_text(shown))});
  }
  return table;
}

TextTable verdict_table(const RiskSummary& summary) {
  TextTable table{.columns = {{.heading = "model"},
                              {.heading = "parameters"},
                              {.heading = "verdict"},
                              number_column("weakest class"),
                              number_column("violating classes"),
                              number_column("their records")}};
  for (const auto& verdict : summary.guarantees) {
    std::string parameters;
    for (const auto& [name, value] : verdict.parameters)
      parameters += fmt::format("{} = {} ", name, format_real(value));
    table.add({verdict.model, parameters, verdict.holds ? "holds" : "does not hold",
               format_real(verdict.value), format_count(verdict.violating_classes),
               format_count(verdict.violating_records)});
  }
  return table;
}

TextTable violations_table(const RiskSummary& summary) {
  TextTable table{.columns = {{.heading = "model"},
                              number_column("records"),
                              number_column("reaches"),
                              {.heading = "class"},
                              {.heading = "rows"}}};
  for (const auto& violation : summary.violations) {
    constexpr std::size_t kShown = 20;
    std::vector<std::size_t> rows(violation.rows.begin(),
                                  violation.rows.begin() + static_cast<std::ptrdiff_t>(std::min(
                                                               kShown, violation.rows.size())));
    table.add({violation.model, format_count(violation.size), format_real(violation.value),
               cells_text(violation.shown),
               fmt::format("{}{}", fmt::join(rows, ", "),
                           violation.rows.size() > kShown ? ", ..." : "")});
  }
  return table;
}

}  // namespace

std::string risk_page(const RiskSummary& summary) {
  HtmlPage page("Risk report", summary.input);
  page.cards(cards(summary));
  page.section("Who could be picked out");
  page.paragraph(fmt::format("Quasi-identifiers: {}.", fmt::join(summary.quasi, ", ")));
  page.figure(attackers_figure(summary));
  page.figure(sizes_figure(summary));
  if (!summary.order.empty()) {
    page.section("What the order gives away");
    page.paragraph(
        "The order of the records goes with these columns. Who knows that a table was sorted by a "
        "column narrows every cell of it by the cells before and after; small groups are those "
        "below the smallest class.");
    page.table(order_table(summary));
  }
  if (!summary.sensitive.empty()) {
    page.section("What the classes give away");
    page.paragraph(
        "In a homogeneous class all records have the same value. The confidence is the share of "
        "the commonest value in a class, the skewness how far a class is from the whole table.");
    page.table(sensitive_table(summary));
  }
  if (summary.linkage) {
    page.section("Linkage");
    page.facts({{"other table", summary.linkage->file},
                {"linked by", fmt::format("{}", fmt::join(summary.linkage->columns, ", "))},
                {"its rows", format_count(summary.linkage->rows)},
                {"no class covers", format_count(summary.linkage->no_class)},
                {"lead to one class", format_count(summary.linkage->one_class)},
                {"lead to one record", format_count(summary.linkage->one_record)}});
  }
  if (!summary.guarantees.empty()) {
    page.section("Privacy models");
    page.table(verdict_table(summary));
    if (!summary.violations.empty()) {
      page.subsection("The worst classes");
      page.table(violations_table(summary));
    }
  }
  if (summary.comparison) {
    page.section("Beside the original");
    page.table(quality_table(summary.comparison->quality, summary.comparison->utility));
    for (const auto& table : utility_tables(summary.comparison->utility)) page.table(table);
  }
  page.footer(fmt::format("Made by Privet {}.", kVersion));
  return page.html();
}

}  // namespace privet
