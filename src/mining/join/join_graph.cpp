// SPDX-License-Identifier: Apache-2.0
#include "mining/join/join_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/error.h"
#include "base/settings.h"

namespace privet::mining {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

// The longest name of a table that the text starts with, before a dot.
std::optional<TableColumn> table_column(std::string_view text,
                                        std::span<const std::string> tables) {
  std::optional<TableColumn> out;
  std::size_t longest = 0;
  for (std::size_t t = 0; t < tables.size(); ++t) {
    const auto& name = tables[t];
    if (name.size() < longest || text.size() < name.size() + 2) continue;
    if (!text.starts_with(name) || text[name.size()] != '.') continue;
    longest = name.size();
    out = {t, std::string(text.substr(name.size() + 1))};
  }
  return out;
}

struct Predicate {
  TableColumn left;
  TableColumn right;
};

// Names may hold '=': the first one that leaves a column on both sides is meant.
Predicate parse_predicate(std::string_view text, std::span<const std::string> tables) {
  const auto first = text.find('=');
  for (auto at = first; at != std::string_view::npos; at = text.find('=', at + 1)) {
    const auto left = table_column(trimmed(text.substr(0, at)), tables);
    const auto right = table_column(trimmed(text.substr(at + 1)), tables);
    if (!left || !right) continue;
    if (left->table == right->table) {
      throw Error(ErrorCode::Usage,
                  fmt::format("{} compares two columns of one table; a join is between two tables",
                              quote_for_message(text)),
                  {.parameter = "--join"});
    }
    return {*left, *right};
  }
  if (first == std::string_view::npos) {
    throw Error(ErrorCode::Usage,
                fmt::format("{} is not written TABLE.COLUMN=TABLE.COLUMN", quote_for_message(text)),
                {.parameter = "--join"});
  }
  (void)parse_table_column(trimmed(text.substr(0, first)), tables, "--join");
  (void)parse_table_column(trimmed(text.substr(first + 1)), tables, "--join");
  throw Error(ErrorCode::Internal, "a predicate was refused without a reason");
}

void check_names(std::span<const std::string> tables) {
  for (std::size_t i = 0; i < tables.size(); ++i) {
    for (std::size_t j = i + 1; j < tables.size(); ++j) {
      if (tables[i] != tables[j]) continue;
      throw Error(ErrorCode::Usage,
                  fmt::format("two tables are called {}: give one another name, as in {}2=FILE",
                              quote_for_message(tables[i]), tables[i]),
                  {.parameter = "--tables"});
    }
  }
}

// The way from one table to another over edges that are there; empty if there is none.
std::vector<std::size_t> way(const JoinGraph& graph, std::size_t from, std::size_t to) {
  std::vector<std::size_t> before(graph.tables.size(), graph.tables.size());
  std::vector<std::size_t> queue{from};
  before[from] = from;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (const auto& edge : graph.edges) {
      if (!edge.touches(queue[i])) continue;
      const auto next = edge.other(queue[i]);
      if (before[next] != graph.tables.size()) continue;
      before[next] = queue[i];
      queue.push_back(next);
    }
  }
  if (before[to] == graph.tables.size()) return {};
  std::vector<std::size_t> out{to};
  while (out.back() != from) out.push_back(before[out.back()]);
  std::reverse(out.begin(), out.end());
  return out;
}

void refuse_circle(const JoinGraph& graph, const std::vector<std::size_t>& found) {
  std::vector<std::string> names;
  for (const auto table : found) names.push_back(graph.tables[table]);
  names.push_back(graph.tables[found.front()]);
  throw Error(
      ErrorCode::Usage,
      fmt::format("the joins go in a circle: {}; leave one of them out", fmt::join(names, " - ")),
      {.parameter = "--join"});
}

void add_predicate(JoinGraph& graph, const Predicate& predicate) {
  const auto [left, right] = predicate;
  for (auto& edge : graph.edges) {
    if (!edge.touches(left.table) || !edge.touches(right.table)) continue;
    const bool turned = edge.first == right.table;
    edge.first_columns.push_back(turned ? right.column : left.column);
    edge.second_columns.push_back(turned ? left.column : right.column);
    return;
  }
  const auto known = way(graph, left.table, right.table);
  if (!known.empty()) refuse_circle(graph, known);
  graph.edges.push_back({left.table, right.table, {left.column}, {right.column}});
}

void check_connected(const JoinGraph& graph) {
  for (std::size_t t = 1; t < graph.tables.size(); ++t) {
    if (!way(graph, 0, t).empty()) continue;
    throw Error(ErrorCode::Usage,
                fmt::format("no --join connects {} with {}", quote_for_message(graph.tables[t]),
                            quote_for_message(graph.tables[0])),
                {.parameter = "--join"});
  }
}

void visit_depth_first(const JoinGraph& graph, std::size_t table, std::size_t came_by,
                       std::vector<Hop>& out) {
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    if (e == came_by || !graph.edges[e].touches(table)) continue;
    const auto next = graph.edges[e].other(table);
    out.push_back({e, table, next, true});
    visit_depth_first(graph, next, e, out);
    out.push_back({e, next, table, false});
  }
}

// Edges away from a table, nearest first.
std::vector<Hop> away_from(const JoinGraph& graph, std::size_t start) {
  std::vector<Hop> out;
  std::vector<std::size_t> queue{start};
  std::vector<bool> seen(graph.tables.size(), false);
  seen[start] = true;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
      if (!graph.edges[e].touches(queue[i])) continue;
      const auto next = graph.edges[e].other(queue[i]);
      if (seen[next]) continue;
      seen[next] = true;
      queue.push_back(next);
      out.push_back({e, queue[i], next, false});
    }
  }
  return out;
}

}  // namespace

TableColumn parse_table_column(std::string_view text, std::span<const std::string> tables,
                               std::string_view parameter) {
  if (auto found = table_column(text, tables)) return *found;
  throw Error(ErrorCode::Usage,
              fmt::format("{} does not start with the name of a table and a dot; the tables are {}",
                          quote_for_message(text), fmt::join(tables, ", ")),
              {.parameter = std::string(parameter)});
}

JoinGraph join_graph(std::vector<std::string> tables, std::span<const std::string> predicates) {
  JoinGraph out{std::move(tables), {}};
  check_names(out.tables);
  for (const auto& text : predicates) {
    for (const auto& one : split_list(text)) add_predicate(out, parse_predicate(one, out.tables));
  }
  check_connected(out);
  return out;
}

std::vector<Hop> class_hops(const JoinGraph& graph, std::size_t target) {
  std::vector<Hop> out;
  visit_depth_first(graph, target, graph.edges.size(), out);
  // Nothing is left to visit on the way back from the last table.
  while (!out.empty() && !out.back().forward) out.pop_back();
  const auto last = out.empty() ? target : out.back().to;
  for (const auto& hop : away_from(graph, last)) out.push_back(hop);
  return out;
}

std::vector<Hop> split_hops(const JoinGraph& graph, std::size_t target) {
  const auto down = away_from(graph, target);
  std::vector<Hop> out;
  for (auto hop = down.rbegin(); hop != down.rend(); ++hop) {
    out.push_back({hop->edge, hop->to, hop->from, false});
  }
  out.insert(out.end(), down.begin(), down.end());
  return out;
}

std::vector<bool> near_side(const JoinGraph& graph, const Hop& hop) {
  std::vector<bool> out(graph.tables.size(), false);
  std::vector<std::size_t> queue{hop.from};
  out[hop.from] = true;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
      if (e == hop.edge || !graph.edges[e].touches(queue[i])) continue;
      const auto next = graph.edges[e].other(queue[i]);
      if (out[next]) continue;
      out[next] = true;
      queue.push_back(next);
    }
  }
  return out;
}

}  // namespace privet::mining
