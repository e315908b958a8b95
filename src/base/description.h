// SPDX-License-Identifier: Apache-2.0
// A feature described once: its name, what it does, where it comes from and its parameters. The
// description is the single source of command-line flags, policy keys, their validation, --help and
// docs/reference.
#pragma once

#include <limits>
#include <span>
#include <string_view>

namespace privet {

enum class ParameterKind {
  Flag,     // present or not
  Count,    // a whole number
  Real,     // a number
  Text,     // anything
  Choice,   // one of `choices`
  Column,   // a column's name
  Columns,  // names separated by commas
  File,     // a path, or - for standard input or output
};

// A word that was replaced by another: the old one is refused with an error that names the new one.
struct Renamed {
  std::string_view from;
  std::string_view to;
};

struct Parameter {
  std::string_view name;  // as flag "--name" and as policy key "name"
  ParameterKind kind;
  std::string_view summary;            // one sentence
  std::string_view placeholder = {};   // as shown in help: "K", "FILE"
  std::string_view default_text = {};  // empty: no default
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  bool above_min = false;  // the minimum itself is not allowed
  bool repeatable = false;
  bool required = false;
  std::span<const std::string_view> choices = {};
  char letter = 0;                                // a one-letter form of the flag, such as -o
  std::string_view formerly = {};                 // an earlier name; empty: none
  std::span<const Renamed> renamed_choices = {};  // earlier spellings of choices
};

struct Description {
  std::string_view name;
  std::string_view summary;    // one sentence with a verb
  std::string_view reference;  // the literature, or empty
  std::span<const Parameter> parameters;
};

}  // namespace privet
