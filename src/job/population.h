// SPDX-License-Identifier: Apache-2.0
// Reads the table of a population and makes it comparable with the quasi-identifiers of a table.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/run.h"
#include "data/schema.h"
#include "data/table.h"
#include "privacy/population.h"

namespace privet {

// The columns of `outside` that are called like these columns of `table`. Throws Error{Usage} at
// `parameter` naming all that are missing and the file they are missing from.
[[nodiscard]] std::vector<AttributeId> same_columns(const Table& table,
                                                    std::span<const AttributeId> columns,
                                                    const Table& outside, const std::string& file,
                                                    const std::string& parameter);

// Who the rows of a population are about, where persons or households are counted.
struct PopulationUnit {
  std::string column = {};  // empty: every row is somebody
  std::string word = {};    // "person" or "household"
  bool exact_text = false;
  bool look = true;  // in a register without that column for another one (register_unit)
};

// Who the rows of a register are about: `unit` if it has that column; else a column of its own that
// looks like it and repeats itself, which is said in a warning; else nobody is named, and every row
// counts.
[[nodiscard]] PopulationUnit register_unit(const Table& people, PopulationUnit unit,
                                           const std::string& file, const Run& run);

// The population with one row for each unit; rows that do not say whose they are are left out.
// Throws Error{Input} at `file` for a unit whose rows have different values of `columns`: nobody
// could say which of them counts.
[[nodiscard]] Table one_row_each(Table people, std::span<const AttributeId> columns,
                                 const PopulationUnit& unit, const std::string& file);

// The population's values become values of the table's columns too, which are replaced. Throws
// Error{Usage} if it lacks a column, Error{Input} if it has words where the table has numbers.
// Columns that `schema` masks are masked in the population too.
[[nodiscard]] Population read_population(const std::string& path, Table& table,
                                         const Schema& schema, std::span<const AttributeId> quasi,
                                         const PopulationUnit& unit, const Run& run);

struct CoverRule {
  bool missing_matches = false;  // a missing value matches every value
  const Column* unit = nullptr;  // who a record is about; null: each is about somebody
  bool exact_text = false;
};

// Throws Error{Input} at `file`, saying how many records are not of people of the population:
// models of a population mean nothing for them.
void require_covered(const Table& table, std::span<const AttributeId> quasi,
                     const Population& population, const std::string& file, const CoverRule& rule);

}  // namespace privet
