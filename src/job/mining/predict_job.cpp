// SPDX-License-Identifier: Apache-2.0
#include "job/mining/predict_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/counted.h"
#include "base/error.h"
#include "data/file_bytes.h"

namespace privet::job {
namespace {

constexpr std::array<std::string_view, 2> kBadCells{"refuse", "missing"};

// A name that no column has yet.
std::string fresh_name(const Table& table, const std::string& wanted) {
  std::string name = wanted;
  for (int i = 2; table.find(name); ++i) name = fmt::format("{} {}", wanted, i);
  return name;
}

// The table with the answers as further columns.
Table with_answers(const Table& table, const mining::Answers& answers, bool with_probabilities) {
  std::vector<Column> columns(table.all().begin(), table.all().end());
  std::vector<std::string> texts(table.rows());
  if (!answers.labels.empty()) {
    for (std::size_t r = 0; r < texts.size(); ++r) texts[r] = label_text(answers, r);
    columns.push_back(make_column(fresh_name(table, "predicted " + answers.about), texts));
  }
  if (!answers.scores.empty()) {
    for (std::size_t r = 0; r < texts.size(); ++r) texts[r] = score_text(answers.scores[r]);
    const std::string name = answers.labels.empty() ? "predicted " + answers.about : "score";
    columns.push_back(make_column(fresh_name(table, name), texts));
  }
  const std::size_t classes = answers.names.size();
  for (std::size_t c = 0; with_probabilities && c < classes; ++c) {
    for (std::size_t r = 0; r < texts.size(); ++r) {
      texts[r] = score_text(answers.probabilities[r * classes + c]);
    }
    columns.push_back(make_column(fresh_name(table, "probability of " + answers.names[c]), texts));
  }
  return Table(std::move(columns));
}

// The codes of a column that are neither numbers nor missing.
std::vector<bool> bad_codes(const Column& column) {
  std::vector<bool> out(column.dictionary.size(), false);
  for (std::size_t code = column.dictionary.missing_count(); code < out.size(); ++code) {
    out[code] = !parse_number(column.dictionary.text(static_cast<ValueId>(code)));
  }
  return out;
}

// Says where the cell is: the reader of delimited text knows the line.
[[noreturn]] void refuse_cell(const MinePredictOptions& options, const Column& column,
                              std::size_t row, const Run& run) {
  const std::string what = fmt::format(
      "a number is needed, not {}; --bad-cells missing counts such "
      "cells as missing",
      quote_for_message(column.text(static_cast<RowId>(row))));
  if (options.table.path != "-" && table_form(options.table.path) == TableForm::Csv) {
    TableSource again = options.table;
    again.csv.columns.types.emplace_back(column.name, ColumnType::Numeric);
    try {
      static_cast<void>(read_table(again, run));
    } catch (const Error& error) {
      throw Error(ErrorCode::Input, what, error.place());
    }
  }
  throw Error(
      ErrorCode::Input,
      fmt::format("record {}, column {}: {}", row + 1, quote_for_message(column.name), what),
      {.file = options.table.path});
}

// The table with "?" for every text where the model needs a number, and how many these are.
std::pair<Table, std::size_t> without_bad_cells(const Table& table,
                                                const std::vector<AttributeId>& numeric,
                                                const MinePredictOptions& options, const Run& run) {
  std::vector<Column> columns(table.all().begin(), table.all().end());
  std::size_t count = 0;
  for (const AttributeId id : numeric) {
    const Column& column = table.column(id);
    const auto bad = bad_codes(column);
    if (std::none_of(bad.begin(), bad.end(), [](bool one) { return one; })) continue;
    std::vector<std::string> texts(table.rows());
    for (std::size_t r = 0; r < texts.size(); ++r) {
      const bool wrong = bad[column.codes[r]];
      if (wrong && options.bad_cells == BadCells::Refuse) refuse_cell(options, column, r, run);
      texts[r] = wrong ? "?" : std::string(column.text(static_cast<RowId>(r)));
      count += wrong ? 1 : 0;
    }
    columns[id] = make_column(column.name, texts);
  }
  return {Table(std::move(columns)), count};
}

// The accuracy, and that of the commonest class alone.
void measure(const Table& table, MinePredictOutcome& out) {
  const mining::Answers& answers = out.answers;
  const auto truth = table.find(answers.about);
  if (answers.labelled != mining::Labelled::Classes || answers.labels.empty() || !truth) return;
  const Column& column = table.column(*truth);
  std::size_t known = 0;
  std::size_t right = 0;
  std::vector<std::size_t> of_code(column.dictionary.size(), 0);
  for (std::size_t r = 0; r < table.rows(); ++r) {
    if (column.missing(static_cast<RowId>(r))) continue;
    ++known;
    ++of_code[column.codes[r]];
    if (column.text(static_cast<RowId>(r)) == label_text(answers, r)) ++right;
  }
  if (known == 0) return;
  const std::size_t most = *std::max_element(of_code.begin(), of_code.end());
  out.accuracy = static_cast<double>(right) / static_cast<double>(known);
  out.majority = static_cast<double>(most) / static_cast<double>(known);
}

void check_probabilities(const MinePredictOptions& options, const mining::Answers& answers) {
  if (!options.probabilities || !answers.probabilities.empty()) return;
  throw Error(
      ErrorCode::Usage,
      answers.no_probabilities.empty()
          ? fmt::format("a model of kind {} gives no probabilities of classes", answers.kind)
          : answers.no_probabilities,
      {.parameter = "--probabilities"});
}

}  // namespace

std::string label_text(const mining::Answers& answers, std::size_t row) {
  const auto label = answers.labels[row];
  return label < answers.names.size() ? answers.names[label] : "?";
}

std::string score_text(double score) {
  return std::isnan(score) ? "?" : fmt::format("{}", score);
}

std::vector<Parameter> mine_predict_positionals() {
  return {
      {.name = "model",
       .kind = ParameterKind::File,
       .summary = "A model written by --save of mine tree, forest, boost, bayes, svm, logistic, "
                  "linear, kmeans or cox.",
       .placeholder = "MODEL.json",
       .required = true},
      table_file()};
}

std::vector<Parameter> mine_predict_parameters() {
  return joined({{{.name = "output",
                   .kind = ParameterKind::File,
                   .summary = "Write the table with the predictions as further columns to this "
                              "file; - is standard output.",
                   .placeholder = "OUT.csv",
                   .letter = 'o'},
                  {.name = "bad-cells",
                   .kind = ParameterKind::Choice,
                   .summary = "Texts where the model needs a number: refuse the table, naming the "
                              "first, or count each as missing.",
                   .placeholder = "HOW",
                   .default_text = "refuse",
                   .choices = kBadCells},
                  {.name = "probabilities",
                   .kind = ParameterKind::Flag,
                   .summary = "Also give the probability of every class, as further columns."}},
                 input_parameters()});
}

MinePredictOptions mine_predict_options(const Settings& settings) {
  return {
      .model = settings.text("model"),
      .table = table_source(settings, settings.text("file")),
      .output = given_text(settings, "output"),
      .bad_cells = settings.text("bad-cells") == "missing" ? BadCells::Missing : BadCells::Refuse,
      .probabilities = settings.flag("probabilities")};
}

MinePredictOutcome run_mine_predict(const MinePredictOptions& options, const Run& run) {
  RunFiles files;
  files.reads(options.model, "the model");
  files.reads(options.table.path, "the table");
  files.writes_table(options.output, "the output", "output");
  files.check();
  const FileBytes model(options.model, run);
  const Table table = read_plain_table(options.table, run).table;
  const auto numeric = mining::numeric_inputs(model.view(), options.model, table);
  auto [usable, bad] = without_bad_cells(table, numeric, options, run);
  MinePredictOutcome out;
  out.answers = mining::apply_model(model.view(), options.model, usable, run);
  if (table.rows() > 0) check_probabilities(options, out.answers);
  out.rows = table.rows();
  out.bad_cells = bad;
  if (bad > 0) {
    run.warn(fmt::format("{}: {} where the model needs a number; counted as missing",
                         options.table.path, counted(bad, "cell is a text", "cells are texts")));
  }
  measure(table, out);
  if (options.output) {
    std::string bytes;
    write_checked_bytes(
        with_answers(table, out.answers, options.probabilities), *options.output, {}, "answers",
        [&](std::string_view piece) { bytes += piece; }, run);
    OutputFiles outputs;
    outputs.add(options.output, bytes);
    outputs.commit(run);
    out.standard_output = outputs.standard_output();
  }
  return out;
}

}  // namespace privet::job
