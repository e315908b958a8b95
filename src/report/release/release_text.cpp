// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "base/counted.h"
#include "report/release/earlier_view.h"
#include "report/release/perturbation_view.h"
#include "report/release/release_view.h"
#include "report/release/release_warnings.h"
#include "report/release/unchanged_view.h"
#include "report/release/utility_view.h"
#include "report/text/numbers.h"
#include "report/text/terminal_style.h"
#include "report/text/text_table.h"

namespace privet {
namespace {

std::string guarantee_text(const Verdict& verdict) {
  std::string parameters;
  for (const auto& [name, value] : verdict.parameters) {
    parameters +=
        fmt::format("{}{} = {}", parameters.empty() ? "" : ", ", name, format_real(value));
  }
  return fmt::format(
      "{} ({}) {}; {} {}", verdict.model, parameters,
      verdict.holds ? painted("holds", Ink::Good) : painted("does not hold", Ink::Bad),
      verdict.overall ? "all classes together reach" : "the weakest class reaches",
      format_real(verdict.value));
}

std::string boundaries_text(const BoundarySummary& boundaries) {
  std::string out = fmt::format(
      "Checked from the released bytes: every value of {} lies within its generalization "
      "boundary.\n",
      fmt::join(boundaries.columns, ", "));
  if (boundaries.forced == 0) return out;
  return out + fmt::format("Within the boundaries {} cannot satisfy the models{}.\n",
                           counted(boundaries.forced, "record"),
                           boundaries.least ? ": no release can suppress fewer" : "");
}

// Single cells that show nothing, by column. A column of which nothing is left was named before.
std::string hidden_text(const ReleaseSummary& summary) {
  std::string columns;
  std::size_t cells = 0;
  for (const auto& column : summary.columns) {
    if (column.hidden == 0 || column.all_hidden) continue;
    cells += column.hidden;
    columns += fmt::format("{}{} {}", columns.empty() ? "" : ", ", column.name,
                           format_count(column.hidden));
  }
  if (cells == 0) return {};
  return fmt::format("{} * although their records are not suppressed: {}.\n",
                     counted(cells, "cell shows", "cells show"), columns);
}

}  // namespace

std::string release_text(const ReleaseSummary& summary) {
  TextTable table{.title = {},
                  .columns = {{.heading = ""}, number_column("before"), number_column("after")}};
  const auto& before = summary.before;
  const auto& after = summary.after;
  const auto count = [](std::size_t n) { return format_count(n); };
  table.add({"classes of equal quasi-identifiers", count(before.classes), count(after.classes)});
  table.add({"smallest class", count(before.smallest_class), count(after.smallest_class)});
  table.add({"unique records", count(before.unique_records), count(after.unique_records)});
  table.add({"highest re-identification risk", format_percent(before.highest),
             format_percent(after.highest)});
  table.add({"average re-identification risk", format_percent(before.average),
             format_percent(after.average)});
  table.add({fmt::format("records at risk above {}", format_percent(before.threshold, 0)),
             format_percent(before.fraction_at_risk), format_percent(after.fraction_at_risk)});
  table.add({"detail kept (granularity)", "100%", format_percent(summary.quality.granularity)});
  table.add({"detail lost (certainty penalty)", "0%", format_percent(summary.quality.ncp)});
  if (summary.quality.squared_error) {
    table.add({"variance lost (SSE/SST)", "0%", format_percent(*summary.quality.squared_error)});
  }
  if (summary.utility.weighted) {
    table.add(
        {"weighted discernibility (C_WDM)", "", format_real(summary.utility.weighted->overlap, 9)});
  }
  table.add({"records suppressed", "0", count(summary.suppressed)});
  if (summary.dropped > 0) {
    table.add({"of these left out of the file", "", count(summary.dropped)});
  }
  const std::string sample =
      summary.sampled_from > 0 ? fmt::format(" drawn from {}", count(summary.sampled_from)) : "";
  std::string out = fmt::format("{}{}, {}: {}\n\n", counted(summary.records, "record"), sample,
                                counted(summary.quasi.size(), "quasi-identifier"),
                                fmt::join(summary.quasi, ", "));
  out += to_text(table) + "\n";
  for (const auto& part : utility_tables(summary.utility)) out += to_text(part) + "\n";
  out += warning_lines(hidden_column_warnings(summary));
  out += hidden_text(summary);
  for (const auto& verdict : summary.guarantees) {
    out += fmt::format("Checked from the released bytes: {}.\n", guarantee_text(verdict));
  }
  if (!summary.statistic_columns.empty()) {
    out += fmt::format("Checked from the released bytes: every class shows its {} of {}.\n",
                       summary.statistic, fmt::join(summary.statistic_columns, ", "));
    if (summary.statistic_hidden > 0) {
      out += fmt::format("{} * of a column of which fewer than {} records have a value.\n",
                         counted(summary.statistic_hidden, "class shows", "classes show"),
                         summary.statistic_least);
    }
  }
  if (summary.earlier) out += earlier_text(*summary.earlier);
  if (summary.boundaries) out += boundaries_text(*summary.boundaries);
  out += warning_lines(disclosure_warnings(summary));
  out += perturbation_text(summary);
  out += unchanged_text(summary);
  return out;
}

}  // namespace privet
