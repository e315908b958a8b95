// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/counted.h"
#include "base/version.h"
#include "report/page/html.h"
#include "report/release/release_view.h"
#include "report/release/search_figure.h"
#include "report/release/utility_view.h"

namespace privet {
namespace {

// Records by the size of their class, in ranges that double.
struct SizeBins {
  std::vector<std::string> labels;
  std::vector<double> before;
  std::vector<double> after;
};

SizeBins bin_sizes(const ReleaseSummary& summary) {
  std::size_t largest = 1;
  for (const auto* sizes : {&summary.sizes_before, &summary.sizes_after}) {
    for (const std::size_t size : *sizes) largest = std::max(largest, size);
  }
  SizeBins out;
  std::vector<std::size_t> lows{1, 2, 3, 4, 5};
  while (lows.back() <= largest / 2) lows.push_back(lows.size() == 5 ? 10 : lows.back() * 2);
  for (std::size_t i = 0; i < lows.size(); ++i) {
    const std::size_t high = i + 1 < lows.size() ? lows[i + 1] - 1 : std::max(largest, lows[i]);
    out.labels.push_back(lows[i] == high
                             ? fmt::format("{}", high)
                             : fmt::format("{}-{}", format_short(static_cast<double>(lows[i])),
                                           format_short(static_cast<double>(high))));
  }
  const auto count = [&](const std::vector<std::uint32_t>& sizes) {
    std::vector<double> records(lows.size());
    for (const std::size_t size : sizes) {
      const auto bin = std::upper_bound(lows.begin(), lows.end(), size) - lows.begin() - 1;
      records[static_cast<std::size_t>(bin)] += static_cast<double>(size);
    }
    return records;
  };
  out.before = count(summary.sizes_before);
  out.after = count(summary.sizes_after);
  return out;
}

Figure class_sizes_figure(const ReleaseSummary& summary) {
  const SizeBins bins = bin_sizes(summary);
  return {draw(BarChart{.title = "Records by the size of their class",
                        .categories = bins.labels,
                        .series = {{.name = "before", .values = bins.before},
                                   {.name = "after", .values = bins.after}},
                        .category_label = "records with the same quasi-identifiers",
                        .values = {.label = "records"},
                        .direction = Direction::Vertical}),
          "A record hides among the others of its class; left is exposed, right is hidden."};
}

Figure risk_figure(const ReleaseSummary& summary) {
  const auto values = [](const ReidentificationRisk& risk) {
    return std::vector<double>{risk.highest, risk.average, risk.fraction_at_risk};
  };
  return {draw(BarChart{.title = "Re-identification risk",
                        .categories = {"highest", "average",
                                       fmt::format("records above {}",
                                                   format_percent(summary.before.threshold, 0))},
                        .series = {{.name = "before", .values = values(summary.before)},
                                   {.name = "after", .values = values(summary.after)}},
                        .values = {.label = "risk, share of records",
                                   .style = NumberStyle::Percent,
                                   .min = 0,
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
      {format_count(summary.suppressed), noun_for(summary.suppressed, "record") + " suppressed",
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
  BarChart chart{.title = fmt::format("Predicting {}", quality.class_name),
                 .categories = {},
                 .series = {{.name = "original", .values = {}}, {.name = "release", .values = {}}},
                 .values = {.label = "accuracy", .style = NumberStyle::Percent, .min = 0, .max = 1},
                 .width = kHalfWidth};
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

}  // namespace

std::string release_page(const ReleaseSummary& summary) {
  HtmlPage page("Release report", fmt::format("{} → {}", summary.input, summary.output));
  page.cards(cards(summary));
  page.section("What is promised");
  page.paragraph(
      "Every promise was checked again from the bytes of the finished file, by code that is "
      "separate from the code that made them.");
  page.table(guarantees_table(summary));
  page.section("Risk and detail");
  page.figures({risk_figure(summary), loss_figure(summary)});
  page.figure(class_sizes_figure(summary));
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
  page.section("How it was made");
  page.facts(
      {{"method", summary.statistic.empty()
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
  TextTable columns{.columns = {{.heading = "column"}, {.heading = "role"}}};
  for (const auto& column : summary.columns) columns.add({column.name, column.role});
  page.details("Columns and their roles", [&](HtmlPage& part) { part.table(columns); });
  page.footer(fmt::format("Made by Privet {}.", kVersion));
  return page.html();
}

}  // namespace privet
