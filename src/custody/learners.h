// SPDX-License-Identifier: Apache-2.0
// Which encodings keep which learner's tree exact, and the refusal of the others.
// docs/guide/custody.md says what "exactly the same tree" means and proves what is allowed here.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace privet::custody {

struct Learner {
  std::string_view name;
  std::string_view summary;
  bool direction_free = false;  // equal cuts are chosen between by a rule that reversal keeps
  bool minimum_leaf = true;  // some cuts are not allowed, so the best allowed one may lie anywhere
  bool named_branches = true;     // names decide which of two equal branches takes missing values
  bool equality_only = false;     // numbers are compared for equality alone
  bool single_precision = false;  // numbers are read as floats, of 24 bits
  std::string_view caution = {};  // what its user must see to for the tree to be exact
};

// "any", "privet", "privet-leaf1", "j48", "id3", "sklearn", "rpart".
[[nodiscard]] std::span<const Learner> learners();
[[nodiscard]] const Learner& learner(std::string_view name);

enum class Level {
  Order,          // the order of values is kept (or reversed as a whole)
  Monochromatic,  // inside monochromatic pieces values are shuffled
};
enum class Renaming { Random, Sorted, None };

struct Combination {
  Level level = Level::Order;
  std::string learner = "any";
  bool learner_given = false;
  bool reverse = false;  // columns are reversed at random
  Renaming nominal = Renaming::Random;
  bool shuffle_columns = false;
  bool accept_ties = false;  // the owner accepts another tree where a tie must be broken by names
  std::string column_with_missing = {};  // a nominal column with missing values, if there is one
};

// Throws Error{Usage} that names the flag and what to do instead if the tree could change.
void refuse_unsafe(const Combination& wanted);

}  // namespace privet::custody
