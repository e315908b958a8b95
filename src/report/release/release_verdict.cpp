// SPDX-License-Identifier: Apache-2.0
#include "report/release/release_verdict.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/counted.h"

namespace privet {
namespace {

// "a, b and c"
std::string listed(const std::vector<std::string>& names) {
  if (names.empty()) return {};
  if (names.size() == 1) return names.front();
  const std::vector<std::string> first(names.begin(), names.end() - 1);
  return fmt::format("{} and {}", fmt::join(first, ", "), names.back());
}

std::vector<std::string> columns_treated(const ReleaseSummary& summary,
                                         std::string_view treatment) {
  std::vector<std::string> out;
  for (const auto& column : summary.columns) {
    if (column.treatment == treatment && column.role != "sensitive") {
      out.push_back(column.name);
    }
  }
  return out;
}

// How many records the columns that are released as they are make unique, in the worst case that
// was looked at. Sensitive columns are what the models are about.
std::size_t most_unique(const ReleaseSummary& summary) {
  std::size_t most = 0;
  for (const auto& column : summary.unchanged) {
    if (column.role == "sensitive") continue;
    most = std::max({most, column.alone, column.with_quasi, column.in_worst_set, column.in_key});
  }
  return most;
}

bool homogeneous(const ReleaseSummary& summary) {
  return std::ranges::any_of(
      summary.sensitive, [](const SensitiveRisk& risk) { return risk.homogeneous_classes > 0; });
}

void add_gained(const ReleaseSummary& summary, std::vector<std::string>& out) {
  if (summary.sensitive.empty()) {
    out.emplace_back(
        "What a class gives away: no column was named as sensitive, so nothing was checked.");
    return;
  }
  for (const auto& risk : summary.sensitive) {
    if (risk.homogeneous_classes == 0) continue;
    out.push_back(fmt::format(
        "What a class gives away of {}: in {} with {} every record has the same value, so it is "
        "known of everybody in them.",
        risk.column, counted(risk.homogeneous_classes, "class", "classes"),
        counted(risk.homogeneous_records, "record")));
  }
}

}  // namespace

std::string model_text(const Verdict& verdict) {
  std::string parameters;
  for (const auto& [name, value] : verdict.parameters) {
    parameters +=
        fmt::format("{}{} = {}", parameters.empty() ? "" : ", ", name, format_real(value));
  }
  return parameters.empty() ? verdict.model : fmt::format("{} ({})", verdict.model, parameters);
}

std::string models_text(const std::vector<Verdict>& verdicts) {
  std::vector<std::string> names;
  for (const auto& verdict : verdicts) names.push_back(model_text(verdict));
  return listed(names);
}

VerdictBlock release_verdict(const ReleaseSummary& summary) {
  const bool holds = std::ranges::all_of(summary.guarantees, &Verdict::holds);
  const std::size_t released = summary.records - summary.suppressed;
  VerdictBlock out;
  out.tone = holds ? Tone::Good : Tone::Bad;
  out.sentence = fmt::format(
      "{} over {} {} for {}{}: against somebody who knows that a person is in the table and knows "
      "{} of that person, and nothing else.",
      models_text(summary.guarantees), listed(summary.quasi), holds ? "holds" : "does not hold",
      holds ? "all " : "", counted(released, "released record"),
      summary.quasi.size() == 1 ? "this column" : "these columns");
  out.heading = "Not covered";
  const std::size_t unique = most_unique(summary);
  if (holds && (unique > 0 || homogeneous(summary))) out.tone = Tone::Warn;
  if (const auto moved = columns_treated(summary, kShiftedTreatment); !moved.empty()) {
    out.points.push_back(fmt::format(
        "{} {} dates that were moved by a secret number of days, the same for all dates "
        "of a person: the intervals between a person's dates are the true ones.",
        listed(moved), moved.size() == 1 ? "has" : "have"));
  }
  if (const auto unchanged = columns_treated(summary, "released unchanged"); !unchanged.empty()) {
    out.points.push_back(
        fmt::format("{} {} released unchanged: somebody who knows {} may pick people out{}.",
                    listed(unchanged), unchanged.size() == 1 ? "is" : "are",
                    unchanged.size() == 1 ? "it" : "one of them, or several,",
                    unique == 0 ? ""
                                : fmt::format("; with {} {} of {} released records are unique",
                                              unchanged.size() == 1 ? "it" : "them",
                                              format_count(unique), format_count(released))));
  }
  for (const auto& link : summary.links) {
    if (holds) out.tone = Tone::Warn;
    out.points.push_back(
        fmt::format("The pseudonyms of {} link the records of a person: somebody who knows several "
                    "of them looks only among those who have records in the same classes, and "
                    "there {} does not hold for {}.",
                    link.column, link.model, counted(link.persons, "person")));
  }
  const auto overall = std::ranges::find_if(summary.guarantees, &Verdict::overall);
  if (overall != summary.guarantees.end() && summary.after.unique_records > 0) {
    if (holds) out.tone = Tone::Warn;
    out.points.push_back(fmt::format(
        "{} is about all records together, not about each: {} {} unique, and nothing hides {}.",
        overall->model, counted(summary.after.unique_records, "released record"),
        summary.after.unique_records == 1 ? "is" : "are",
        summary.after.unique_records == 1 ? "it" : "them"));
  }
  add_gained(summary, out.points);
  out.points.emplace_back(
      "Somebody who knows more of a person than these columns, or holds another release of the "
      "same "
      "people.");
  return out;
}

TextTable disclosure_table(const std::vector<SensitiveRisk>& columns) {
  TextTable table{.columns = {{.heading = "sensitive column"},
                              number_column("classes with one value only"),
                              number_column("their records"),
                              number_column("highest confidence"),
                              number_column("average confidence")}};
  for (const auto& risk : columns) {
    table.add({risk.column, format_count(risk.homogeneous_classes),
               format_count(risk.homogeneous_records), format_percent(risk.highest_confidence),
               format_percent(risk.average_confidence)});
  }
  return table;
}

}  // namespace privet
