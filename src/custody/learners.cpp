// SPDX-License-Identifier: Apache-2.0
#include "custody/learners.h"

#include <fmt/format.h>

#include <array>

#include "base/error.h"

namespace privet::custody {
namespace {

constexpr std::array<Learner, 7> kLearners{{
    {.name = "any", .summary = "looks at the order of values only; nothing else is assumed"},
    {.name = "privet",
     .summary = "privet mine tree --algorithm c45, whatever its leaf size",
     .direction_free = true},
    {.name = "privet-leaf1",
     .summary = "privet mine tree --algorithm c45 --min-leaf 1",
     .direction_free = true,
     .minimum_leaf = false},
    {.name = "j48",
     .summary = "Weka's J48 -S: the first of equal cuts wins, leaves of a minimum size",
     .named_branches = false,
     .caution = "J48 is exact without subtree raising only: mine with its option -S (see "
                "docs/guide/custody.md)"},
    {.name = "id3",
     .summary = "ID3: one branch per value",
     .direction_free = true,
     .minimum_leaf = false,
     .named_branches = false,
     .equality_only = true},
    {.name = "sklearn",
     .summary = "scikit-learn's DecisionTreeClassifier, which reads numbers in single precision",
     .single_precision = true},
    {.name = "rpart", .summary = "R's rpart"},
}};

[[noreturn]] void refuse(std::string_view parameter, std::string message) {
  throw Error(ErrorCode::Usage, std::move(message), {.parameter = std::string(parameter)});
}

}  // namespace

std::span<const Learner> learners() {
  return kLearners;
}

const Learner& learner(std::string_view name) {
  for (const Learner& one : kLearners) {
    if (one.name == name) return one;
  }
  refuse("--learner", fmt::format("unknown learner {}; use any, which assumes nothing",
                                  quote_for_message(name)));
}

void refuse_unsafe(const Combination& wanted) {
  const Learner& who = learner(wanted.learner);
  if (wanted.level == Level::Monochromatic && !wanted.learner_given) {
    refuse("--level",
           "monochromatic is exact for some learners only: say with --learner which one will be "
           "used");
  }
  if (wanted.level == Level::Monochromatic && who.minimum_leaf) {
    refuse("--level",
           fmt::format("monochromatic would change the tree of {}: with a minimum leaf the best "
                       "allowed cut may lie inside a piece of one class; use --level order, or "
                       "--learner privet-leaf1 if that one will be used",
                       who.name));
  }
  if (wanted.reverse && !who.direction_free) {
    refuse(
        "--reverse",
        fmt::format("could change the tree of {}: it may choose between equal cuts by direction; "
                    "leave it out, or use --learner privet if that one will mine",
                    who.name));
  }
  if (wanted.accept_ties) return;
  if (wanted.shuffle_columns) {
    refuse("--shuffle-columns",
           "could change the tree: where two columns are equally good, learners take the first; "
           "leave it out, or add --accept-ties to accept that");
  }
  if (wanted.nominal == Renaming::Random && who.named_branches &&
      !wanted.column_with_missing.empty()) {
    refuse("--rename-nominal",
           fmt::format("random could change the tree: column {} has missing values, and where two "
                       "branches are equally large the names decide which of them takes those "
                       "rows; use sorted (keeps the alphabetical order) or none, or add "
                       "--accept-ties to accept that",
                       quote_for_message(wanted.column_with_missing)));
  }
}

}  // namespace privet::custody
