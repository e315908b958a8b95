// SPDX-License-Identifier: Apache-2.0
// One party's part of a naive Bayes model over columns, as a file (docs/format/model-part.md).
// Idea: of names and values a part has its owner's; of the model's numbers, which nobody sees, the
// party's shares, if it holds some. The sizes of all columns are known to all.
#pragma once

#include <string>
#include <vector>

#include "federation/bayes/bayes_columns.h"
#include "federation/bayes/vertical_bayes.h"
#include "federation/task/model_part.h"

namespace privet::federation {

struct BayesPart {
  ModelPartHead head;
  std::string class_name;  // at the class site, as the classes
  std::vector<std::string> classes;
  Trust trust = Trust::ByProtocol;
  BayesSites sites;  // the class site, classes, rows learned from and sizes of them
  std::vector<BayesColumns::Known> columns;
  std::string shares;  // as Place::save() has them; empty: this party holds none
};

[[nodiscard]] std::string write_bayes_part(const BayesPart& part);
// `place` names it in errors. Throws Error{Input} for a text that is not such a part.
[[nodiscard]] BayesPart read_bayes_part(const std::string& text, const std::string& place);

}  // namespace privet::federation
