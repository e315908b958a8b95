// SPDX-License-Identifier: Apache-2.0
// Random tables that join, and their join made by trying every combination of rows.
#pragma once

#include <string>
#include <vector>

#include "base/sampling.h"
#include "mining/join/join_problem.h"

namespace privet::mining {

struct RandomJoin {
  std::vector<std::string> names;
  std::vector<Table> tables;
  std::vector<std::string> predicates;

  [[nodiscard]] JoinProblem problem(const Run& run) const {
    return join_problem(tables, join_graph(names, predicates), {0, "class"}, {}, run);
  }
};

struct RandomJoinShape {
  std::size_t tables = 3;
  std::size_t rows = 6;
  std::size_t keys = 3;    // values of a join column
  std::size_t values = 3;  // of a column to learn from
  bool numeric = false;
  bool two_columns = false;  // some joins compare two columns
  double missing = 0;
  bool bare = false;  // some tables have nothing but their join columns
};

// Table 0 has the class; table t > 0 joins some earlier one.
inline RandomJoin random_join(Sampler& sampler, const RandomJoinShape& shape) {
  RandomJoin out;
  std::vector<std::vector<std::string>> columns(shape.tables);  // join columns
  for (std::size_t t = 0; t < shape.tables; ++t) {
    out.names.push_back(std::string(1, static_cast<char>('A' + t)));
    if (t == 0) continue;
    const auto other = sampler.below(t);
    const std::size_t wide = shape.two_columns && sampler.below(2) == 0 ? 2 : 1;
    for (std::size_t i = 0; i < wide; ++i) {
      const auto name = "j" + std::to_string(t) + "_" + std::to_string(i);
      columns[t].push_back(name);
      columns[other].push_back(name);
      out.predicates.push_back(out.names[other] + "." + name + "=" + out.names[t] + "." + name);
    }
  }
  for (std::size_t t = 0; t < shape.tables; ++t) {
    std::vector<std::string> names = columns[t];
    std::size_t own = 1 + sampler.below(2);
    if (shape.bare && t > 0 && sampler.below(3) == 0) own = 0;
    for (std::size_t c = 0; c < own; ++c) names.push_back("c" + std::to_string(c));
    if (t == 0) names.emplace_back("class");
    std::vector<std::vector<std::string>> rows;
    const std::size_t count = 1 + sampler.below(shape.rows);
    for (std::size_t r = 0; r < count; ++r) {
      std::vector<std::string> row;
      for (std::size_t c = 0; c < columns[t].size(); ++c) {
        row.push_back(
            sampler.unit() < shape.missing ? "" : "k" + std::to_string(sampler.below(shape.keys)));
      }
      for (std::size_t c = 0; c < own; ++c) {
        const auto value = std::to_string(sampler.below(shape.values));
        row.push_back(sampler.unit() < shape.missing ? "?" : shape.numeric ? value : "v" + value);
      }
      if (t == 0) row.push_back("c" + std::to_string(sampler.below(2 + shape.tables % 2)));
      rows.push_back(std::move(row));
    }
    out.tables.push_back(make_table(names, rows));
  }
  return out;
}

using JoinedRow = std::vector<RowId>;  // a row of each table

// By comparing the texts of every combination; nothing of mining/join is used.
inline std::vector<JoinedRow> materialised(const JoinProblem& problem) {
  std::vector<JoinedRow> out{{}};
  for (std::size_t t = 0; t < problem.tables.size(); ++t) {
    std::vector<JoinedRow> longer;
    for (const auto& row : out) {
      for (std::size_t r = 0; r < problem.tables[t].rows(); ++r) {
        bool fits = true;
        for (const auto& edge : problem.graph.edges) {
          if (std::max(edge.first, edge.second) != t) continue;
          const bool turned = edge.first == t;
          const auto other = turned ? edge.second : edge.first;
          const auto& here = turned ? edge.first_columns : edge.second_columns;
          const auto& there = turned ? edge.second_columns : edge.first_columns;
          for (std::size_t c = 0; c < here.size(); ++c) {
            const auto& a = problem.tables[t].column(problem.tables[t].require(here[c], ""));
            const auto& b =
                problem.tables[other].column(problem.tables[other].require(there[c], ""));
            fits = fits && !a.missing(static_cast<RowId>(r)) &&
                   a.text(static_cast<RowId>(r)) == b.text(row[other]);
          }
        }
        if (!fits) continue;
        longer.push_back(row);
        longer.back().push_back(static_cast<RowId>(r));
      }
    }
    out = std::move(longer);
  }
  return out;
}

// The joined rows as one table, with the class last: what join-then-build learns from.
inline Table joined_table(const JoinProblem& problem, const std::vector<JoinedRow>& rows) {
  std::vector<Column> columns;
  const auto add = [&](std::size_t t, AttributeId id) {
    const Column& source = problem.tables[t].column(id);
    Column out{problem.graph.tables[t] + "." + source.name, source.dictionary, {}};
    for (const auto& row : rows) out.codes.push_back(source.codes[row[t]]);
    columns.push_back(std::move(out));
  };
  for (std::size_t t = 0; t < problem.tables.size(); ++t) {
    for (const AttributeId id : problem.columns[t]) add(t, id);
  }
  add(problem.target, problem.class_column);
  return Table(std::move(columns));
}

}  // namespace privet::mining
