// SPDX-License-Identifier: Apache-2.0
#include "report/release/unchanged_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/counted.h"
#include "report/text/numbers.h"
#include "report/text/text_table.h"

namespace privet {
namespace {

constexpr std::size_t kLines = 10;

std::string line(const UnchangedColumn& column) {
  std::string out = unchanged_sentence(column);
  if (column.role != "plain") out += fmt::format(" (its role is {})", column.role);
  if (column.needs_accepting && column.accepted) out += " (accepted)";
  return out;
}

// Those that need accepting first, then by how many records they make unique.
std::vector<const UnchangedColumn*> worst_first(const ReleaseSummary& summary) {
  std::vector<const UnchangedColumn*> out;
  for (const auto& column : summary.unchanged) out.push_back(&column);
  std::stable_sort(out.begin(), out.end(), [](const auto* a, const auto* b) {
    return a->needs_accepting != b->needs_accepting ? a->needs_accepting
                                                    : a->with_quasi > b->with_quasi;
  });
  return out;
}

}  // namespace

std::vector<std::string> unchanged_warnings(const ReleaseSummary& summary) {
  std::vector<std::string> out;
  for (const auto* column : worst_first(summary)) {
    if (column->needs_accepting) out.push_back(line(*column) + ".");
  }
  return out;
}

std::string unchanged_text(const ReleaseSummary& summary) {
  const auto columns = worst_first(summary);
  std::string out;
  for (std::size_t i = 0; i < std::min(columns.size(), kLines); ++i) {
    out +=
        fmt::format("{}{}.\n", columns[i]->needs_accepting ? "Warning: " : "", line(*columns[i]));
  }
  if (columns.size() > kLines) {
    out += fmt::format("{} released unchanged; --json and --report list them all.\n",
                       counted(columns.size() - kLines, "more column is", "more columns are"));
  }
  return out;
}

Json unchanged_json(const ReleaseSummary& summary) {
  Json out = Json::array();
  for (const auto& column : summary.unchanged) {
    out.push_back({{"column", column.name},
                   {"role", column.role},
                   {"perturbed", column.perturbed},
                   {"shifted", column.shifted},
                   {"distinct", column.distinct},
                   {"differs", column.differs},
                   {"unique_alone", column.alone},
                   {"unique_with_quasi", column.with_quasi},
                   {"worst_set", column.worst_set},
                   {"unique_in_worst_set", std::max(column.in_worst_set, column.with_quasi)},
                   {"key_with", column.key_with},
                   {"unique_by_key", std::max(column.in_key, column.alone)},
                   {"looks_like_a_person", !column.looks_like.empty()},
                   {"needs_accepting", column.needs_accepting},
                   {"accepted", column.accepted},
                   {"sentence", unchanged_sentence(column)}});
  }
  return out;
}

void add_unchanged(const ReleaseSummary& summary, HtmlPage& page) {
  if (summary.unchanged.empty()) return;
  page.section("What is released unchanged");
  page.paragraph(
      "The promises are about the quasi-identifiers. These columns are in the release as they were "
      "in the table (shifted dates keep the intervals between them); somebody who knows their "
      "values "
      "finds records by them.");
  TextTable table{.columns = {{.heading = "column"},
                              {.heading = "role"},
                              number_column("differs in"),
                              number_column("unique alone"),
                              number_column("with quasi-identifiers"),
                              {.heading = "worst small set"},
                              {.heading = ""}}};
  for (const auto* column : worst_first(summary)) {
    const auto count = [](std::size_t n) { return format_count(n); };
    table.add({column->name, column->role, format_percent(column->differs, 2), count(column->alone),
               count(column->with_quasi),
               column->worst_set.empty()
                   ? "–"
                   : fmt::format("with {}: {}", fmt::join(column->worst_set, ", "),
                                 count(column->in_worst_set)),
               column->needs_accepting ? "accepted as it is"
               : column->shifted       ? "dates shifted"
                                       : ""});
    if (column->needs_accepting) page.paragraph(fmt::format("Warning: {}.", line(*column)));
  }
  page.table(table);
}

}  // namespace privet
