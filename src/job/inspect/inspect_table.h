// SPDX-License-Identifier: Apache-2.0
// A first look at a table: what its columns hold, how much they tell people apart, and what role
// each may have.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/run.h"
#include "data/formats/open_table.h"
#include "data/schema.h"
#include "data/table.h"
#include "roles/suggest.h"

namespace privet {

struct ColumnFacts {
  std::string name;
  ColumnType type = ColumnType::Text;
  bool asked = false;  // its values could mean two things: the type is not known yet
  std::size_t distinct = 0;
  std::size_t missing = 0;  // records without a value
  Role suggested_role = Role::Plain;
  std::string evidence;       // why this role
  roles::Signals signals;     // what it is made of
  double distinct_ratio = 0;  // distinct values / records
  // Share of the pairs of records that the column alone tells apart; none where there is no pair.
  std::optional<double> separation_ratio = {};
};

[[nodiscard]] std::vector<ColumnFacts> inspect_table(const Table& table, const Run& run);
// The same of columns that are each as in a table, but not in its order (roles/suggest.h).
[[nodiscard]] std::vector<ColumnFacts> inspect_columns(const Table& columns,
                                                       const roles::CountTogether& count,
                                                       const Run& run);

// A policy with the suggested roles, for a person to correct, and how the file is read where
// the source says so. Throws Error{Input} for a column whose name is not UTF-8: TOML cannot carry
// it.
[[nodiscard]] std::string draft_policy(const std::vector<ColumnFacts>& columns,
                                       const TableSource& source);

}  // namespace privet
