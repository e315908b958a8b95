// SPDX-License-Identifier: Apache-2.0
// Several tables that join: the files of --tables, the equalities of --join, and what their names
// mean. A table is named after its file without folder and extension, or by NAME in NAME=FILE; a
// column is TABLE.COLUMN.
#pragma once

#include <string>
#include <vector>

#include "base/run.h"
#include "base/settings.h"
#include "data/formats/open_table.h"
#include "mining/join/join_problem.h"

namespace privet::job {

struct JoinInput {
  std::vector<std::string> names = {};
  std::vector<TableSource> tables = {};   // in the same order
  std::vector<std::string> joins = {};    // "A.x=B.y"
  std::string class_name = {};            // "A.label"
  std::vector<std::string> columns = {};  // "A.x"; empty: all but the class and the join columns
};

// --tables, --join and --explain-join.
[[nodiscard]] std::vector<Parameter> join_parameters();
// From --tables, the further files behind it, --join, --class, --columns and --type. Throws
// Error{Usage} for fewer than two tables, names that are there twice and a type of no table.
[[nodiscard]] JoinInput join_input(const Settings& settings, const std::vector<std::string>& files);
[[nodiscard]] mining::JoinGraph graph_of(const JoinInput& input);
[[nodiscard]] std::vector<Table> read_joined_tables(const JoinInput& input, const Run& run);
[[nodiscard]] mining::JoinProblem read_join(const JoinInput& input, const Run& run);

}  // namespace privet::job
