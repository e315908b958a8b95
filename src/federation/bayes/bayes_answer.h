// SPDX-License-Identifier: Apache-2.0
// What a party, or all together, answer about a naive Bayes model over columns.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "federation/task/task.h"
#include "mining/class_label.h"

namespace privet::federation {

struct DescribedBayes {
  std::string class_name;
  std::vector<std::string> classes;
  std::size_t columns = 0;
  bool classes_here = true;
};

// Predictions are null where this party does not learn them.
[[nodiscard]] Answer bayes_answer(const DescribedBayes& about, bool classifies,
                                  const std::optional<std::vector<std::string>>& found,
                                  std::size_t rows);
// The classes by name. Throws Error{Peer} for a class that there is not.
[[nodiscard]] std::vector<std::string> named_classes(std::span<const mining::ClassLabel> labels,
                                                     std::span<const std::string> names);
// The parts have nothing of the model: what the class site knows, and the classes of the rows from
// whoever learned them.
[[nodiscard]] Answer join_bayes_parts(std::span<const Answer> parts);

}  // namespace privet::federation
