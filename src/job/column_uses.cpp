// SPDX-License-Identifier: Apache-2.0
#include "job/column_uses.h"

#include <algorithm>
#include <array>

#include "base/error.h"

namespace privet::job {
namespace {

// Settings that say what a column is for without being a role: COLUMN or COLUMN=N.
constexpr std::array<std::string_view, 5> kOtherUses{"pseudonym", "mask", "site", "person",
                                                     "household"};

}  // namespace

std::set<AttributeId> used_otherwise(const Table& table, const Settings& settings,
                                     const std::optional<Policy>& policy) {
  std::set<AttributeId> out;
  const auto add = [&](std::string_view name) {
    if (const auto id = table.find(name)) out.insert(*id);
  };
  for (const auto use : kOtherUses) {
    const Parameter* parameter = settings.find(use);
    if (parameter == nullptr || !settings.given(use)) continue;
    const bool list = parameter->repeatable || parameter->kind == ParameterKind::Columns;
    for (const auto& text : list ? settings.list(use) : std::vector{settings.text(use)}) {
      add(std::string_view(text).substr(0, text.find('=')));
      add(text);
    }
  }
  if (!policy) return out;
  for (const auto& column : policy->columns) {
    if (column.pseudonym || column.mask || column.accept_unchanged) add(column.name);
  }
  return out;
}

void ask_about_columns(const CsvFile& file, const std::string& path, const Settings& settings,
                       const std::optional<Policy>& policy) {
  if (file.questions.empty()) return;
  const auto used = used_otherwise(file.table, settings, policy);
  std::set<std::string> left_out;
  if (settings.given("identifier")) {
    for (const auto& name : settings.list("identifier")) left_out.insert(name);
  }
  for (const auto& column : policy ? policy->columns : std::vector<ColumnPolicy>{}) {
    if (column.role == Role::Identifier) left_out.insert(column.name);
  }
  for (const auto& question : file.questions) {
    const auto id = file.table.find(question.column);
    if (id && left_out.contains(question.column) && !used.contains(*id)) continue;
    throw Error(ErrorCode::Input, question.text, {.file = path == "-" ? "standard input" : path});
  }
}

}  // namespace privet::job
