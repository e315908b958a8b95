// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

#include "apps/cli/commands.h"
#include "apps/cli/mine_input.h"
#include "apps/cli/paths.h"
#include "base/atomic_file.h"
#include "base/error.h"
#include "base/json.h"
#include "data/csv/write_csv.h"
#include "job/prepare.h"
#include "mining/apply_model.h"
#include "mining/tree/tree_model.h"

namespace privet::cli {
namespace {

std::string label_text(const mining::Answers& answers, std::size_t row) {
  const auto label = answers.labels[row];
  return label < answers.names.size() ? answers.names[label] : "?";
}

std::string score_text(double score) {
  return std::isnan(score) ? "?" : fmt::format("{}", score);
}

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

// The share of rows whose class the model gives, where the table knows the class.
Json accuracy_of(const Table& table, const mining::Answers& answers) {
  const auto truth = table.find(answers.about);
  if (answers.kind == "kmeans" || answers.labels.empty() || !truth) return nullptr;
  const Column& column = table.column(*truth);
  std::size_t known = 0;
  std::size_t right = 0;
  for (std::size_t r = 0; r < table.rows(); ++r) {
    if (column.missing(static_cast<RowId>(r))) continue;
    ++known;
    if (column.text(static_cast<RowId>(r)) == label_text(answers, r)) ++right;
  }
  if (known == 0) return nullptr;
  return static_cast<double>(right) / static_cast<double>(known);
}

Json answer_json(const Table& table, const mining::Answers& answers, const Json& accuracy) {
  Json out{{"kind", answers.kind}, {"about", answers.about}};
  if (!answers.labels.empty() || answers.kind != "cox") {
    out["predictions"] = Json::array();
    for (std::size_t r = 0; r < answers.labels.size(); ++r) {
      const bool known = answers.labels[r] != mining::kNoClass;
      out["predictions"].push_back(known ? Json(label_text(answers, r)) : Json());
    }
  }
  if (!answers.scores.empty()) out["scores"] = answers.scores;  // not a number becomes null
  out["rows"] = table.rows();
  out["accuracy"] = accuracy;
  return out;
}

std::string answer_text(const mining::Answers& answers) {
  std::string text;
  const std::size_t rows = answers.labels.empty() ? answers.scores.size() : answers.labels.size();
  for (std::size_t r = 0; r < rows; ++r) {
    text += answers.labels.empty() ? score_text(answers.scores[r]) : label_text(answers, r);
    text += "\n";
  }
  return text;
}

int run_predict(const Settings& settings, Console& console) {
  refuse_same(settings, "output", "file", "would replace the table; name another file");
  refuse_same(settings, "output", "model", "would replace the model; name another file");
  const bool to_stdout = settings.given("output") && settings.text("output") == "-";
  if (to_stdout) console.claim_output();
  const std::string model = read_text(settings.text("model"), console);
  const Table table = mine_table(settings, settings.text("file"), console);
  const auto answers = mining::apply_model(model, settings.text("model"), table, console.run());
  const auto accuracy = accuracy_of(table, answers);
  if (to_stdout) {
    write_csv(
        with_answers(table, answers), {}, [&](std::string_view s) { console.write(s); },
        console.run());
  } else if (settings.given("output")) {
    AtomicFile file(settings.text("output"));
    write_csv(
        with_answers(table, answers), {}, [&](std::string_view s) { file.write(s); },
        console.run());
    file.commit();
  } else {
    console.say(answer_text(answers));
  }
  if (!accuracy.is_null()) {
    console.say(fmt::format("accuracy {:.4f}: the table has the column {}\n",
                            accuracy.get<double>(), shown(answers.about)));
  }
  console.answer(answer_json(table, answers, accuracy));
  return 0;
}

}  // namespace

Command mine_predict_command() {
  std::vector<Parameter> options{
      {.name = "output",
       .kind = ParameterKind::File,
       .summary = "Write the table with the predictions as further columns; - is standard output.",
       .placeholder = "OUT.csv",
       .letter = 'o'}};
  const auto reading = input_parameters();
  options.insert(options.end(), reading.begin(), reading.end());
  return {.path = "mine predict",
          .summary = "Ask a saved model about the rows of a table.",
          .positionals = {{.name = "model",
                           .kind = ParameterKind::File,
                           .summary = "A model kept with --save: tree, bayes, svm, kmeans or cox.",
                           .placeholder = "MODEL.json",
                           .required = true},
                          {.name = "file",
                           .kind = ParameterKind::File,
                           .summary = "The table: CSV, TSV, ARFF, SQLite, plain or .gz.",
                           .placeholder = "FILE",
                           .required = true}},
          .options = std::move(options),
          .example = "privet mine predict tree.json new.csv -o classified.csv",
          .run = run_predict};
}

}  // namespace privet::cli
