// SPDX-License-Identifier: Apache-2.0
#include "report/release/release_warnings.h"

#include <fmt/format.h>

#include "base/counted.h"
#include "report/release/unchanged_view.h"
#include "report/text/terminal_style.h"

namespace privet {

std::vector<std::string> hidden_column_warnings(const ReleaseSummary& summary) {
  std::vector<std::string> out;
  for (const auto& column : summary.columns) {
    if (!column.all_hidden) continue;
    out.push_back(fmt::format("{} shows * in every record: nothing of it is left in this release.",
                              column.name));
  }
  return out;
}

std::vector<std::string> disclosure_warnings(const ReleaseSummary& summary) {
  std::vector<std::string> out;
  for (const auto& risk : summary.sensitive) {
    if (risk.homogeneous_classes == 0) continue;
    out.push_back(
        fmt::format("in {} with {} all have the same value of {}: whoever finds a person there "
                    "knows it (--l-distinct 2 prevents that).",
                    counted(risk.homogeneous_classes, "class", "classes"),
                    counted(risk.homogeneous_records, "record"), risk.column));
  }
  return out;
}

std::vector<std::string> release_warnings(const ReleaseSummary& summary) {
  std::vector<std::string> out = hidden_column_warnings(summary);
  for (const auto& more : {disclosure_warnings(summary), unchanged_warnings(summary)}) {
    out.insert(out.end(), more.begin(), more.end());
  }
  return out;
}

std::string warning_lines(const std::vector<std::string>& warnings) {
  std::string out;
  for (const auto& text : warnings) out += painted("Warning: " + text, Ink::Warning) + "\n";
  return out;
}

}  // namespace privet
