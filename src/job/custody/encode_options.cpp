// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "base/error.h"
#include "job/custody/encode_job.h"
#include "job/input/table_input.h"
#include "job/record_order.h"

namespace privet::job {
namespace {

std::span<const std::string_view> learner_names() {
  static const std::vector<std::string_view> kNames = [] {
    std::vector<std::string_view> out;
    for (const auto& one : custody::learners()) out.push_back(one.name);
    return out;
  }();
  return kNames;
}

constexpr std::array<std::string_view, 2> kLevels{"order", "monochromatic"};
constexpr std::array<std::string_view, 2> kMethods{"random-breaks", "pure-runs"};
constexpr std::array<Renamed, 2> kFormerMethods{
    {{"choosebp", "random-breaks"}, {"choosemaxmp", "pure-runs"}}};
constexpr std::array<std::string_view, 3> kNominal{"random", "sorted", "none"};
constexpr std::array<std::string_view, 2> kClass{"sorted", "none"};

std::vector<custody::Family> families(const Settings& settings) {
  std::vector<custody::Family> out;
  for (const auto& name : settings.list("functions")) {
    const auto* const at =
        std::find(std::begin(custody::kFamilyNames), std::end(custody::kFamilyNames), name);
    if (at == std::end(custody::kFamilyNames)) {
      throw Error(ErrorCode::Usage,
                  fmt::format("unknown function {}; choose from {}", quote_for_message(name),
                              fmt::join(custody::kFamilyNames, ", ")),
                  settings.place("functions"));
    }
    out.push_back(static_cast<custody::Family>(at - std::begin(custody::kFamilyNames)));
  }
  return out;
}

custody::Renaming nominal_renaming(const std::string& name) {
  if (name == "random") return custody::Renaming::Random;
  return name == "sorted" ? custody::Renaming::Sorted : custody::Renaming::None;
}

custody::EncodeOptions encoding(const Settings& settings) {
  custody::EncodeOptions out;
  const bool monochromatic = settings.text("level") == "monochromatic";
  out.combination = {.level = monochromatic ? custody::Level::Monochromatic : custody::Level::Order,
                     .learner = settings.text("learner"),
                     .learner_given = settings.given("learner"),
                     .reverse = settings.flag("reverse"),
                     .nominal = nominal_renaming(settings.text("rename-nominal")),
                     .shuffle_columns = settings.flag("shuffle-columns"),
                     .accept_ties = settings.flag("accept-ties")};
  const bool pure =
      settings.given("method") ? settings.text("method") == "pure-runs" : monochromatic;
  out.method = pure ? custody::Method::PureRuns : custody::Method::RandomBreaks;
  if (settings.given("min-width") && !pure) {
    throw Error(ErrorCode::Usage, "applies to --method pure-runs only",
                settings.place("min-width"));
  }
  if (settings.given("breakpoints")) out.breakpoints = settings.count("breakpoints");
  out.min_width = settings.count("min-width");
  if (settings.given("functions")) out.families = families(settings);
  out.rename_class = settings.text("rename-class") == "sorted";
  out.hide_names = settings.flag("hide-names");
  out.refuse_identifiers = !settings.flag("keep-ids");
  return out;
}

std::vector<Parameter> file_parameters() {
  return {custody_class_parameter(),
          {.name = "output",
           .kind = ParameterKind::File,
           .summary = "The encoded table, to give away; .arff for Weka.",
           .placeholder = "OUT",
           .required = true,
           .letter = 'o'},
          {.name = "key",
           .kind = ParameterKind::File,
           .summary = "The key to make, locked with a passphrase; an existing file is never "
                      "replaced.",
           .placeholder = "KEY",
           .required = true},
          passphrase_parameter(),
          {.name = "columns",
           .kind = ParameterKind::Columns,
           .summary = "Give away only these columns and the class.",
           .placeholder = "A,B"},
          {.name = "keep-ids",
           .kind = ParameterKind::Flag,
           .summary = "Also give away columns that have a different value in every row; otherwise "
                      "they are refused."},
          {.name = "verify",
           .kind = ParameterKind::Flag,
           .summary = "Mine both tables with Privet and write nothing unless the trees agree."},
          keep_order_parameter()};
}

std::vector<Parameter> number_parameters() {
  return {
      {.name = "level",
       .kind = ParameterKind::Choice,
       .summary = "order: keep the order of all values; monochromatic: keep the order of "
                  "pieces, and shuffle the values inside pieces of one class.",
       .placeholder = "LEVEL",
       .default_text = "order",
       .choices = kLevels},
      {.name = "learner",
       .kind = ParameterKind::Choice,
       .summary =
           "The learner that will mine the table; options that could change its tree are refused.",
       .placeholder = "LEARNER",
       .default_text = "any",
       .choices = learner_names()},
      {.name = "method",
       .kind = ParameterKind::Choice,
       .summary = "Where to break a column into pieces. random-breaks: at random values "
                  "(ChooseBP in the paper), the default for --level order; pure-runs: where "
                  "runs of values of one class begin and end (ChooseMaxMP), the default for "
                  "--level monochromatic.",
       .placeholder = "METHOD",
       .choices = kMethods,
       .renamed_choices = kFormerMethods},
      {.name = "breakpoints",
       .kind = ParameterKind::Count,
       .summary = "The fewest breaks per column; a random number if not given.",
       .placeholder = "N",
       .min = 0},
      {.name = "min-width",
       .kind = ParameterKind::Count,
       .summary = "For pure-runs: the fewest values in a piece of one class.",
       .placeholder = "N",
       .default_text = "5",
       .min = 1},
      {.name = "functions",
       .kind = ParameterKind::Columns,
       .summary = "The functions to encode pieces with: linear, poly, log, sqrtlog; all if "
                  "not given.",
       .placeholder = "F,G"},
      {.name = "reverse",
       .kind = ParameterKind::Flag,
       .summary = "Reverse the order of randomly chosen columns; needs a --learner whose tree "
                  "does not depend on it.",
       .formerly = "anti"}};
}

std::vector<Parameter> name_parameters() {
  return {
      {.name = "rename-nominal",
       .kind = ParameterKind::Choice,
       .summary = "New names for text values: random, sorted (in alphabetical order) or none.",
       .placeholder = "HOW",
       .default_text = "random",
       .choices = kNominal},
      {.name = "rename-class",
       .kind = ParameterKind::Choice,
       .summary = "New names for the classes: sorted (in the same order as the old ones) or "
                  "none.",
       .placeholder = "HOW",
       .default_text = "sorted",
       .choices = kClass},
      {.name = "hide-names",
       .kind = ParameterKind::Flag,
       .summary = "Call the columns a1, a2, ... and the class column class."},
      {.name = "shuffle-columns",
       .kind = ParameterKind::Flag,
       .summary = "Change the order of columns; needs --accept-ties."},
      {.name = "accept-ties",
       .kind = ParameterKind::Flag,
       .summary = "Accept a different tree where the names or positions of columns break a tie."}};
}

}  // namespace

std::vector<Parameter> custody_encode_positionals() {
  return {table_file()};
}

std::vector<Parameter> custody_encode_parameters() {
  return joined({file_parameters(), number_parameters(), name_parameters(), input_parameters()});
}

CustodyEncodeOptions custody_encode_options(const Settings& settings) {
  return {.table = table_source(settings, settings.text("file")),
          .class_column = settings.text("class"),
          .columns = settings.list("columns"),
          .output = settings.text("output"),
          .key = key_files(settings),
          .encode = encoding(settings),
          .verify = settings.flag("verify"),
          .keep_order = settings.flag("keep-order")};
}

}  // namespace privet::job
