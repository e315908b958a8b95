// SPDX-License-Identifier: Apache-2.0
#include "job/inspect.h"

#include <fmt/format.h>

#include <filesystem>

#include "apps/cli/commands.h"
#include "base/atomic_file.h"
#include "base/counted.h"
#include "base/error.h"
#include "base/json.h"
#include "job/prepare.h"
#include "report/text/numbers.h"
#include "report/text/text_table.h"

namespace privet::cli {
namespace {

void write_policy(const std::string& draft, const std::string& path, Console& console) {
  if (path == "-") {
    console.write(draft);
    return;
  }
  if (std::filesystem::is_regular_file(path)) {
    throw Error(ErrorCode::Output,
                "is there already; a policy you may have corrected is not replaced",
                {.file = path});
  }
  AtomicFile file(path);
  file.write(draft);
  file.commit();
}

Json facts_json(std::size_t rows, const std::vector<ColumnFacts>& columns) {
  Json list = Json::array();
  for (const auto& column : columns) {
    list.push_back({{"name", column.name},
                    {"type", column.type == ColumnType::Numeric ? "numeric" : "text"},
                    {"distinct", column.distinct},
                    {"missing", column.missing},
                    {"suggested_role", role_name(column.suggested_role)},
                    {"evidence", column.evidence},
                    {"distinct_ratio", column.distinct_ratio},
                    {"separation_ratio", nullptr}});
    if (column.separation_ratio) list.back()["separation_ratio"] = *column.separation_ratio;
  }
  return {{"rows", rows}, {"columns", list}};
}

std::string facts_text(std::size_t rows, const std::vector<ColumnFacts>& columns) {
  TextTable table{.columns = {{.heading = "column"},
                              {.heading = "type"},
                              number_column("distinct"),
                              number_column("missing"),
                              number_column("separates"),
                              {.heading = "suggested role"},
                              {.heading = "because"}}};
  for (const auto& column : columns) {
    table.add({column.name, column.type == ColumnType::Numeric ? "numeric" : "text",
               format_count(column.distinct), format_count(column.missing),
               column.separation_ratio ? format_percent(*column.separation_ratio) : "–",
               std::string(role_name(column.suggested_role)), column.evidence});
  }
  return fmt::format(
      "{}\n\n{}\n'separates' is the share of all pairs of records that the column alone "
      "tells apart.\n",
      counted(rows, "record"), to_text(table));
}

int run_inspect(const Settings& settings, Console& console) {
  const std::string input = settings.text("file");
  const std::string policy =
      settings.given("write-policy") ? settings.text("write-policy") : std::string();
  if (policy == "-") console.claim_output();
  const auto prepared = prepare_table(input, settings, std::nullopt, Purpose::Check, console.run());
  const auto columns = inspect_table(prepared.table(), console.run());
  if (!policy.empty()) write_policy(draft_policy(columns, input, settings), policy, console);
  console.answer(facts_json(prepared.table().rows(), columns));
  console.say(facts_text(prepared.table().rows(), columns));
  if (!policy.empty() && policy != "-") {
    console.say(
        fmt::format("The draft of a policy is {}; correct its roles before you use it.\n", policy));
  }
  return 0;
}

}  // namespace

Command inspect_command() {
  std::vector<Parameter> options{
      {.name = "write-policy",
       .kind = ParameterKind::File,
       .summary = "Draft a policy with the suggested roles; an existing file is kept.",
       .placeholder = "P.toml"}};
  const auto more = input_parameters();
  options.insert(options.end(), more.begin(), more.end());
  return {.path = "inspect",
          .summary = "Show a table's columns, how they tell people apart, and suggest their roles.",
          .positionals = {{.name = "file",
                           .kind = ParameterKind::File,
                           .summary = "The table: CSV, TSV, ARFF, SQLite, plain or .gz.",
                           .placeholder = "FILE",
                           .required = true}},
          .options = std::move(options),
          .example = "privet inspect people.csv --write-policy people.toml",
          .run = run_inspect};
}

}  // namespace privet::cli
