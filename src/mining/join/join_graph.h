// SPDX-License-Identifier: Apache-2.0
// Which tables a join joins, by which columns, and in what order counts travel between them.
// Idea: tables are nodes, equalities of columns are edges; several equalities between the same two
// tables are one edge. The graph must be a tree: with a circle, the counts of two neighbours would
// not say how a third table joins them. Reference: Xu, "New models and techniques on privacy-
// preserving information sharing" (Simon Fraser 2008), section 3.3.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace privet::mining {

struct JoinEdge {
  std::size_t first = 0;  // table
  std::size_t second = 0;
  std::vector<std::string> first_columns;  // equal, one by one, to...
  std::vector<std::string> second_columns;

  [[nodiscard]] bool touches(std::size_t table) const { return table == first || table == second; }
  [[nodiscard]] std::size_t other(std::size_t table) const {
    return table == first ? second : first;
  }
};

struct JoinGraph {
  std::vector<std::string> tables;
  std::vector<JoinEdge> edges;  // a tree over the tables
};

struct TableColumn {
  std::size_t table = 0;
  std::string column;
};

// "orders.city": the table's name, a dot, the column's name. Throws Error{Usage}, naming the tables
// there are, if the text starts with none of them. `parameter` is who asked ("--class").
[[nodiscard]] TableColumn parse_table_column(std::string_view text,
                                             std::span<const std::string> tables,
                                             std::string_view parameter);

// The graph of predicates such as "A.x=B.y", or several with commas between them. Throws
// Error{Usage} for names that are there twice, a predicate that is not one, tables that nothing
// connects, and circles, which it shows.
[[nodiscard]] JoinGraph join_graph(std::vector<std::string> tables,
                                   std::span<const std::string> predicates);

// Counts that go from one table to its neighbour.
struct Hop {
  std::size_t edge = 0;
  std::size_t from = 0;
  std::size_t to = 0;
  bool forward = false;  // the first that the neighbour hears of the classes

  bool operator==(const Hop&) const = default;
};

// Class propagation: depth-first from the table with the class and back (the first phase), then
// from the last table reached to all others (the second).
[[nodiscard]] std::vector<Hop> class_hops(const JoinGraph& graph, std::size_t target);
// Split propagation: every edge towards the target, deepest first, then every edge away from it. A
// hop carries the nodes that a table on its near side has split.
[[nodiscard]] std::vector<Hop> split_hops(const JoinGraph& graph, std::size_t target);
// The tables on the near side of a hop.
[[nodiscard]] std::vector<bool> near_side(const JoinGraph& graph, const Hop& hop);

}  // namespace privet::mining
