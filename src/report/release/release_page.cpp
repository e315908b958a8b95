// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "base/counted.h"
#include "base/version.h"
#include "report/page/html.h"
#include "report/release/class_sizes.h"
#include "report/release/earlier_view.h"
#include "report/release/perturbation_view.h"
#include "report/release/release_verdict.h"
#include "report/release/release_view.h"
#include "report/release/search_figure.h"
#include "report/release/unchanged_view.h"
#include "report/release/utility_view.h"

namespace privet {
namespace {

Figure risk_figure(const ReleaseSummary& summary) {
  const auto values = [](const ReidentificationRisk& risk) {
    return std::vector<double>{risk.highest, risk.average, risk.fraction_at_risk};
  };
  return {draw(BarChart{
              .title = "Re-identification risk",
              .categories = {"highest", "average",
                             fmt::format("above {}", format_percent(summary.before.threshold, 0))},
              .series = {{.name = "before", .values = values(summary.before)},
                         {.name = "after", .values = values(summary.after)}},
              .values = {.label = "risk, share of records (log scale)",
                         .style = NumberStyle::Percent,
                         .scale = Scale::Log,
                         .min = 0.001,
                         .max = 1},
              .width = kHalfWidth}),
          "For someone who knows a person is in the table and knows the quasi-identifiers."};
}

Figure loss_figure(const ReleaseSummary& summary) {
  return {draw(BarChart{.title = "Detail lost by attribute",
                        .categories = summary.quasi,
                        .series = {{.name = "loss", .values = summary.quality.ncp_of_attribute}},
                        .values = {.label = "mean certainty penalty",
                                   .style = NumberStyle::Percent,
                                   .min = 0,
                                   .max = 1},
                        .width = kHalfWidth}),
          "0% released exactly, 100% nothing left."};
}

std::vector<Card> cards(const ReleaseSummary& summary) {
  const bool holds = std::all_of(summary.guarantees.begin(), summary.guarantees.end(),
                                 [](const Verdict& verdict) { return verdict.holds; });
  return {
      {format_count(summary.after.smallest_class), "smallest class",
       fmt::format("before: {}", format_count(summary.before.smallest_class)),
       holds ? Tone::Good : Tone::Bad},
      {format_percent(summary.after.highest), "highest risk",
       fmt::format("before: {}", format_percent(summary.before.highest)), Tone::Plain},
      {format_percent(summary.quality.granularity), "detail kept", "granularity", Tone::Plain},
      {format_count(summary.suppressed),
       noun_for(summary.suppressed, "record") +
           (summary.dropped > 0 ? " suppressed, left out of the file" : " suppressed"),
       fmt::format("of {}", format_count(summary.records)), Tone::Plain},
  };
}

TextTable guarantees_table(const ReleaseSummary& summary) {
  TextTable table{.columns = {{.heading = "model"},
                              {.heading = "parameters"},
                              {.heading = "verdict"},
                              number_column("weakest class")}};
  for (const auto& verdict : summary.guarantees) {
    std::string parameters;
    for (const auto& [name, value] : verdict.parameters)
      parameters += fmt::format("{} = {} ", name, format_real(value));
    table.add({verdict.model, parameters, verdict.holds ? "holds" : "does not hold",
               format_real(verdict.value)});
  }
  return table;
}

Figure accuracy_figure(const ClassificationQuality& quality) {
  BarChart chart;
  chart.title = fmt::format("Predicting {}", quality.class_name);
  chart.series = {{.name = "original", .values = {}}, {.name = "release", .values = {}}};
  chart.values = {.label = "accuracy", .style = NumberStyle::Percent, .min = 0, .max = 1};
  chart.reference = ReferenceLine{quality.commonest, "always the commonest class"};
  chart.width = kHalfWidth;
  for (const auto& learner : quality.learners) {
    chart.categories.push_back(learner.learner);
    chart.series[0].values.push_back(learner.original);
    chart.series[1].values.push_back(learner.release);
  }
  return {draw(chart),
          fmt::format("From the quasi-identifiers, {} folds; always giving the commonest "
                      "class is right in {}.",
                      quality.folds, format_percent(quality.commonest))};
}

TextTable levels_table(const SearchAccount& account) {
  TextTable table{.columns = {{.heading = ""}, number_column("value")}};
  table.add({fmt::format("{} ({})", account.metric, account.exact ? "the least" : "best found"),
             format_real(account.price, 6)});
  table.add({"combinations of levels", format_real(account.nodes, 9)});
  table.add({"checked", format_count(account.checked)});
  table.add({account.exact ? "ruled out unchecked" : "ruled out, or not reached in time",
             format_real(account.nodes - static_cast<double>(account.checked), 9)});
  for (std::size_t a = 0; a < account.levels.size(); ++a) {
    table.add({fmt::format("level of {} (highest {})", account.levels[a].first, account.heights[a]),
               format_count(account.levels[a].second)});
  }
  return table;
}

std::string share_text(std::size_t part, std::size_t all) {
  if (all == 0) return {};
  return format_percent(static_cast<double>(part) / static_cast<double>(all));
}

TextTable columns_table(const ReleaseSummary& summary) {
  TextTable table{.columns = {{.heading = "column"},
                              {.heading = "role"},
                              number_column("different values"),
                              number_column("as share of records"),
                              {.heading = "what happened to it"},
                              number_column("different cells released")}};
  for (const auto& column : summary.columns) {
    table.add({column.name, column.role, format_count(column.distinct),
               share_text(column.distinct, summary.records), column.treatment,
               column.shown == 0 ? "" : format_count(column.shown)});
  }
  return table;
}

// One row per column; each record has its cell before and after.
TextTable examples_table(const ReleaseSummary& summary) {
  TextTable table{.columns = {{.heading = "column"}}};
  for (const std::size_t record : summary.example_records) {
    table.columns.push_back({.heading = fmt::format("record {} before", record)});
    table.columns.push_back({.heading = fmt::format("record {} after", record)});
  }
  for (const auto& column : summary.columns) {
    std::vector<std::string> row{column.name};
    for (const auto& [before, after] : column.examples) {
      row.push_back(before);
      row.push_back(after);
    }
    table.add(std::move(row));
  }
  return table;
}

void add_disclosure(const ReleaseSummary& summary, HtmlPage& page) {
  page.section("What the classes give away");
  if (summary.sensitive.empty()) {
    page.notice(Tone::Warn,
                "No column was named as sensitive (--sensitive), so it was not checked whether a "
                "class gives something away of everybody in it.");
    return;
  }
  page.paragraph(
      "Nobody needs to be picked out to learn something: in a class with one value only, the value "
      "is known of all its records. The confidence is the share of the commonest value in a "
      "class.");
  page.table(disclosure_table(summary.sensitive));
}

void add_perturbation(const ReleaseSummary& summary, HtmlPage& page) {
  if (summary.perturbed.empty()) return;
  page.section("Perturbed columns");
  page.paragraph(perturbation_promise());
  page.table(perturbation_table(summary));
  for (const auto& line : perturbation_checks(summary)) page.paragraph(line);
  for (const auto& column : summary.perturbed) {
    if (!shows_matrix(column.how)) continue;
    page.subsection(fmt::format("Matrix of {}", column.column));
    page.table(matrix_table(column.how.matrix));
  }
}

void add_origin(const ReleaseSummary& summary, HtmlPage& page) {
  page.section("How it was made");
  page.facts(
      {{"made", summary.made_at},
       {"by", fmt::format("Privet {}", kVersion)},
       {"command", summary.command},
       {"policy", summary.policy.empty() ? "none" : summary.policy},
       {"SHA-256 of the release", summary.sha256},
       {"method", summary.statistic.empty()
                      ? summary.method
                      : fmt::format("{}, the {} of {}", summary.method, summary.statistic,
                                    fmt::join(summary.statistic_columns, ", "))},
       {"records", summary.sampled_from > 0
                       ? fmt::format("{}, drawn from {}", format_count(summary.records),
                                     format_count(summary.sampled_from))
                       : format_count(summary.records)},
       {"classes", format_count(summary.sizes_after.size())},
       {"quasi-identifiers", fmt::format("{}", fmt::join(summary.quasi, ", "))},
       {"time",
        fmt::format("read {}, search {}, write {}, guard {}", format_seconds(summary.seconds.read),
                    format_seconds(summary.seconds.search), format_seconds(summary.seconds.write),
                    format_seconds(summary.seconds.guard))}});
  page.signature({"checked by", "date", "signature"});
}

}  // namespace

std::string release_page(const ReleaseSummary& summary) {
  HtmlPage page("Release report", fmt::format("{} → {}", summary.input, summary.output));
  page.verdict(release_verdict(summary));
  page.cards(cards(summary));
  page.section("What is promised");
  page.paragraph(
      "Every promise was checked again from the bytes of the finished file, by code that is "
      "separate from the code that made them.");
  page.table(guarantees_table(summary));
  add_disclosure(summary, page);
  if (summary.earlier) add_earlier(*summary.earlier, page);
  add_unchanged(summary, page);
  page.section("Columns and their roles");
  page.table(columns_table(summary));
  if (!summary.example_records.empty()) {
    page.subsection("Records before and after");
    page.table(examples_table(summary));
    page.notice(Tone::Warn,
                "This table shows original values: the report is for those who may see the "
                "original. The page of --summary is for everybody else.");
  }
  add_perturbation(summary, page);
  page.section("Risk and detail");
  page.figures({risk_figure(summary), loss_figure(summary)});
  page.figure(class_sizes_figure({{"before", summary.sizes_before}, {"after", summary.sizes_after}},
                                 summary.least_class));
  if (!summary.search.metric.empty()) {
    page.section("How the levels were chosen");
    page.figure(search_figure(summary.search));
    page.details("The search", [&](HtmlPage& part) { part.table(levels_table(summary.search)); });
  }
  page.section("Quality");
  page.table(quality_table(summary.quality, summary.utility));
  if (summary.utility.classification) {
    page.figures({accuracy_figure(*summary.utility.classification)});
  }
  for (const auto& table : utility_tables(summary.utility)) page.table(table);
  add_origin(summary, page);
  page.footer(fmt::format("Made by Privet {}.", kVersion));
  return page.html();
}

std::string release_summary_page(const ReleaseSummary& summary) {
  HtmlPage page("Summary of a release",
                fmt::format("{}, {}", counted(summary.records - summary.suppressed, "record"),
                            summary.made_at));
  page.verdict(release_verdict(summary));
  page.cards(cards(summary));
  TextTable columns{
      .columns = {{.heading = "column"}, {.heading = "role"}, {.heading = "what happened to it"}}};
  for (const auto& column : summary.columns) {
    columns.add({column.name, column.role, column.treatment});
  }
  page.table(columns);
  page.facts({{"SHA-256 of the release", summary.sha256},
              {"method", summary.method},
              {"checked", "from the bytes of the finished file, by separate code"}});
  page.signature({"released by", "date", "signature"});
  page.footer(fmt::format("Made by Privet {}.", kVersion));
  return page.html();
}

}  // namespace privet
