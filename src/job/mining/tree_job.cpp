// SPDX-License-Identifier: Apache-2.0
#include "job/mining/tree_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/counted.h"
#include "base/error.h"
#include "engine/sql_tree.h"
#include "job/input/engine_input.h"
#include "job/mining/classifier.h"
#include "job/mining/engine_table.h"
#include "mining/join/join_oracle.h"
#include "mining/tree/training_rows.h"
#include "mining/tree/tree.h"
#include "mining/tree/tree_text.h"

namespace privet::job {
namespace {

constexpr std::array<std::string_view, 3> kAlgorithms{"id3", "c45", "c45r8"};
constexpr std::array<std::string_view, 2> kYesNo{"yes", "no"};
constexpr std::array<std::string_view, 2> kMissing{"heaviest", "fractional"};
constexpr std::array<std::string_view, 3> kCriteria{"gain", "ratio", "gini"};
constexpr std::array<std::string_view, 2> kStopping{"textbook", "weka"};
constexpr std::array<Renamed, 1> kOldStopping{{{"stated", "textbook"}}};
constexpr std::array<std::string_view, 2> kNominal{"multiway", "one-against-rest"};
constexpr std::array<std::string_view, 2> kLimits{"corrected", "normal"};
constexpr std::array<std::string_view, 3> kTreeViews{"tree", "rules", "dot"};

// What C4.5 added later can be had one by one.
void add_release_8(const Settings& settings, bool id3, mining::TreeOptions& out) {
  for (const std::string_view flag : {"numeric-penalty", "subtree-raising", "missing"}) {
    if (!settings.given(flag) || !id3) continue;
    throw Error(ErrorCode::Usage, "applies only to --algorithm c45 and c45r8",
                settings.place(flag));
  }
  if (settings.given("numeric-penalty")) out.penalty = settings.text("numeric-penalty") == "yes";
  if (settings.given("subtree-raising")) out.raising = settings.text("subtree-raising") == "yes";
  if (settings.given("missing")) out.fractional = settings.text("missing") == "fractional";
  if (out.criterion == mining::Criterion::Gini) {
    if (settings.given("numeric-penalty") && out.penalty) {
      throw Error(ErrorCode::Usage, "the penalty is in bits and does not go with the Gini index",
                  settings.place("numeric-penalty"));
    }
    out.penalty = false;
  }
}

mining::TreeOptions tree_options(const Settings& settings) {
  const bool id3 = settings.text("algorithm") == "id3";
  const bool r8 = settings.text("algorithm") == "c45r8";
  mining::TreeOptions out = id3  ? mining::id3_options()
                            : r8 ? mining::c45r8_options()
                                 : mining::c45_options();
  if (settings.given("criterion")) {
    const std::string criterion = settings.text("criterion");
    out.criterion = criterion == "gain"    ? mining::Criterion::Gain
                    : criterion == "ratio" ? mining::Criterion::Ratio
                                           : mining::Criterion::Gini;
  }
  out.weka = settings.text("stopping") == "weka";
  if (out.weka && !id3) {
    throw Error(ErrorCode::Usage, "weka applies only to --algorithm id3",
                settings.place("stopping"));
  }
  if (settings.text("nominal") == "one-against-rest") {
    out.nominal = mining::NominalSplit::OneAgainstRest;
  }
  if (settings.given("min-leaf")) {
    if (id3) {
      throw Error(ErrorCode::Usage, "applies only to --algorithm c45 and c45r8",
                  settings.place("min-leaf"));
    }
    out.min_leaf = settings.count("min-leaf");
  }
  if (settings.given("max-depth")) out.max_depth = settings.count("max-depth");
  if (settings.given("confidence")) out.confidence = settings.real("confidence");
  if (settings.text("error-limit") == "normal") out.limit = mining::ErrorLimit::Normal;
  add_release_8(settings, id3, out);
  return out;
}

std::vector<std::optional<std::string>> classify(const mining::TreeModel& model, const Table& table,
                                                 const Run& run) {
  std::vector<std::optional<std::string>> out;
  for (const auto label : mining::predict(model, table, run)) {
    if (label < model.classes.size()) {
      out.emplace_back(model.classes[label]);
    } else {
      out.emplace_back(std::nullopt);
    }
  }
  return out;
}

// They are in no tree, and whoever looks for them there should know why.
void warn_of_constant(const Column& column, const Run& run) {
  run.warn(fmt::format("column {} is left out: it has the same value in every row",
                       quote_for_message(column.name)));
}

void warn_of_constants(const Table& table, AttributeId class_column, const Run& run) {
  for (AttributeId id = 0; id < table.columns(); ++id) {
    const Column& column = table.column(id);
    if (id == class_column || column.codes.empty()) continue;
    const bool same = std::all_of(column.codes.begin(), column.codes.end(),
                                  [&](ValueId code) { return code == column.codes.front(); });
    if (same) warn_of_constant(column, run);
  }
}

}  // namespace

Parameter mine_tree_file() {
  auto out = table_file();
  out.repeatable = true;
  return out;
}

std::vector<Parameter> mine_tree_parameters() {
  return mining_parameters(joined(
      {join_parameters(),
       with_validation(
           {class_parameter(),
            {.name = "algorithm",
             .kind = ParameterKind::Choice,
             .summary =
                 "id3 (nominal columns only), c45 (like C4.5: numeric cuts, pruning), or c45r8 "
                 "(with what release 8 added: a penalty for numeric cuts, subtree raising, rows "
                 "without a value in every branch).",
             .placeholder = "NAME",
             .default_text = "c45",
             .choices = kAlgorithms},
            {.name = "criterion",
             .kind = ParameterKind::Choice,
             .summary =
                 "How tests are compared: information gain, gain ratio or Gini index. If not "
                 "given, gain for id3 and ratio for c45 and c45r8.",
             .placeholder = "NAME",
             .choices = kCriteria},
            {.name = "stopping",
             .kind = ParameterKind::Choice,
             .summary =
                 "When id3 stops: textbook splits while columns remain, even at zero gain; weka "
                 "stops at zero gain, as Weka's Id3 does.",
             .placeholder = "RULE",
             .default_text = "textbook",
             .choices = kStopping,
             .formerly = "rules",
             .renamed_choices = kOldStopping},
            {.name = "nominal",
             .kind = ParameterKind::Choice,
             .summary =
                 "How nominal columns are split: one branch per value, or one value against the "
                 "rest.",
             .placeholder = "HOW",
             .default_text = "multiway",
             .choices = kNominal},
            {.name = "min-leaf",
             .kind = ParameterKind::Count,
             .summary =
                 "With c45 and c45r8: a test needs two branches with at least N rows each; 2 if "
                 "not given.",
             .placeholder = "N",
             .min = 1},
            max_depth_parameter(),
            {.name = "confidence",
             .kind = ParameterKind::Real,
             .summary =
                 "The confidence of pessimistic pruning; 0 prunes nothing. If not given, 0.25 "
                 "for c45 and c45r8 and 0 for id3.",
             .placeholder = "P",
             .min = 0,
             .max = 0.499},
            {.name = "error-limit",
             .kind = ParameterKind::Choice,
             .summary = "The upper limit of the error rate that pruning uses: corrected for small "
                        "leaves as in C4.5, or the normal approximation.",
             .placeholder = "HOW",
             .default_text = "corrected",
             .choices = kLimits,
             .formerly = "limit"},
            {.name = "numeric-penalty",
             .kind = ParameterKind::Choice,
             .summary =
                 "Whether a numeric cut pays log2(cuts tried) / rows of its gain. If not given, "
                 "no for c45 and yes for c45r8.",
             .placeholder = "YES|NO",
             .choices = kYesNo},
            {.name = "subtree-raising",
             .kind = ParameterKind::Choice,
             .summary =
                 "Whether pruning may put the largest branch in its node's place. If not given, "
                 "no for c45 and yes for c45r8.",
             .placeholder = "YES|NO",
             .choices = kYesNo},
            {.name = "missing",
             .kind = ParameterKind::Choice,
             .summary =
                 "Where rows without a value go: with the branch of most rows, or into every "
                 "branch in part. If not given, heaviest for c45 and fractional for c45r8.",
             .placeholder = "HOW",
             .choices = kMissing},
            {.name = "view",
             .kind = ParameterKind::Choice,
             .summary =
                 "Show the tree as an indented tree, as a list of rules, or as Graphviz DOT.",
             .placeholder = "FORM",
             .default_text = "tree",
             .choices = kTreeViews},
            {.name = "predict",
             .kind = ParameterKind::File,
             .summary = "Print the predicted class of every row of this table.",
             .placeholder = "FILE"},
            save_parameter(),
            page_parameter()},
           "The seed of the random folds."),
       database_parameters()}));
}

namespace {

// The one FILE, or all of --tables.
void add_input(const Settings& settings, MineTreeOptions& out) {
  auto files = settings.list("file");
  out.explain_join = settings.flag("explain-join");
  if (settings.given("tables")) {
    files.insert(files.begin(), settings.text("tables"));
    out.join = join_input(settings, files);
    return;
  }
  for (const std::string_view flag : {"join", "explain-join"}) {
    if (!settings.given(flag)) continue;
    throw Error(ErrorCode::Usage, "applies only with --tables", settings.place(flag));
  }
  if (files.size() > 1) {
    throw Error(ErrorCode::Usage,
                fmt::format("{} is one argument too many; several tables are given by --tables",
                            quote_for_message(files[1])));
  }
  out.input = mining_input(settings);
}

}  // namespace

MineTreeOptions mine_tree_options(const Settings& settings) {
  if (wants_engine(settings)) {
    static constexpr std::array<std::string_view, 6> kOfRows{"tables",  "cross-validate", "folds",
                                                             "repeats", "seed",           "report"};
    refuse_settings(settings, kOfRows);
  }
  MineTreeOptions out{.class_name = settings.text("class"),
                      .tree = tree_options(settings),
                      .validation = validation(settings),
                      .files = model_files(settings)};
  add_input(settings, out);
  if (settings.given("predict")) out.predict = table_source(settings, settings.text("predict"));
  const std::string view = settings.text("view");
  if (view != "tree") out.view = view == "rules" ? TreeView::Rules : TreeView::Dot;
  return out;
}

namespace {

void predict_and_write(const MineTreeOptions& options, MineTreeOutcome& out, const Run& run) {
  if (options.predict)
    out.predictions = classify(out.model, read_plain_table(*options.predict, run).table, run);
  out.standard_output = write_model(
      options.files, [&] { return mining::save_tree(out.model); },
      [&] { return options.page(out); }, run);
}

RunFiles files_of(const MineTreeOptions& options) {
  RunFiles files;
  if (options.join) {
    for (const auto& table : options.join->tables) files.reads(table.path, "a table of --tables");
    files.writes(options.files.save, "the model", "save");
    files.writes(options.files.report, "the report", "report");
  } else {
    files = mining_files(options.input, options.files);
  }
  if (options.predict) files.reads(options.predict->path, "the table of --predict");
  return files;
}

MineTreeOutcome run_over_join(const MineTreeOptions& options, const Run& run) {
  const auto problem = read_join(*options.join, run);
  mining::check_join_options(options.tree);
  MineTreeOutcome out;
  JoinedFrom join{.tables = options.join->names,
                  .target = problem.target,
                  .sizes = mining::join_sizes(problem, run),
                  .learned = !options.explain_join};
  for (const auto& table : options.join->tables) join.files.push_back(table.path);
  out.from = {join.files[join.target], join.sizes.joined[join.target], options.validation};
  if (join.learned) {
    out.model = mining::learn_join_tree(problem, options.tree, run);
    join.joined_accuracy = mining::joined_accuracy(out.model);
    out.quality =
        mining::judge_join_tree(problem, out.model, options.tree, options.validation, run);
  }
  out.join = std::move(join);
  if (out.join->learned) predict_and_write(options, out, run);
  return out;
}

// As warn_about and warn_of_constants do of rows in memory.
void warn_in_engine(const engine::SqlTree& rows, const Table& values, AttributeId of_class,
                    const Run& run) {
  const std::string& name = values.column(of_class).name;
  if (rows.dropped() > 0) {
    run.warn(fmt::format("{} no value in the class column {} and {} left out",
                         counted(rows.dropped(), "row has", "rows have"), quote_for_message(name),
                         rows.dropped() == 1 ? "is" : "are"));
  }
  if (rows.classes() == 1) {
    run.warn(fmt::format("the class column {} has one value only; there is nothing to learn",
                         quote_for_message(name)));
  }
  for (AttributeId id = 0; id < values.columns(); ++id) {
    if (id != of_class && values.column(id).dictionary.size() == 1) {
      warn_of_constant(values.column(id), run);
    }
  }
}

MineTreeOutcome learn_in_engine(const MineTreeOptions& options, const Run& run) {
  EngineTable table(options.input, options.class_name, run);
  const AttributeId of_class = table.values().require(options.class_name, "--class");
  std::vector<engine::LearnedColumn> columns;
  for (AttributeId c = 0; c < table.values().columns(); ++c) {
    if (c != of_class) columns.push_back(table.column(c));
  }
  MineTreeOutcome out;
  out.measured = false;
  auto header = mining::tree_header(table.values(), of_class, options.tree);
  engine::SqlTree rows(table.shards(), std::move(columns), table.column(of_class), options.tree,
                       run);
  warn_in_engine(rows, table.values(), of_class, run);
  out.from = {options.input.table.path, static_cast<std::size_t>(rows.rows())};
  out.model = mining::grow_counted_tree(rows, std::move(header), options.tree, run);
  predict_and_write(options, out, run);
  return out;
}

}  // namespace

MineTreeOutcome run_mine_tree(const MineTreeOptions& options, const Run& run) {
  files_of(options).check();
  if (!options.input.engine.empty()) return learn_in_engine(options, run);
  if (options.join) return run_over_join(options, run);
  const Table table = read_classified(options.input, options.class_name, run);
  const AttributeId class_column = table.require(options.class_name, "--class");
  warn_of_constants(table, class_column, run);
  MineTreeOutcome out;
  out.from = {options.input.table.path, table.rows(), options.validation};
  out.model = mining::learn_tree(table, class_column, options.tree, run);
  out.quality = measured_quality(
      out.model, table, class_column, options.validation,
      [&] {
        return mining::assess_tree(table, class_column, options.tree, options.validation, run);
      },
      run);
  predict_and_write(options, out, run);
  return out;
}

}  // namespace privet::job
