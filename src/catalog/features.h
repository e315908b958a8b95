// SPDX-License-Identifier: Apache-2.0
// Everything Privet can do, as one list for people and programs: `privet help features`.
// Idea: an entry says what it is called, what it does and where it comes from. Models, methods and
// federated tasks bring their parameters; the others name the command whose options they are.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/description.h"

namespace privet {

// A way in which parties compute together.
struct FeatureProtocol {
  std::string_view name;
  std::string_view summary;
  std::string_view weakness;  // why it must be allowed expressly, or empty
};

struct Feature {
  std::string_view kind;  // one of feature_kinds()
  std::string name;
  std::string summary;
  std::string reference;              // the literature, or empty
  std::string command;                // which command has it: "mine tree"; several: the first
  std::vector<Parameter> parameters;  // its own
  std::vector<std::string_view> options = {};   // options of the command that it uses
  bool whole_command = false;                   // all options of the command are its parameters
  std::vector<FeatureProtocol> protocols = {};  // of tasks; the first is the default
};

struct FeatureKind {
  std::string_view name;   // "model"
  std::string_view title;  // "Privacy models"
};

// In the order in which they are shown.
[[nodiscard]] const std::vector<FeatureKind>& feature_kinds();
[[nodiscard]] std::vector<Feature> all_features();

}  // namespace privet
