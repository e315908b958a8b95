// SPDX-License-Identifier: Apache-2.0
// Tables, how they join, and the class column of one of them: what a tree over a join is learned
// from. Rows of the join are never made; keys are matched once for every edge.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/run.h"
#include "data/table.h"
#include "mining/join/join_graph.h"
#include "mining/join/join_part.h"
#include "mining/tree/training_rows.h"
#include "mining/tree/tree_model.h"

namespace privet::mining {

struct MatchedKeys {
  JoinKeys first;
  JoinKeys second;
  std::size_t values = 0;  // that both have
};

struct JoinProblem {
  std::vector<Table> tables;
  JoinGraph graph;
  std::size_t target = 0;  // the table with the class
  AttributeId class_column = 0;
  std::vector<std::vector<AttributeId>> columns;  // by table: those to learn from
  std::vector<MatchedKeys> keys;                  // by edge

  // How a table joins, by edge.
  [[nodiscard]] std::vector<EdgeKeys> keys_of(std::size_t table) const;
};

// The columns of a table that an edge compares. Throws Error{Usage} for one that there is not.
[[nodiscard]] std::vector<AttributeId> join_columns(const JoinGraph& graph, const JoinEdge& edge,
                                                    std::size_t table, const Table& data);
// What a tree learns from: the chosen columns of this table ("T.a"), or, if none are chosen, all
// except the class and those it joins by, which mostly number things. Throws Error{Usage}.
[[nodiscard]] std::vector<AttributeId> learned_columns(const JoinGraph& graph, std::size_t table,
                                                       const Table& data,
                                                       std::optional<AttributeId> class_column,
                                                       std::span<const TableColumn> chosen);

// Throws Error{Usage} for columns that there are not and for joins of a number with a text.
[[nodiscard]] JoinProblem join_problem(std::vector<Table> tables, JoinGraph graph,
                                       const TableColumn& class_column,
                                       std::span<const TableColumn> chosen, const Run& run);

// The columns of all tables, as "table.column", and the classes.
[[nodiscard]] TreeModel join_header(const JoinProblem& problem, const TreeOptions& options);
// The same for one table's columns.
[[nodiscard]] std::vector<TreeColumn> part_columns(const std::string& name, const Table& table,
                                                   std::span<const AttributeId> columns,
                                                   const TreeOptions& options);

}  // namespace privet::mining
