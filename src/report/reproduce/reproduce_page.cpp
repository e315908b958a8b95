// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include "base/version.h"
#include "report/page/html.h"
#include "report/plot/plot.h"
#include "report/reproduce/reproduce_view.h"
#include "report/text/numbers.h"

namespace privet {
namespace {

using job::ReproducedExperiment;
using job::ReproduceStatus;

std::optional<double> number_of(const std::string& text) {
  double out = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return out;
}

std::string cell(const std::optional<double>& value) {
  return value ? format_real(*value, 5) : "";
}

TextTable numbers_table(const ReproducedExperiment& one) {
  TextTable out{
      .columns = {{.heading = ""},
                  {.heading = one.experiment.x_label.empty() ? "at" : one.experiment.x_label},
                  number_column("printed"),
                  number_column("ours"),
                  number_column("ours / printed")}};
  for (const auto& series : one.series) {
    for (const auto& point : series.points) {
      const auto& ours = point.ours.value;
      const bool both = ours && point.printed && *point.printed != 0;
      out.add({series.name, point.x, cell(point.printed), ours ? cell(ours) : "none",
               both ? format_real(*ours / *point.printed, 3) : ""});
    }
  }
  return out;
}

// Whether nothing was printed, and all series are about the same values of x.
bool only_ours(const ReproducedExperiment& one) {
  const auto& first = one.series.front().points;
  for (const auto& series : one.series) {
    if (series.points.empty() || series.points.size() != first.size()) return false;
    for (std::size_t p = 0; p < first.size(); ++p) {
      if (series.points[p].printed || series.points[p].x != first[p].x) return false;
    }
  }
  return first.size() > 1;
}

// A row for each x, a column for each series.
TextTable our_table(const ReproducedExperiment& one) {
  TextTable out{
      .columns = {{.heading = one.experiment.x_label.empty() ? "at" : one.experiment.x_label}}};
  for (const auto& series : one.series) out.columns.push_back(number_column(series.name));
  const auto& first = one.series.front().points;
  for (std::size_t p = 0; p < first.size(); ++p) {
    std::vector<std::string> row{first[p].x};
    for (const auto& series : one.series) {
      const auto& ours = series.points[p].ours.value;
      row.push_back(ours ? cell(ours) : "none");
    }
    out.add(std::move(row));
  }
  return out;
}

// Whether there is something to draw: at least two numbers on the x axis.
bool can_plot(const ReproducedExperiment& one) {
  for (const auto& series : one.series) {
    if (series.points.size() < 2) continue;
    bool numbers = true;
    for (const auto& point : series.points) numbers = numbers && number_of(point.x).has_value();
    if (numbers) return true;
  }
  return false;
}

Svg plot_of(const ReproducedExperiment& one) {
  const auto scale = one.experiment.growth ? Scale::Log : Scale::Linear;
  XyChart chart{.title = one.experiment.title,
                .x = {.label = one.experiment.x_label, .scale = scale},
                .y = {.label = one.experiment.y_label, .scale = scale}};
  for (const auto& series : one.series) {
    XySeries ours{.name = series.name + ", ours"};
    XySeries printed{.name = series.name + ", printed", .mark = Mark::Points};
    for (const auto& point : series.points) {
      const auto x = number_of(point.x);
      if (x && point.ours.value) ours.points.push_back({.x = *x, .y = *point.ours.value});
      if (x && point.printed) printed.points.push_back({.x = *x, .y = *point.printed});
    }
    if (!ours.points.empty()) chart.series.push_back(std::move(ours));
    if (!printed.points.empty()) chart.series.push_back(std::move(printed));
  }
  return draw(chart);
}

Tone tone_of(const ReproducedExperiment& one) {
  switch (one.status) {
    case ReproduceStatus::Done:
      return one.experiment.verdict == job::Verdict::Agrees ? Tone::Good : Tone::Warn;
    case ReproduceStatus::Unexpected:
    case ReproduceStatus::WrongClaim:
      return Tone::Bad;
    default:
      return Tone::Plain;
  }
}

// Why some points have no number.
void show_problems(HtmlPage& page, const ReproducedExperiment& one) {
  for (const auto& series : one.series) {
    for (const auto& point : series.points) {
      if (point.ours.problem.empty()) continue;
      page.paragraph(fmt::format("{}{}: {}", series.name, point.x.empty() ? "" : " at " + point.x,
                                 point.ours.problem));
    }
  }
}

void show_commands(HtmlPage& page, const job::Experiment& experiment) {
  page.details("The commands", [&](HtmlPage& inside) {
    for (const auto& series : experiment.series) {
      std::string text;
      for (const auto& command : series.commands) text += "privet " + command + "\n";
      inside.paragraph(series.name);
      inside.code(text);
    }
  });
}

void show_slopes(HtmlPage& page, const ReproducedExperiment& one) {
  if (!one.experiment.growth) return;
  Facts facts;
  for (const auto& series : one.series) {
    if (!std::isfinite(series.our_slope)) continue;
    const auto printed = std::isfinite(series.printed_slope)
                             ? ", printed " + format_fixed(series.printed_slope, 2)
                             : std::string();
    facts.emplace_back(series.name, fmt::format("grows with the power {}{}",
                                                format_fixed(series.our_slope, 2), printed));
  }
  page.facts(facts);
}

// What the authors' text says of the figure, and what we see of it.
void show_claims(HtmlPage& page, const ReproducedExperiment& one) {
  if (one.claims.empty()) return;
  TextTable table{.columns = {{.heading = "the text says"},
                              {.heading = "here"},
                              number_column("points"),
                              number_column("least"),
                              number_column("most")}};
  for (const auto& claim : one.claims) {
    const bool known = claim.points > 0;
    table.add({claim.says,
               !known        ? "not looked at"
               : claim.holds ? "holds"
                             : "does not hold",
               std::to_string(claim.points), known ? format_real(claim.least, 4) : "",
               known ? format_real(claim.most, 4) : ""});
  }
  page.table(table);
}

void show_experiment(HtmlPage& page, const ReproducedExperiment& one) {
  const auto& experiment = one.experiment;
  page.section(fmt::format("{}: {}", experiment.name, experiment.title));
  page.paragraph(experiment.authors);
  if (!experiment.machine.empty()) page.paragraph("Their machine: " + experiment.machine + ".");
  const bool known =
      one.status == ReproduceStatus::Done || one.status == ReproduceStatus::CannotRepeat;
  page.notice(tone_of(one), known ? reproduce_finding(one) : reproduce_status_word(one.status));
  for (const auto& note : experiment.notes) page.paragraph(note);
  if (one.series.empty()) return;
  show_claims(page, one);
  show_slopes(page, one);
  if (can_plot(one)) page.figure({.svg = plot_of(one)});
  page.table(only_ours(one) ? our_table(one) : numbers_table(one));
  show_problems(page, one);
  show_commands(page, experiment);
}

void show_data(HtmlPage& page, const job::ReproduceOutcome& found,
               const std::vector<std::string>& names) {
  TextTable table{.columns = {{.heading = "data set"},
                              {.heading = "file"},
                              {.heading = "from"},
                              number_column("bytes"),
                              {.heading = "SHA-256"}}};
  for (const auto& source : found.sources) {
    if (std::count(names.begin(), names.end(), source.name) == 0) continue;
    table.add({source.name, source.file, source.from, format_count(source.size), source.sha256});
  }
  if (table.rows.empty()) return;
  page.section("Data");
  page.table(table);
}

std::string source_of(const ReproducedExperiment& one) {
  return one.experiment.name.substr(0, one.experiment.name.find('/'));
}

}  // namespace

std::vector<std::pair<std::string, std::string>> reproduce_pages(
    const job::ReproduceOutcome& found) {
  std::map<std::string, HtmlPage> pages;
  std::map<std::string, std::vector<std::string>> data;  // by source
  for (const auto& one : found.experiments) {
    const auto source = source_of(one);
    auto it = pages.find(source);
    if (it == pages.end()) {
      it = pages
               .emplace(source, HtmlPage("Source " + source + ", run again",
                                         "The printed numbers beside ours"))
               .first;
      it->second.paragraph(
          "Printed numbers are the authors', read from the text or the figure by us. Ours come "
          "from the commands shown. Where an experiment's growth is compared, the seconds are not: "
          "the machines differ.");
      if (!found.machine.empty()) it->second.paragraph("Our machine: " + found.machine + ".");
    }
    auto& names = data[source];
    names.insert(names.end(), one.experiment.data.begin(), one.experiment.data.end());
    show_experiment(it->second, one);
  }
  std::vector<std::pair<std::string, std::string>> out;
  for (auto& [source, page] : pages) {
    show_data(page, found, data[source]);
    page.footer(fmt::format("privet {}, data from {}", kVersion, found.data));
    out.emplace_back(source + ".html", page.html());
  }
  return out;
}

}  // namespace privet
