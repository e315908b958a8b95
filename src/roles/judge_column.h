// SPDX-License-Identifier: Apache-2.0
// The role of one column by its name and its values, and by what the table is about: of a column
// whose name says nothing, yes and no are a finding among findings, and anything among answers of
// people about their lives.
#pragma once

#include <set>
#include <string>

#include "data/schema.h"
#include "data/table.h"
#include "roles/value_patterns.h"

namespace privet::roles {

struct ColumnJudgement {
  Role role = Role::Plain;
  std::string known = {};        // why others know it; empty: nothing says so
  std::string measurement = {};  // what is measured; empty: not known
  bool names_or_text = false;
};

// Whether most columns whose names say something are about illness.
[[nodiscard]] bool about_health(const Table& table, const std::set<std::string>& ignored);

struct JudgeOptions {
  const std::set<std::string>& ignored;  // abbreviations that do not count
  bool health = false;                   // the table is about health
};

[[nodiscard]] ColumnJudgement judge_column(const Column& column, const ValueFacts& values,
                                           const JudgeOptions& options);

}  // namespace privet::roles
