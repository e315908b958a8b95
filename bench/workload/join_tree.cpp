// SPDX-License-Identifier: Apache-2.0
// A tree over a chain of tables against joining first: the synthetic data of Xu (Simon Fraser
// 2008), section 3.4.1. Usage: join_tree TABLES ROWS [build] [sqlite] `build` also makes the join
// and grows the tree over it with our own learner; `sqlite` also steps through the join in SQLite,
// in memory and indexed, and stores nothing. Processor seconds; a tree that takes milliseconds is
// grown several times, and the best counts.
#include <sqlite3.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "data/csv/read_csv.h"
#include "job/reproduce/chain_tables.h"
#include "mining/join/join_tree.h"
#include "mining/tree/tree.h"
#include "mining/tree/tree_text.h"

namespace {

using privet::Column;
using privet::RowId;
using privet::Table;
namespace mining = privet::mining;

double seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

std::vector<Table> chain(std::size_t tables, std::size_t rows) {
  const privet::Run run;
  std::vector<Table> out;
  for (const auto& text : privet::job::chain_tables(tables, rows)) {
    out.push_back(privet::parse_csv(text, "table", {}, run).table);
  }
  return out;
}

// All columns of all tables for every joined row; keys are equal codes or texts.
Table joined(const mining::JoinProblem& problem) {
  std::vector<std::vector<std::vector<RowId>>> by_key(problem.tables.size());
  for (std::size_t t = 0; t < problem.tables.size(); ++t) {
    const Column& key = problem.tables[t].column(0);
    for (std::size_t r = 0; r < key.codes.size(); ++r) {
      const auto k = static_cast<std::size_t>(key.number(static_cast<RowId>(r)));
      if (by_key[t].size() <= k) by_key[t].resize(k + 1);
      by_key[t][k].push_back(static_cast<RowId>(r));
    }
  }
  std::vector<std::vector<RowId>> rows(problem.tables.size());
  for (std::size_t k = 0; k < by_key[0].size(); ++k) {
    std::vector<std::size_t> at(problem.tables.size(), 0);
    bool more = true;
    for (const auto& table : by_key) more = more && k < table.size() && !table[k].empty();
    while (more) {
      for (std::size_t t = 0; t < at.size(); ++t) rows[t].push_back(by_key[t][k][at[t]]);
      std::size_t t = 0;
      while (t < at.size() && ++at[t] == by_key[t][k].size()) at[t++] = 0;
      more = t < at.size();
    }
  }
  std::vector<Column> columns;
  const auto add = [&](std::size_t t, privet::AttributeId id) {
    const Column& source = problem.tables[t].column(id);
    Column out{problem.graph.tables[t] + "." + source.name, source.dictionary, {}};
    out.codes.reserve(rows[t].size());
    for (const RowId row : rows[t]) out.codes.push_back(source.codes[row]);
    columns.push_back(std::move(out));
  };
  for (std::size_t t = 0; t < problem.tables.size(); ++t) {
    for (const auto id : problem.columns[t]) add(t, id);
  }
  add(problem.target, problem.class_column);
  return Table(std::move(columns));
}

void run_sql(sqlite3* database, const std::string& text) {
  if (sqlite3_exec(database, text.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
    std::fprintf(stderr, "%s\n", sqlite3_errmsg(database));
    std::exit(2);
  }
}

double sqlite_seconds(const std::vector<Table>& tables) {
  sqlite3* database = nullptr;
  sqlite3_open(":memory:", &database);
  std::string from;
  for (std::size_t t = 0; t < tables.size(); ++t) {
    const std::string name = "t" + std::to_string(t);
    std::string columns;
    for (const auto& column : tables[t].all())
      columns += (columns.empty() ? "" : ",") + ("\"" + column.name + "\"");
    run_sql(database, "create table " + name + "(" + columns + "); begin");
    for (std::size_t r = 0; r < tables[t].rows(); ++r) {
      std::string values;
      for (const auto& column : tables[t].all()) {
        values +=
            (values.empty() ? "'" : ",'") + std::string(column.text(static_cast<RowId>(r))) + "'";
      }
      run_sql(database, "insert into " + name + " values(" + values + ")");
    }
    run_sql(database, "commit; create index i" + name + " on " + name + "(k)");
    from += t == 0 ? name : " join " + name + " on " + name + ".k = t0.k";
  }
  const double start = seconds();
  sqlite3_stmt* statement = nullptr;
  sqlite3_prepare_v2(database, ("select * from " + from).c_str(), -1, &statement, nullptr);
  while (sqlite3_step(statement) == SQLITE_ROW) {
  }
  const double passed = seconds() - start;
  sqlite3_finalize(statement);
  sqlite3_close(database);
  return passed;
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 3) return 2;
  const std::size_t tables = std::strtoul(arguments[1], nullptr, 10);
  const std::size_t rows = std::strtoul(arguments[2], nullptr, 10);
  const privet::Run run;
  auto data = chain(tables, rows);
  std::vector<std::string> names;
  std::vector<std::string> joins;
  for (std::size_t t = 0; t < tables; ++t) {
    names.push_back("T" + std::to_string(t + 1));
    if (t > 0) joins.push_back(names[t - 1] + ".k=" + names[t] + ".k");
  }
  auto options = mining::c45_options();
  options.criterion = mining::Criterion::Gain;
  mining::JoinProblem problem;
  mining::TreeModel tree;
  double plain = 0;
  for (int times = 0; times == 0 || (times < 15 && plain < 0.1); ++times) {
    auto tables_to_learn_from = data;
    const double begin = seconds();
    problem = mining::join_problem(std::move(tables_to_learn_from),
                                   mining::join_graph(names, joins), {0, "class"}, {}, run);
    tree = mining::learn_join_tree(problem, options, run);
    const double passed = seconds() - begin;
    plain = times == 0 ? passed : std::min(plain, passed);
  }
  std::printf(
      "%zu tables of %zu rows: join of %llu rows, tree of %zu nodes in %.3f s (accuracy %.3f)\n",
      tables, rows, static_cast<unsigned long long>(mining::join_sizes(problem, run).join_rows),
      tree.nodes.size(), plain, mining::joined_accuracy(tree));
  for (int i = 3; i < count; ++i) {
    const std::string what = arguments[i];
    if (what == "sqlite") std::printf("  SQLite joins in %.3f s\n", sqlite_seconds(data));
    if (what != "build") continue;
    const double start = seconds();
    const Table table = joined(problem);
    const double made = seconds() - start;
    const auto other = mining::learn_tree(
        table, static_cast<privet::AttributeId>(table.columns() - 1), options, run);
    const double built = seconds() - start;
    std::printf("  join-then-build: %.3f s (of them %.3f to join), %zu nodes: %.0f times as long\n",
                built, made, other.nodes.size(), built / plain);
  }
  return 0;
}
