// SPDX-License-Identifier: Apache-2.0
#include "job/mining/mining_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/error.h"
#include "job/input/engine_input.h"

namespace privet::job {
namespace {

constexpr std::array<std::string_view, 2> kFolds{"stratified", "random"};

}  // namespace

std::vector<Parameter> mining_parameters(std::vector<Parameter> own) {
  own.push_back({.name = "columns",
                 .kind = ParameterKind::Columns,
                 .summary = "Use only these columns.",
                 .placeholder = "A,B,.."});
  return joined({std::move(own), input_parameters()});
}

Parameter save_parameter() {
  return {.name = "save",
          .kind = ParameterKind::File,
          .summary = "Write the model to this file (docs/format/model.md).",
          .placeholder = "MODEL.json"};
}

Parameter page_parameter() {
  return {.name = "report",
          .kind = ParameterKind::File,
          .summary = "Write an HTML page with drawings and tables to this file.",
          .placeholder = "OUT.html"};
}

Parameter class_parameter() {
  return {.name = "class",
          .kind = ParameterKind::Column,
          .summary = "The column to predict.",
          .placeholder = "COLUMN",
          .required = true};
}

std::vector<Parameter> with_validation(std::vector<Parameter> own, std::string_view seed_summary,
                                       Response response) {
  own.push_back({.name = "cross-validate",
                 .kind = ParameterKind::Count,
                 .summary = "Measure the accuracy by cross-validation with K folds instead of on "
                            "the training rows.",
                 .placeholder = "K",
                 .min = 2});
  if (response == Response::Class)
    own.push_back({.name = "folds",
                   .kind = ParameterKind::Choice,
                   .summary = "How rows are dealt to the folds: stratified spreads every class "
                              "evenly, random ignores classes.",
                   .placeholder = "HOW",
                   .default_text = "stratified",
                   .choices = kFolds});
  own.push_back({.name = "repeats",
                 .kind = ParameterKind::Count,
                 .summary =
                     "Cross-validate this many times, with different folds each time, and take "
                     "the mean.",
                 .placeholder = "N",
                 .default_text = "1",
                 .min = 1,
                 .max = 1000});
  own.push_back(seed_parameter(seed_summary));
  return own;
}

Parameter level_parameter() {
  return {.name = "level",
          .kind = ParameterKind::Real,
          .summary = "The confidence level of the intervals.",
          .placeholder = "P",
          .default_text = "0.95",
          .min = 0.5,
          .max = 0.9999};
}

Parameter seed_parameter(std::string_view summary) {
  return {.name = "seed",
          .kind = ParameterKind::Count,
          .summary = summary,
          .placeholder = "N",
          .default_text = "1",
          .min = 0};
}

MiningInput mining_input(const Settings& settings) {
  MiningInput out{.table = table_source(settings, settings.text("file")),
                  .columns = settings.list("columns")};
  if (settings.find("engine") != nullptr && wants_engine(settings)) {
    out.engine = engine_places(out.table.path, settings.list("shard"));
    refuse_reading_settings(settings);
  }
  return out;
}

Validation validation(const Settings& settings) {
  Validation out{.seed = settings.count("seed")};
  if (settings.given("cross-validate")) out.folds = settings.count("cross-validate");
  for (const std::string_view flag : {"folds", "repeats"}) {
    if (out.folds > 0 || settings.find(flag) == nullptr || !settings.given(flag)) continue;
    throw Error(ErrorCode::Usage, "applies only with --cross-validate", settings.place(flag));
  }
  out.repeats = settings.count("repeats");
  out.stratified = settings.find("folds") != nullptr && settings.text("folds") == "stratified";
  return out;
}

ModelFiles model_files(const Settings& settings) {
  ModelFiles out{.save = given_text(settings, "save")};
  if (settings.find("report") != nullptr) out.report = given_text(settings, "report");
  return out;
}

namespace {

// A column that would be numeric except for a few cells: one slip makes it a list of names, and
// whoever learns from it should know.
void warn_of_slip(const Column& column, const Run& run) {
  if (column.type() != ColumnType::Text) return;
  const std::size_t missing = column.dictionary.missing_count();
  std::vector<bool> number(column.dictionary.size(), false);
  for (std::size_t code = missing; code < number.size(); ++code) {
    number[code] = parse_number(column.dictionary.text(static_cast<ValueId>(code))).has_value();
  }
  std::size_t numbers = 0;
  std::size_t others = 0;
  std::size_t first = 0;
  for (std::size_t r = 0; r < column.codes.size(); ++r) {
    if (column.codes[r] < missing) continue;
    if (number[column.codes[r]]) {
      ++numbers;
    } else if (others++ == 0) {
      first = r;
    }
  }
  constexpr std::size_t kPerSlip = 10;  // numbers beside each cell that is not one
  if (others == 0 || numbers < kPerSlip * others) return;
  run.warn(fmt::format(
      "column {} is treated as text: {} of its {} values {} not a number, the first {} in record "
      "{}; correct {} to have a numeric column, or accept it with --type {}=nominal",
      quote_for_message(column.name), others, numbers + others, others == 1 ? "is" : "are",
      quote_for_message(column.text(static_cast<RowId>(first))), first + 1,
      others == 1 ? "it" : "them", column.name));
}

}  // namespace

Table read_for_mining(const MiningInput& input, std::string_view class_name, const Run& run) {
  Table table = read_plain_table(input.table, run).table;
  const auto& chosen = input.columns;
  for (const Column& column : table.all()) {
    const bool used =
        chosen.empty() || std::find(chosen.begin(), chosen.end(), column.name) != chosen.end();
    const bool said = wish_for(input.table.csv.columns, column.name).type.has_value();
    if (used && !said && column.name != class_name) warn_of_slip(column, run);
  }
  return table;
}

Table read_chosen(const MiningInput& input, const Run& run) {
  Table table = read_for_mining(input, {}, run);
  return input.columns.empty() ? table : table.select_columns(chosen_columns(input, table, {}));
}

Table read_classified(const MiningInput& input, const std::string& class_name, const Run& run) {
  Table table = read_for_mining(input, class_name, run);
  if (input.columns.empty()) return table;
  const AttributeId class_column = table.require(class_name, "--class");
  auto chosen = chosen_columns(input, table, {class_column});
  chosen.push_back(class_column);
  std::sort(chosen.begin(), chosen.end());
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  return table.select_columns(chosen);
}

std::vector<AttributeId> chosen_columns(const MiningInput& input, const Table& table,
                                        const std::vector<AttributeId>& taken) {
  auto chosen = named_columns(input.columns, table, "columns");
  const auto is_taken = [&](AttributeId id) {
    return std::find(taken.begin(), taken.end(), id) != taken.end();
  };
  for (const AttributeId id : chosen) {
    if (!is_taken(id)) continue;
    throw Error(ErrorCode::Usage,
                "column " + quote_for_message(table.column(id).name) +
                    " is already named by another option",
                {.parameter = "--columns"});
  }
  for (AttributeId id = 0; input.columns.empty() && id < table.columns(); ++id) {
    if (!is_taken(id)) chosen.push_back(id);
  }
  return chosen;
}

std::vector<AttributeId> named_columns(const std::vector<std::string>& names, const Table& table,
                                       std::string_view flag) {
  std::vector<AttributeId> out;
  for (const auto& name : names) {
    const AttributeId id = table.require(name, "--" + std::string(flag));
    if (std::find(out.begin(), out.end(), id) != out.end()) {
      throw Error(ErrorCode::Usage, "column " + quote_for_message(name) + " is named twice",
                  {.parameter = "--" + std::string(flag)});
    }
    out.push_back(id);
  }
  return out;
}

RunFiles mining_files(const MiningInput& input, const ModelFiles& files) {
  RunFiles out;
  out.reads(input.table.path, "the table");
  out.writes(files.save, "the model", "save");
  out.writes(files.report, "the report", "report");
  return out;
}

std::string write_model(const ModelFiles& files, const std::function<std::string()>& model,
                        const std::function<std::string()>& page, const Run& run) {
  OutputFiles outputs;
  if (files.save) outputs.add(files.save, model());
  if (files.report) outputs.add(files.report, page());
  outputs.commit(run);
  return outputs.standard_output();
}

}  // namespace privet::job
