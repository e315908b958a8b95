// SPDX-License-Identifier: Apache-2.0
// Whether the values of a column may point to persons, whatever the column is called and however
// often each value occurs: sentences, names, mail addresses within texts, and codes of one form of
// which there are many, as persons' numbers are.
// Idea: a role is suggested only on good evidence; before a column is released as it is, less is
// enough to ask.
// Cost: of the values once.
#pragma once

#include <string>

#include "data/table.h"
#include "roles/value_patterns.h"

namespace privet::roles {

struct PersonalValues {
  std::string names = {};    // "many of its values are names of persons"; empty: not seen
  std::string texts = {};    // "its values are texts of several words"
  std::string numbers = {};  // "its values are codes of one form"
  // Names by family names alone: places and firms have them too.
  bool by_family_name = false;
  // Names by their form alone, several words with capital letters: so are towns and trades.
  bool by_form = false;
  // P00012, P00048: one letter and numbers of one length. No code of a list looks so.
  bool numbered = false;

  // The first of them that is not empty.
  [[nodiscard]] const std::string& any() const {
    if (!names.empty()) return names;
    return texts.empty() ? numbers : texts;
  }
};

[[nodiscard]] PersonalValues look_for_persons(const Column& column, const ValueFacts& facts);

// Steuernummer, treatment_no, numero_impots: the number of a bill or a case leads to a person,
// whatever it was about; the number of treatments does not. Whether the column's name says number
// and its values were given out: many that differ, of several digits.
[[nodiscard]] bool is_number_of_something(const Column& column, const ValueFacts& values);

}  // namespace privet::roles
