// SPDX-License-Identifier: Apache-2.0
#include "job/mining/join_input.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/error.h"
#include "job/input/table_input.h"

namespace privet::job {
namespace {

struct NamedFile {
  std::string name;
  std::string path;
};

// "people=data/p1.csv", or a path whose file name says it.
NamedFile named_file(const std::string& text) {
  std::error_code ignored;
  const auto equals = text.find('=');
  if (equals != std::string::npos && equals > 0 && !std::filesystem::exists(text, ignored)) {
    return {text.substr(0, equals), text.substr(equals + 1)};
  }
  auto name = std::filesystem::path(text).filename().string();
  return {name.substr(0, name.find('.')), text};
}

// What --type says of one table's columns, "A.x=nominal", without the table's name.
void keep_types(const std::vector<std::string>& names, std::size_t table, CsvOptions& csv) {
  auto all = std::move(csv.columns.types);
  csv.columns.types.clear();
  for (auto& [column, type] : all) {
    auto found = mining::parse_table_column(column, names, "--type");
    if (found.table == table) csv.columns.types.emplace_back(std::move(found.column), type);
  }
}

}  // namespace

std::vector<Parameter> join_parameters() {
  return {
      {.name = "tables",
       .kind = ParameterKind::File,
       .summary = "Instead of FILE: two or more tables that join, the others after the first. "
                  "A table is named after its file without the extension, or by NAME in NAME=FILE; "
                  "columns are TABLE.COLUMN.",
       .placeholder = "FILE..."},
      {.name = "join",
       .kind = ParameterKind::Text,
       .summary = "With --tables: which columns are equal in joined rows, as in "
                  "\"loan.account=account.id\". May be given several times; several between "
                  "the same two tables hold together.",
       .placeholder = "T.A=U.B",
       .repeatable = true},
      {.name = "explain-join",
       .kind = ParameterKind::Flag,
       .summary = "With --tables: show how many rows of each table join and how many rows the "
                  "join has, computed without joining, and learn nothing."}};
}

JoinInput join_input(const Settings& settings, const std::vector<std::string>& files) {
  JoinInput out{.joins = settings.list("join"),
                .class_name = settings.text("class"),
                .columns = settings.list("columns")};
  if (files.size() < 2) {
    throw Error(ErrorCode::Usage, "needs two tables or more: --tables A.csv B.csv",
                settings.place("tables"));
  }
  for (const auto& text : files) {
    auto [name, path] = named_file(text);
    out.names.push_back(std::move(name));
    out.tables.push_back(table_source(settings, std::move(path)));
  }
  (void)graph_of(out);
  for (std::size_t t = 0; t < out.tables.size(); ++t) keep_types(out.names, t, out.tables[t].csv);
  return out;
}

mining::JoinGraph graph_of(const JoinInput& input) {
  return mining::join_graph(input.names, input.joins);
}

std::vector<Table> read_joined_tables(const JoinInput& input, const Run& run) {
  std::vector<Table> out;
  for (const auto& source : input.tables) out.push_back(read_plain_table(source, run).table);
  return out;
}

mining::JoinProblem read_join(const JoinInput& input, const Run& run) {
  const auto cls = mining::parse_table_column(input.class_name, input.names, "--class");
  std::vector<mining::TableColumn> chosen;
  for (const auto& name : input.columns) {
    chosen.push_back(mining::parse_table_column(name, input.names, "--columns"));
  }
  return mining::join_problem(read_joined_tables(input, run), graph_of(input), cls, chosen, run);
}

}  // namespace privet::job
