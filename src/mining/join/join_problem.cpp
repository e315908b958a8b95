// SPDX-License-Identifier: Apache-2.0
#include "mining/join/join_problem.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace privet::mining {
namespace {

bool contains(std::span<const AttributeId> list, AttributeId id) {
  return std::find(list.begin(), list.end(), id) != list.end();
}

// Throws Error{Usage} that names the table if it has no such column.
AttributeId require_in(const JoinGraph& graph, const TableColumn& wanted, const Table& data,
                       const std::string& parameter) {
  try {
    return data.require(wanted.column, parameter);
  } catch (const Error& error) {
    throw Error(
        ErrorCode::Usage,
        fmt::format("table {}: {}", quote_for_message(graph.tables[wanted.table]), error.message()),
        {.parameter = parameter});
  }
}

// A number never equals a text, so such a join would be empty.
void check_types(const JoinProblem& problem, const JoinEdge& edge) {
  const Table& first = problem.tables[edge.first];
  const Table& second = problem.tables[edge.second];
  for (std::size_t i = 0; i < edge.first_columns.size(); ++i) {
    const auto a = first.column(first.require(edge.first_columns[i], "--join")).type();
    const auto b = second.column(second.require(edge.second_columns[i], "--join")).type();
    if (a == b) continue;
    throw Error(
        ErrorCode::Usage,
        fmt::format("{0}.{1} is {2} and {3}.{4} is {5}; give both the same type, as in "
                    "--type {0}.{1}=nominal",
                    problem.graph.tables[edge.first], edge.first_columns[i], type_name(a),
                    problem.graph.tables[edge.second], edge.second_columns[i], type_name(b)),
        {.parameter = "--join"});
  }
}

}  // namespace

std::vector<EdgeKeys> JoinProblem::keys_of(std::size_t table) const {
  std::vector<EdgeKeys> out(graph.edges.size());
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    if (!graph.edges[e].touches(table)) continue;
    const auto& side = graph.edges[e].first == table ? keys[e].first : keys[e].second;
    out[e] = {side.of_row, keys[e].values};
  }
  return out;
}

std::vector<AttributeId> join_columns(const JoinGraph& graph, const JoinEdge& edge,
                                      std::size_t table, const Table& data) {
  std::vector<AttributeId> out;
  for (const auto& name : edge.first == table ? edge.first_columns : edge.second_columns) {
    out.push_back(require_in(graph, {table, name}, data, "--join"));
  }
  return out;
}

std::vector<AttributeId> learned_columns(const JoinGraph& graph, std::size_t table,
                                         const Table& data, std::optional<AttributeId> class_column,
                                         std::span<const TableColumn> chosen) {
  std::vector<AttributeId> out;
  for (const auto& one : chosen) {
    if (one.table != table) continue;
    const AttributeId id = require_in(graph, one, data, "--columns");
    if (id == class_column) {
      throw Error(ErrorCode::Usage,
                  fmt::format("column {} is the class", quote_for_message(one.column)),
                  {.parameter = "--columns"});
    }
    if (!contains(out, id)) out.push_back(id);
  }
  std::sort(out.begin(), out.end());
  if (!chosen.empty()) return out;
  std::vector<AttributeId> taken;
  for (const auto& edge : graph.edges) {
    if (!edge.touches(table)) continue;
    for (const AttributeId id : join_columns(graph, edge, table, data)) taken.push_back(id);
  }
  for (std::size_t c = 0; c < data.columns(); ++c) {
    const auto id = static_cast<AttributeId>(c);
    if (id != class_column && !contains(taken, id)) out.push_back(id);
  }
  return out;
}

JoinProblem join_problem(std::vector<Table> tables, JoinGraph graph,
                         const TableColumn& class_column, std::span<const TableColumn> chosen,
                         const Run& run) {
  JoinProblem out{std::move(tables), std::move(graph), class_column.table, {}, {}, {}};
  out.class_column = require_in(out.graph, class_column, out.tables[out.target], "--class");
  for (const auto& edge : out.graph.edges) {
    run.progress("matching join values");
    const auto first = join_columns(out.graph, edge, edge.first, out.tables[edge.first]);
    const auto second = join_columns(out.graph, edge, edge.second, out.tables[edge.second]);
    check_types(out, edge);
    MatchedKeys keys{join_keys(out.tables[edge.first], first),
                     join_keys(out.tables[edge.second], second), 0};
    keys.values = match_keys(keys.first, keys.second);
    out.keys.push_back(std::move(keys));
  }
  for (std::size_t t = 0; t < out.tables.size(); ++t) {
    const auto own = t == out.target ? std::optional(out.class_column) : std::nullopt;
    out.columns.push_back(learned_columns(out.graph, t, out.tables[t], own, chosen));
  }
  return out;
}

std::vector<TreeColumn> part_columns(const std::string& name, const Table& table,
                                     std::span<const AttributeId> columns,
                                     const TreeOptions& options) {
  const bool c45 = options.algorithm == TreeAlgorithm::C45;
  std::vector<TreeColumn> out;
  for (const AttributeId id : columns) {
    const Column& column = table.column(id);
    TreeColumn one{name + "." + column.name, c45 && column.type() == ColumnType::Numeric, {}};
    const std::size_t first = c45 ? column.dictionary.missing_count() : 0;
    for (std::size_t code = first; !one.numeric && code < column.dictionary.size(); ++code) {
      one.values.emplace_back(column.dictionary.text(static_cast<ValueId>(code)));
    }
    out.push_back(std::move(one));
  }
  return out;
}

TreeModel join_header(const JoinProblem& problem, const TreeOptions& options) {
  TreeModel out;
  const auto classes = class_column(problem.tables[problem.target], problem.class_column);
  out.class_name = problem.graph.tables[problem.target] + "." + classes.name;
  out.classes = classes.classes;
  for (std::size_t t = 0; t < problem.tables.size(); ++t) {
    const auto columns =
        part_columns(problem.graph.tables[t], problem.tables[t], problem.columns[t], options);
    out.columns.insert(out.columns.end(), columns.begin(), columns.end());
  }
  return out;
}

}  // namespace privet::mining
