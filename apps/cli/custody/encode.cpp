// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "apps/cli/custody/commands.h"
#include "apps/cli/custody/input.h"
#include "apps/cli/paths.h"
#include "base/atomic_file.h"
#include "base/counted.h"
#include "base/error.h"
#include "base/json.h"
#include "custody/decode.h"
#include "custody/encode.h"
#include "custody/key_file.h"
#include "data/formats/open_table.h"
#include "mining/tree/tree.h"
#include "report/text/numbers.h"
#include "report/text/text_table.h"

namespace privet::cli {
namespace {

constexpr std::array<std::string_view, 2> kLevels{"order", "monochromatic"};
constexpr std::array<std::string_view, 2> kMethods{"choosebp", "choosemaxmp"};
constexpr std::array<std::string_view, 5> kLearners{"any", "privet", "privet-leaf1", "j48", "id3"};
constexpr std::array<std::string_view, 3> kNominal{"random", "sorted", "none"};
constexpr std::array<std::string_view, 2> kClass{"sorted", "none"};

std::vector<custody::Family> families(const Settings& settings) {
  std::vector<custody::Family> out;
  for (const auto& name : settings.list("functions")) {
    const auto* const at =
        std::find(std::begin(custody::kFamilyNames), std::end(custody::kFamilyNames), name);
    if (at == std::end(custody::kFamilyNames)) {
      throw Error(ErrorCode::Usage,
                  fmt::format("there are no functions {}; choose of {}", shown(name),
                              fmt::join(custody::kFamilyNames, ", ")),
                  settings.place("functions"));
    }
    out.push_back(static_cast<custody::Family>(at - std::begin(custody::kFamilyNames)));
  }
  return out;
}

custody::EncodeOptions encode_options(const Settings& settings, const Table& table) {
  custody::EncodeOptions out;
  const bool free = settings.text("level") == "monochromatic";
  const std::string nominal = settings.text("rename-nominal");
  out.combination = {.level = free ? custody::Level::Monochromatic : custody::Level::Order,
                     .learner = settings.text("learner"),
                     .learner_given = settings.given("learner"),
                     .anti = settings.flag("anti"),
                     .nominal = nominal == "random"   ? custody::Renaming::Random
                                : nominal == "sorted" ? custody::Renaming::Sorted
                                                      : custody::Renaming::None,
                     .shuffle_columns = settings.flag("shuffle-columns"),
                     .accept_ties = settings.flag("accept-ties")};
  const bool widest = settings.given("method") ? settings.text("method") == "choosemaxmp" : free;
  out.method = widest ? custody::Method::ChooseMaxMp : custody::Method::ChooseBp;
  if (settings.given("min-width") && !widest) {
    throw Error(ErrorCode::Usage, "a minimum width is for --method choosemaxmp",
                settings.place("min-width"));
  }
  if (settings.given("breakpoints")) out.breakpoints = settings.count("breakpoints");
  out.min_width = settings.count("min-width");
  if (settings.given("functions")) out.families = families(settings);
  out.rename_class = settings.text("rename-class") == "sorted";
  out.hide_names = settings.flag("hide-names");
  for (const auto& name : settings.list("columns")) {
    out.columns.push_back(table.require(name, "--columns"));
  }
  return out;
}

// A key cannot be made again: the one there may be all that opens an earlier encoding.
void check_files(const Settings& settings) {
  refuse_same(settings, "output", "file", "would replace the table; name another file");
  refuse_same(settings, "output", "key", "would replace the key; name another file");
  refuse_same(settings, "output", "passphrase-file",
              "would replace the passphrase; name another file");
  if (settings.text("output") == "-") {
    throw Error(ErrorCode::Usage, "the encoded table goes into a file", settings.place("output"));
  }
  if (settings.text("key") == "-") {
    throw Error(ErrorCode::Usage, "the key goes into a file", settings.place("key"));
  }
  if (std::filesystem::exists(settings.text("key"))) {
    throw Error(ErrorCode::Usage,
                fmt::format("{} exists; a key cannot be made again, so it is not replaced: name "
                            "another file",
                            settings.text("key")),
                settings.place("key"));
  }
}

// Mines both tables with our learner and compares; what --verify asks for.
void verify(const custody::Encoded& encoded, const Table& table, AttributeId cls,
            const std::string& learner, Console& console) {
  mining::TreeOptions options = learner == "id3" ? mining::id3_options() : mining::c45_options();
  if (learner == "privet-leaf1") options.min_leaf = 1;
  std::vector<AttributeId> kept;
  for (const auto& column : encoded.coding.columns) kept.push_back(column.source);
  std::sort(kept.begin(), kept.end());
  const Table own_table = table.select_columns(kept);
  const auto own_class =
      static_cast<AttributeId>(std::find(kept.begin(), kept.end(), cls) - kept.begin());
  const auto own = mining::learn_tree(own_table, own_class, options, console.run());
  const auto strange =
      mining::learn_tree(encoded.table, encoded.coding.class_position, options, console.run());
  const auto back =
      custody::decode_against({.model = strange}, encoded.coding, table, encoded.table,
                              "the encoded table's tree", console.run());
  if (back == own) return;
  throw Error(ErrorCode::Infeasible,
              "the tree of the encoded table decodes to another one than the original's (a tie was "
              "broken by names or places); nothing was written",
              {.parameter = "--verify"});
}

std::string kind_text(const custody::ColumnReport& column) {
  switch (column.kind) {
    case custody::ColumnKind::Kept:
      return "kept";
    case custody::ColumnKind::Renamed:
      return "renamed";
    case custody::ColumnKind::Numeric:
      return "numeric";
  }
  return {};
}

void tell(const custody::Encoded& encoded, const Settings& settings, Console& console) {
  auto columns = Json::array();
  TextTable shown_columns{.columns = {{.heading = "column"},
                                      {.heading = "encoded as"},
                                      {.heading = "kind"},
                                      number_column("values"),
                                      number_column("pieces"),
                                      number_column("dealt at random"),
                                      {.heading = "direction"}}};
  for (const auto& column : encoded.columns) {
    const bool numeric = column.kind == custody::ColumnKind::Numeric;
    columns.push_back({{"name", column.original},
                       {"encoded", column.encoded},
                       {"kind", kind_text(column)},
                       {"values", column.values},
                       {"pieces", column.pieces},
                       {"dealt_values", column.dealt_values},
                       {"reversed", column.reversed}});
    shown_columns.add({column.original, column.encoded, kind_text(column),
                       format_count(column.values), numeric ? format_count(column.pieces) : "",
                       numeric ? format_count(column.dealt_values) : "",
                       !numeric          ? ""
                       : column.reversed ? "reversed"
                                         : "kept"});
  }
  console.answer({{"rows", encoded.table.rows()},
                  {"level", settings.text("level")},
                  {"learner", settings.text("learner")},
                  {"verified", settings.flag("verify")},
                  {"columns", columns}});
  console.say(to_text(shown_columns));
  console.say(fmt::format(
      "\n{} encoded into {}. Keep {} and the original: both are needed to decode.\n",
      counted(encoded.table.rows(), "row"), settings.text("output"), settings.text("key")));
}

int run_encode(const Settings& settings, Console& console) {
  check_files(settings);
  const CsvFile file = custody_table(settings, settings.text("file"), console);
  const AttributeId cls = file.table.require(settings.text("class"), "--class");
  const auto options = encode_options(settings, file.table);
  const std::string key = settings.text("key");
  const Passphrase passphrase =
      read_passphrase(settings, PassphraseUse::Create, "the key " + key, console);
  const auto encoded = custody::encode(file.table, cls, options, console.run());
  if (options.combination.learner == "j48") {
    console.warn(
        "J48 is exact without subtree raising only: have it mine with -S (see "
        "docs/guide/custody.md)");
  }
  if (settings.flag("verify")) {
    verify(encoded, file.table, cls, options.combination.learner, console);
  }
  const std::string output = settings.text("output");
  AtomicFile out(output);
  write_table_text(
      encoded.table, output, file.style, [&](std::string_view text) { out.write(text); },
      console.run());
  custody::write_key(key, encoded.coding, passphrase.view(), console.run());
  out.commit();
  tell(encoded, settings, console);
  return 0;
}

std::vector<Parameter> encode_parameters() {
  return {class_parameter(),
          {.name = "output",
           .kind = ParameterKind::File,
           .summary = "The encoded table, for the stranger; .arff for Weka.",
           .placeholder = "OUT",
           .required = true,
           .letter = 'o'},
          {.name = "key",
           .kind = ParameterKind::File,
           .summary = "The key to be made, locked with a passphrase.",
           .placeholder = "KEY",
           .required = true},
          passphrase_option(),
          {.name = "level",
           .kind = ParameterKind::Choice,
           .summary = "Keep the order of values, or only that of pieces of several classes.",
           .default_text = "order",
           .choices = kLevels},
          {.name = "learner",
           .kind = ParameterKind::Choice,
           .summary = "Who will mine; what would change that learner's tree is refused.",
           .default_text = "any",
           .choices = kLearners},
          {.name = "method",
           .kind = ParameterKind::Choice,
           .summary = "Break at random, or where one class reigns (for --level monochromatic).",
           .choices = kMethods},
          {.name = "breakpoints",
           .kind = ParameterKind::Count,
           .summary = "So many a column, at least; a random number if not given.",
           .placeholder = "W",
           .min = 0},
          {.name = "min-width",
           .kind = ParameterKind::Count,
           .summary = "The least number of values in a piece of one class.",
           .placeholder = "N",
           .default_text = "5",
           .min = 1},
          {.name = "functions",
           .kind = ParameterKind::Columns,
           .summary = "Of linear, poly, log, sqrtlog; all if not given.",
           .placeholder = "F,F"},
          {.name = "columns",
           .kind = ParameterKind::Columns,
           .summary = "Give away these columns and the class only.",
           .placeholder = "a,b"},
          {.name = "anti",
           .kind = ParameterKind::Flag,
           .summary = "Turn columns round at random; needs a learner that does not mind."},
          {.name = "rename-nominal",
           .kind = ParameterKind::Choice,
           .summary = "New names for texts: at random, in alphabetical order, or none.",
           .default_text = "random",
           .choices = kNominal},
          {.name = "rename-class",
           .kind = ParameterKind::Choice,
           .summary = "New names for the classes, which sort as the old ones, or none.",
           .default_text = "sorted",
           .choices = kClass},
          {.name = "hide-names",
           .kind = ParameterKind::Flag,
           .summary = "Call the columns a1, a2, ... and the class class."},
          {.name = "shuffle-columns",
           .kind = ParameterKind::Flag,
           .summary = "Change the order of columns; needs --accept-ties."},
          {.name = "accept-ties",
           .kind = ParameterKind::Flag,
           .summary = "Accept another tree where names or places of columns break a tie."},
          {.name = "verify",
           .kind = ParameterKind::Flag,
           .summary = "Mine both tables with Privet and write nothing unless the trees agree."}};
}

}  // namespace

Command custody_encode_command() {
  return {.path = "custody encode",
          .summary = "Encode a table so that a stranger's decision tree decodes to the true one.",
          .positionals = {custody_positional("file", "The table: CSV, TSV, ARFF, SQLite, or .gz.")},
          .options = custody_options(encode_parameters()),
          .example = "privet custody encode patients.csv --class illness -o give.csv --key my.key",
          .run = run_encode};
}

}  // namespace privet::cli
