// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "base/counted.h"
#include "base/version.h"
#include "report/page/html.h"
#include "report/release/class_sizes.h"
#include "report/release/earlier_view.h"
#include "report/release/release_verdict.h"
#include "report/release/utility_view.h"
#include "report/risk/estimate_view.h"
#include "report/risk/risk_view.h"

namespace privet {
namespace {

std::string cells_text(const ShownClass& shown) {
  std::string out;
  for (const auto& [column, cell] : shown)
    out += fmt::format("{}{} = {}", out.empty() ? "" : ", ", column, cell);
  return out;
}

Figure attackers_figure(const RiskSummary& summary) {
  const ReidentificationRisk& risk = summary.prosecutor;
  BarChart chart{.title = "Re-identification risk",
                 .categories = {"highest", "average",
                                fmt::format("above {}", format_percent(risk.threshold, 0))},
                 .series = {{.name = "prosecutor",
                             .values = {risk.highest, risk.average, risk.fraction_at_risk}}},
                 .values = {.label = "risk, share of records (log scale)",
                            .style = NumberStyle::Percent,
                            .scale = Scale::Log,
                            .min = 0.001,
                            .max = 1}};
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

// The k that was asked for; 1: none.
std::size_t asked_k(const RiskSummary& summary) {
  double k = 1;
  for (const auto& verdict : summary.guarantees) {
    for (const auto& [name, value] : verdict.parameters) {
      if (name == "k") k = std::max(k, value);
    }
  }
  return static_cast<std::size_t>(k);
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

std::string failed_text(const Verdict& verdict) {
  return fmt::format("{} does not hold for {} in {}", model_text(verdict),
                     counted(verdict.violating_records, "record"),
                     counted(verdict.violating_classes, "class", "classes"));
}

// Which promise fails although the models hold in this table alone.
std::string failed_otherwise(const RiskSummary& summary) {
  if (summary.boundaries && !summary.boundaries->holds()) {
    return "Some values lie beyond their generalization boundaries.";
  }
  return fmt::format(
      "Together with {} the promise does not hold: who has both releases learns more than was "
      "asked.",
      summary.earlier ? summary.earlier->file : "an earlier release");
}

// What gives people away although the models hold, or none was asked for.
std::vector<std::string> given_away(const RiskSummary& summary) {
  std::vector<std::string> out;
  for (std::string text : summary.beside) {
    text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    out.push_back(std::move(text) + ".");
  }
  // What is known of everybody in a class is known without picking anybody out.
  for (const auto& each : summary.sensitive) {
    if (each.risk.homogeneous_classes == 0) continue;
    out.push_back(fmt::format(
        "In {} with {} all have the same value of {}: whoever finds a person there knows it.",
        counted(each.risk.homogeneous_classes, "class", "classes"),
        counted(each.risk.homogeneous_records, "record"), each.risk.column));
  }
  const auto overall = std::ranges::find_if(summary.guarantees, &Verdict::overall);
  if (overall != summary.guarantees.end() && summary.prosecutor.unique_records > 0) {
    out.push_back(fmt::format("{} is about all records together, not about each: {} {} unique.",
                              overall->model, counted(summary.prosecutor.unique_records, "record"),
                              summary.prosecutor.unique_records == 1 ? "is" : "are"));
  }
  if (const auto& linkage = summary.linkage; linkage && linkage->one_record > 0) {
    out.push_back(fmt::format("{} of {} {} to one record.",
                              counted(linkage->one_record, linkage->counted), linkage->file,
                              linkage->one_record == 1 ? "leads" : "lead"));
  } else if (linkage && linkage->undecided) {
    out.push_back(fmt::format("No record matches anybody in {}, so nothing is known of linkage.",
                              linkage->file));
  }
  for (const auto& risk : summary.order) {
    if (risk.below == 0) continue;
    out.push_back(fmt::format(
        "The order of the records goes with {}: it leaves {} in groups below the smallest class.",
        risk.column, counted(risk.below, "record")));
  }
  return out;
}

std::vector<Card> cards(const RiskSummary& summary) {
  const ReidentificationRisk& risk = summary.prosecutor;
  // Nothing is green beside a model that does not hold.
  const bool away = !given_away(summary).empty();
  const Tone fine = summary.holds() && !away ? Tone::Good : Tone::Plain;
  const Tone tone = risk.highest > risk.threshold ? Tone::Warn : fine;
  std::vector<Card> out;
  for (const auto& verdict : summary.guarantees) {
    if (verdict.holds) continue;
    out.push_back({format_count(verdict.violating_records),
                   noun_for(verdict.violating_records, "record") + " without " + verdict.model,
                   fmt::format("in {}", counted(verdict.violating_classes, "class", "classes")),
                   Tone::Bad});
  }
  const std::vector<Card> measured{
      {format_count(risk.smallest_class), "smallest class",
       fmt::format("of {}", counted(risk.classes, "class", "classes")), tone},
      {format_percent(risk.highest), "highest risk",
       fmt::format("average {}", format_percent(risk.average)), tone},
      {format_count(risk.unique_records), noun_for(risk.unique_records, "unique record"),
       fmt::format("of {}", format_count(summary.rows)), Tone::Plain}};
  out.insert(out.end(), measured.begin(), measured.end());
  if (summary.linkage) {
    out.push_back(
        {format_count(summary.linkage->one_record),
         fmt::format("{}{} to one record", summary.linkage->counted,
                     summary.linkage->one_record == 1 ? " leads" : "s lead"),
         summary.linkage->undecided ? "not known: no record matches anybody there"
                                    : summary.linkage->file,
         summary.linkage->one_record > 0 || summary.linkage->undecided ? Tone::Bad : fine});
  }
  return out;
}

// What was asked and whether it holds, against whom, and what is not covered.
VerdictBlock verdict(const RiskSummary& summary) {
  const std::string columns = fmt::format("{}", fmt::join(summary.quasi, ", "));
  const ReidentificationRisk& risk = summary.prosecutor;
  VerdictBlock out;
  out.heading = "Not covered";
  std::vector<std::string> failed;
  for (const auto& each : summary.guarantees) {
    if (!each.holds) failed.push_back(failed_text(each));
  }
  if (!failed.empty()) {
    out.tone = Tone::Bad;
    out.sentence = fmt::format("{}: somebody who knows {} of a person learns more than was asked.",
                               fmt::join(failed, "; "), columns);
  } else if (!summary.holds()) {
    out.tone = Tone::Bad;
    out.sentence = failed_otherwise(summary);
  } else if (!summary.guarantees.empty()) {
    out.points = given_away(summary);
    out.tone = out.points.empty() ? Tone::Good : Tone::Warn;
    out.sentence = fmt::format(
        "{} holds for all {}: against somebody who knows that a person is in the table and knows "
        "{}, and nothing else.",
        models_text(summary.guarantees), counted(risk.records, "record"), columns);
  } else {
    out.points = given_away(summary);
    out.tone = out.points.empty() ? Tone::Plain : Tone::Warn;
    if (risk.unique_records > 0) out.tone = Tone::Bad;
    out.sentence = fmt::format(
        "No privacy model was asked for; {} of {} can be picked out by somebody who knows {}.",
        format_count(risk.unique_records), counted(summary.rows, "record"), columns);
  }
  if (summary.sensitive.empty()) {
    out.points.emplace_back(
        "What a class gives away: no column was named as sensitive, so nothing was measured.");
  }
  out.points.push_back(
      fmt::format("Somebody who knows other columns than {}, or holds another table of the same "
                  "people{}.",
                  columns, summary.linkage ? " than " + summary.linkage->file : ""));
  return out;
}

}  // namespace

std::string risk_page(const RiskSummary& summary) {
  HtmlPage page("Risk report", summary.input);
  page.verdict(verdict(summary));
  page.cards(cards(summary));
  page.section("Who could be picked out");
  page.paragraph(fmt::format("Quasi-identifiers: {}.", fmt::join(summary.quasi, ", ")));
  page.figure(attackers_figure(summary));
  page.figure(class_sizes_figure({{"records", summary.class_sizes}}, asked_k(summary)));
  add_estimates(summary.estimates, page);
  if (summary.records) add_records(*summary.records, page);
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
    page.facts(
        {{"other table", summary.linkage->file},
         {"linked by", fmt::format("{}", fmt::join(summary.linkage->columns, ", "))},
         {fmt::format("its {}s", summary.linkage->counted), format_count(summary.linkage->rows)},
         {"no class covers", format_count(summary.linkage->no_class)},
         {"lead to one class", format_count(summary.linkage->one_class)},
         {"lead to one record", format_count(summary.linkage->one_record)},
         {"our records without a match", format_count(summary.linkage->unmatched_records)}});
    if (summary.linkage->unmatched_records > 0) {
      page.paragraph(
          "Of records without a match these figures say nothing: they may be of people who are not "
          "in the other table, or it may write its values in another way.");
    }
  }
  if (summary.earlier) add_earlier(*summary.earlier, page);
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
