// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/mine_input.h"
#include "base/counted.h"
#include "base/json.h"
#include "mining/bayes/bayes.h"
#include "mining/tree/training_rows.h"
#include "report/mining_page.h"

namespace privet::cli {
namespace {

int run_bayes(const Settings& settings, Console& console) {
  check_mine_outputs(settings);
  const Table table =
      mine_selection(settings, mine_table(settings, settings.text("file"), console));
  const AttributeId cls = table.require(settings.text("class"), "--class");
  const double laplace = settings.real("laplace");
  const auto model = mining::learn_bayes(table, cls, laplace, console.run());
  mining::Confusion confusion(model.classes.size());
  const bool folds = settings.given("cross-validate");
  if (folds) {
    confusion = mining::cross_validate_bayes(table, cls, laplace, settings.count("cross-validate"),
                                             settings.count("seed"), console.run());
  } else {
    const auto classes = mining::class_column(table, cls);
    const auto given = mining::predict(model, table, console.run());
    for (const RowId row : classes.rows) confusion.add(classes.labels[row], given[row]);
  }
  save_outputs(settings, mining::save_bayes(model),
               [&] { return bayes_page(model, confusion, mined_from(settings, table)); });
  Json rows = Json::array();
  std::string text = fmt::format("accuracy {:.4f} of {} ({})\n\n", confusion.accuracy(),
                                 counted(confusion.rows(), "row"),
                                 folds ? "cross-validated" : "on the training rows");
  for (mining::ClassId truth = 0; truth < confusion.classes(); ++truth) {
    Json row = Json::array();
    text += fmt::format("{}:", model.classes[truth]);
    for (mining::ClassId given = 0; given < confusion.classes(); ++given) {
      row.push_back(confusion.count(truth, given));
      text +=
          fmt::format(" {} as {}", grouped(confusion.count(truth, given)), model.classes[given]);
    }
    text += "\n";
    rows.push_back(std::move(row));
  }
  console.say(text);
  console.answer({{"accuracy", confusion.accuracy()},
                  {"classes", model.classes},
                  {"confusion", std::move(rows)}});
  return 0;
}

}  // namespace

Command mine_bayes_command() {
  return {.path = "mine bayes",
          .summary = "Learn a naive Bayes classifier and measure it.",
          .positionals = mine_positionals(),
          .options = mine_options({class_option(),
                                   {.name = "laplace",
                                    .kind = ParameterKind::Real,
                                    .summary = "Add this to every count of a nominal column.",
                                    .placeholder = "L",
                                    .default_text = "0",
                                    .min = 0},
                                   page_option(),
                                   fold_option(),
                                   seed_option()}),
          .example = "privet mine bayes people.csv --class income --cross-validate 10",
          .run = run_bayes};
}

}  // namespace privet::cli
