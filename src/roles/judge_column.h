// SPDX-License-Identifier: Apache-2.0
// The role of one column by its name and its values.
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

[[nodiscard]] ColumnJudgement judge_column(const Column& column, const ValueFacts& values,
                                           const std::set<std::string>& ignored);

}  // namespace privet::roles
