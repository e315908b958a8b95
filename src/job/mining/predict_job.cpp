// SPDX-License-Identifier: Apache-2.0
#include "job/mining/predict_job.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "data/csv/write_csv.h"
#include "data/file_bytes.h"

namespace privet::job {
namespace {

// A name that no column has yet.
std::string fresh_name(const Table& table, const std::string& wanted) {
  std::string name = wanted;
  for (int i = 2; table.find(name); ++i) name = fmt::format("{} {}", wanted, i);
  return name;
}

// The table with the answers as further columns.
Table with_answers(const Table& table, const mining::Answers& answers) {
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
  return Table(std::move(columns));
}

std::optional<double> accuracy_of(const Table& table, const mining::Answers& answers) {
  const auto truth = table.find(answers.about);
  if (answers.kind == "kmeans" || answers.labels.empty() || !truth) return std::nullopt;
  const Column& column = table.column(*truth);
  std::size_t known = 0;
  std::size_t right = 0;
  for (std::size_t r = 0; r < table.rows(); ++r) {
    if (column.missing(static_cast<RowId>(r))) continue;
    ++known;
    if (column.text(static_cast<RowId>(r)) == label_text(answers, r)) ++right;
  }
  if (known == 0) return std::nullopt;
  return static_cast<double>(right) / static_cast<double>(known);
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
  return {{.name = "model",
           .kind = ParameterKind::File,
           .summary = "A model written by --save of mine tree, bayes, svm, kmeans or cox.",
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
                   .letter = 'o'}},
                 input_parameters()});
}

MinePredictOptions mine_predict_options(const Settings& settings) {
  return {.model = settings.text("model"),
          .table = table_source(settings, settings.text("file")),
          .output = given_text(settings, "output")};
}

MinePredictOutcome run_mine_predict(const MinePredictOptions& options, const Run& run) {
  RunFiles files;
  files.reads(options.model, "the model");
  files.reads(options.table.path, "the table");
  files.writes(options.output, "the output", "output");
  files.check();
  const FileBytes model(options.model, run);
  const Table table = read_plain_table(options.table, run).table;
  MinePredictOutcome out{.answers = mining::apply_model(model.view(), options.model, table, run),
                         .rows = table.rows()};
  out.accuracy = accuracy_of(table, out.answers);
  if (options.output) {
    OutputFiles outputs;
    outputs.add(options.output, csv_text(with_answers(table, out.answers), {}, run));
    outputs.commit(run);
    out.standard_output = outputs.standard_output();
  }
  return out;
}

}  // namespace privet::job
