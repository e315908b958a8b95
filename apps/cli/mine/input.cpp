// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/mine/input.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "apps/cli/paths.h"
#include "base/atomic_file.h"
#include "base/error.h"
#include "data/file_bytes.h"
#include "job/prepare.h"

namespace privet::cli {

std::vector<Parameter> mine_positionals() {
  return {{.name = "file",
           .kind = ParameterKind::File,
           .summary = "The table: CSV, TSV, ARFF, SQLite, plain or .gz.",
           .placeholder = "FILE",
           .required = true}};
}

std::vector<Parameter> mine_options(std::vector<Parameter> own) {
  own.push_back({.name = "columns",
                 .kind = ParameterKind::Columns,
                 .summary = "Use these columns only.",
                 .placeholder = "a,b"});
  own.push_back({.name = "save",
                 .kind = ParameterKind::File,
                 .summary = "Keep the model in this file (docs/format/model.md).",
                 .placeholder = "MODEL.json"});
  const auto more = input_parameters();
  own.insert(own.end(), more.begin(), more.end());
  return own;
}

Parameter page_option() {
  return {.name = "report",
          .kind = ParameterKind::File,
          .summary = "Write a page with drawings and tables to this file.",
          .placeholder = "OUT.html"};
}

Parameter class_option() {
  return {.name = "class",
          .kind = ParameterKind::Column,
          .summary = "The column to predict.",
          .placeholder = "C",
          .required = true};
}

Parameter fold_option() {
  return {.name = "cross-validate",
          .kind = ParameterKind::Count,
          .summary = "Measure the accuracy by so many folds instead of on the training rows.",
          .placeholder = "K",
          .min = 2};
}

Parameter seed_option() {
  return {.name = "seed",
          .kind = ParameterKind::Count,
          .summary = "Steers what is chosen at random: folds, starting centres, orders.",
          .placeholder = "N",
          .default_text = "1",
          .min = 0};
}

Table mine_table(const Settings& settings, const std::string& path, Console& console) {
  Settings reading(input_parameters());
  for (const auto& parameter : input_parameters()) {
    if (!settings.given(parameter.name)) continue;
    reading.add(parameter.name, settings.text(parameter.name), settings.place(parameter.name));
  }
  return prepare_table(path, reading, std::nullopt, Purpose::Check, console.run()).file.table;
}

std::vector<AttributeId> named_columns(const Settings& settings, const Table& table,
                                       std::string_view name) {
  std::vector<AttributeId> out;
  for (const auto& column : settings.list(name)) {
    out.push_back(table.require(column, "--" + std::string(name)));
  }
  return out;
}

std::vector<AttributeId> mine_columns(const Settings& settings, const Table& table,
                                      const std::vector<AttributeId>& taken) {
  auto chosen = named_columns(settings, table, "columns");
  const auto is_taken = [&](AttributeId id) {
    return std::find(taken.begin(), taken.end(), id) != taken.end();
  };
  for (const AttributeId id : chosen) {
    if (!is_taken(id)) continue;
    throw Error(ErrorCode::Usage,
                "column " + shown(table.column(id).name) + " has another part already",
                {.parameter = "--columns"});
  }
  for (AttributeId id = 0; settings.list("columns").empty() && id < table.columns(); ++id) {
    if (!is_taken(id)) chosen.push_back(id);
  }
  return chosen;
}

Table mine_selection(const Settings& settings, Table table) {
  if (!settings.given("columns")) return table;
  const AttributeId cls = table.require(settings.text("class"), "--class");
  auto chosen = mine_columns(settings, table, {cls});
  chosen.push_back(cls);
  std::sort(chosen.begin(), chosen.end());
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  return table.select_columns(chosen);
}

void check_mine_outputs(const Settings& settings) {
  refuse_same(settings, "save", "file", "the model would replace the table; name another file");
  refuse_same(settings, "report", "file", "the report would replace the table; name another file");
  refuse_same(settings, "report", "save", "the report would replace the model; name another file");
  for (const auto* written : {"save", "report"}) {
    for (const auto* read : {"centers", "predict"})
      refuse_same(settings, written, read, "would replace a file that is read; name another");
  }
}

MinedFrom mined_from(const Settings& settings, const Table& table) {
  MinedFrom out{settings.text("file"), table.rows(), "on the training rows"};
  if (settings.given("cross-validate")) {
    out.measured = fmt::format("by {}-fold cross-validation", settings.count("cross-validate"));
  }
  return out;
}

void save_text(const Settings& settings, std::string_view name, const std::string& text) {
  if (!settings.given(name)) return;
  AtomicFile file(settings.text(name));
  file.write(text);
  file.commit();
}

void save_outputs(const Settings& settings, const std::string& model,
                  const std::function<std::string()>& page) {
  std::optional<AtomicFile> saved;
  std::optional<AtomicFile> report;
  if (settings.given("save")) saved.emplace(settings.text("save")).write(model);
  if (settings.given("report")) report.emplace(settings.text("report")).write(page());
  if (saved) saved->commit();
  if (report) report->commit();
}

std::string read_text(const std::string& path, Console& console) {
  const FileBytes bytes(path, console.run());
  return std::string(bytes.view());
}

}  // namespace privet::cli
