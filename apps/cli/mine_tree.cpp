// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>

#include "apps/cli/commands.h"
#include "apps/cli/mine_input.h"
#include "base/counted.h"
#include "base/error.h"
#include "base/json.h"
#include "mining/tree/training_rows.h"
#include "mining/tree/tree.h"
#include "mining/tree/tree_text.h"
#include "report/mining_page.h"

namespace privet::cli {
namespace {

constexpr std::array<std::string_view, 2> kAlgorithms{"id3", "c45"};
constexpr std::array<std::string_view, 3> kCriteria{"gain", "ratio", "gini"};
constexpr std::array<std::string_view, 2> kRules{"stated", "weka"};
constexpr std::array<std::string_view, 2> kNominal{"multiway", "one-against-rest"};
constexpr std::array<std::string_view, 2> kLimits{"corrected", "normal"};
constexpr std::array<std::string_view, 3> kViews{"tree", "rules", "dot"};

mining::TreeOptions tree_options(const Settings& settings) {
  const bool id3 = settings.text("algorithm") == "id3";
  mining::TreeOptions options = id3 ? mining::id3_options() : mining::c45_options();
  if (settings.given("criterion")) {
    const std::string criterion = settings.text("criterion");
    options.criterion = criterion == "gain"    ? mining::Criterion::Gain
                        : criterion == "ratio" ? mining::Criterion::Ratio
                                               : mining::Criterion::Gini;
  }
  options.weka = settings.text("rules") == "weka";
  if (options.weka && !id3) {
    throw Error(ErrorCode::Usage, "Weka's rules are for --algorithm id3", settings.place("rules"));
  }
  if (settings.text("nominal") == "one-against-rest") {
    options.nominal = mining::NominalSplit::OneAgainstRest;
  }
  if (settings.given("min-leaf")) {
    if (id3) {
      throw Error(ErrorCode::Usage, "a minimum leaf is for --algorithm c45",
                  settings.place("min-leaf"));
    }
    options.min_leaf = settings.count("min-leaf");
  }
  if (settings.given("max-depth")) options.max_depth = settings.count("max-depth");
  if (settings.given("confidence")) options.confidence = settings.real("confidence");
  if (settings.text("limit") == "normal") options.limit = mining::ErrorLimit::Normal;
  return options;
}

std::string shown_tree(const mining::TreeModel& model, const std::string& view) {
  if (view == "dot") return mining::tree_dot(model);
  if (view == "tree") return mining::draw_tree(model);
  return fmt::format("{}\n", fmt::join(mining::tree_rules(model), "\n"));
}

// The classes of another table's rows: told, and in the answer.
void predict_file(const mining::TreeModel& model, const Settings& settings, Console& console,
                  Json& answer) {
  const Table table = mine_table(settings, settings.text("predict"), console);
  answer["predictions"] = Json::array();
  std::string text;
  for (const auto label : mining::predict(model, table, console.run())) {
    const bool known = label < model.classes.size();
    answer["predictions"].push_back(known ? Json(model.classes[label]) : Json());
    text += (known ? model.classes[label] : "?") + "\n";
  }
  console.say(text);
}

mining::Confusion training_confusion(const mining::TreeModel& model, const Table& table,
                                     AttributeId cls, const Run& run) {
  const auto classes = mining::class_column(table, cls);
  const auto given = mining::predict(model, table, run);
  mining::Confusion confusion(classes.classes.size());
  for (const RowId row : classes.rows) confusion.add(classes.labels[row], given[row]);
  return confusion;
}

int run_tree(const Settings& settings, Console& console) {
  check_mine_outputs(settings);
  const Table table =
      mine_selection(settings, mine_table(settings, settings.text("file"), console));
  const AttributeId cls = table.require(settings.text("class"), "--class");
  const auto options = tree_options(settings);
  const auto model = mining::learn_tree(table, cls, options, console.run());
  const bool folds = settings.given("cross-validate");
  const auto confusion =
      folds ? mining::cross_validate_tree(table, cls, options, settings.count("cross-validate"),
                                          settings.count("seed"), console.run())
            : training_confusion(model, table, cls, console.run());
  const double accuracy = confusion.accuracy();
  save_outputs(settings, mining::save_tree(model),
               [&] { return tree_page(model, confusion, mined_from(settings, table)); });
  Json answer{{"nodes", model.nodes.size()},
              {"leaves", model.leaves()},
              {"depth", model.depth()},
              {"tree", Json::parse(mining::canonical_tree(model))},
              {"accuracy", accuracy}};
  console.say(shown_tree(model, settings.text("view")));
  console.say(fmt::format("\n{}, {}, depth {}; accuracy {:.4f} ({})\n",
                          counted(model.nodes.size(), "node"),
                          counted(model.leaves(), "leaf", "leaves"), model.depth(), accuracy,
                          folds ? "cross-validated" : "on the training rows"));
  if (settings.given("predict")) predict_file(model, settings, console, answer);
  console.answer(answer);
  return 0;
}

std::vector<Parameter> tree_parameters() {
  return {class_option(),
          {.name = "algorithm",
           .kind = ParameterKind::Choice,
           .summary = "ID3 (nominal columns) or like C4.5 (numeric cuts, pruning).",
           .default_text = "c45",
           .choices = kAlgorithms},
          {.name = "criterion",
           .kind = ParameterKind::Choice,
           .summary = "What a test is judged by; gain for ID3 and ratio for C4.5 if not given.",
           .choices = kCriteria},
          {.name = "rules",
           .kind = ParameterKind::Choice,
           .summary = "ID3's stopping rules: go on at zero gain, or as Weka's Id3.",
           .default_text = "stated",
           .choices = kRules},
          {.name = "nominal",
           .kind = ParameterKind::Choice,
           .summary = "A branch for each value, or one value against the rest.",
           .default_text = "multiway",
           .choices = kNominal},
          {.name = "min-leaf",
           .kind = ParameterKind::Count,
           .summary = "C4.5: at least two branches hold this many rows (2 if not given).",
           .placeholder = "N",
           .min = 1},
          {.name = "max-depth",
           .kind = ParameterKind::Count,
           .summary = "Stop at this depth.",
           .placeholder = "N",
           .min = 1},
          {.name = "confidence",
           .kind = ParameterKind::Real,
           .summary = "Of pessimistic pruning (C4.5: 0.25); 0 prunes nothing.",
           .placeholder = "P",
           .min = 0,
           .max = 0.499},
          {.name = "limit",
           .kind = ParameterKind::Choice,
           .summary = "The confidence limit: corrected as C4.5, or the plain normal approximation.",
           .default_text = "corrected",
           .choices = kLimits},
          {.name = "view",
           .kind = ParameterKind::Choice,
           .summary = "How to show the tree.",
           .default_text = "tree",
           .choices = kViews},
          {.name = "predict",
           .kind = ParameterKind::File,
           .summary = "Give the class of every row of this table.",
           .placeholder = "FILE"},
          page_option(),
          fold_option(),
          seed_option()};
}

}  // namespace

Command mine_tree_command() {
  return {.path = "mine tree",
          .summary = "Learn a decision tree.",
          .positionals = mine_positionals(),
          .options = mine_options(tree_parameters()),
          .example = "privet mine tree weather.csv --class play --algorithm id3",
          .run = run_tree};
}

}  // namespace privet::cli
